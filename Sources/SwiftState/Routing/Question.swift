import FSMEngine

/// What is being tried: the present context of conditions and mappings.
@usableFromInline
struct Question<S: StateType, E: EventType> {
    @usableFromInline var event: E?
    @usableFromInline var from: S
    /// The state that is asked for; `nil` for an event.
    @usableFromInline var to: S?
    @usableFromInline var userInfo: Any?
    /// What a mapping has answered.
    @usableFromInline var mapped: S?

    @inlinable
    init(event: E? = nil, from: S, to: S? = nil, userInfo: Any?) {
        self.event = event
        self.from = from
        self.to = to
        self.userInfo = userInfo
        mapped = nil
    }
}

/// Where the engine's callbacks find what is being tried; `nil` at rest.
@usableFromInline
final class Inquiry<S: StateType, E: EventType> {
    @usableFromInline @exclusivity(unchecked) var question: Question<S, E>?

    @usableFromInline init() {}

    /// How a condition is asked. Made where a machine is, so that it is compiled for the machine's types.
    @inlinable
    func asker(_ condition: @escaping Machine<S, E>.Condition, _ states: [S]) -> (UnsafePointer<Step>) -> Int32 {
        { step in
            guard let question = self.question else { return 0 }
            let target = step.pointee.target
            let to = question.to ?? (target > 0 ? states[Int(target) - 1] : question.from)
            let context = Machine<S, E>.Context(
                event: question.event, fromState: question.from, toState: to, userInfo: question.userInfo)
            return condition(context) ? 1 : 0
        }
    }

    /// How a mapping is asked for the next state, of which the engine is told the number.
    @inlinable
    func asker(
        _ mapping: @escaping Machine<S, E>.RouteMapping, _ number: @escaping (S) -> ID
    ) -> (UnsafePointer<Step>) -> Int32 {
        { _ in
            guard let question = self.question,
                let state = mapping(question.event, question.from, question.userInfo)
            else { return ReservedID.none }
            self.question?.mapped = state
            return number(state)
        }
    }
}
