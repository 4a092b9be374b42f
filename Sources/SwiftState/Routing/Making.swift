import FSMEngine

/// How conditions and mappings become what the engine calls. A machine brings it along from where it is made: there the
/// compiler knows its types.
@usableFromInline
struct Making<S: StateType, E: EventType> {
    @usableFromInline typealias Answer = (UnsafePointer<Step>) -> Int32

    let condition: (Inquiry<S, E>, @escaping Machine<S, E>.Condition, [S]) -> Answer
    let mapping: (Inquiry<S, E>, @escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID) -> Answer

    @usableFromInline
    init(
        condition: @escaping (Inquiry<S, E>, @escaping Machine<S, E>.Condition, [S]) -> Answer,
        mapping: @escaping (Inquiry<S, E>, @escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID) -> Answer
    ) {
        self.condition = condition
        self.mapping = mapping
    }

    @inlinable
    static var here: Making {
        Making(condition: { $0.asker($1, $2) }, mapping: { $0.asker($1, $2) })
    }
}
