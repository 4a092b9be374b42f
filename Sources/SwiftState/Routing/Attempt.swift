import FSMEngine

/// One event or request, or a probe of one. The step's context points to it: conditions, mappings and handlers read it
/// there. It retains nothing but states and events.
@usableFromInline
struct Attempt<S: StateType, E: EventType> {
    /// `nil` for a request.
    @usableFromInline let event: E?
    @usableFromInline let from: S
    /// The requested state; `nil` for an event.
    @usableFromInline let to: S?
    @usableFromInline let userInfo: UnsafePointer<Any?>
    /// The handlers to run after the state has changed.
    @usableFromInline let handlers: Unmanaged<HandlerList<S, E>>?
    /// The state that a mapping has returned. The engine knows its number only.
    @usableFromInline var mapped: S?

    @inlinable
    init(
        event: E? = nil, from: S, to: S? = nil, userInfo: UnsafePointer<Any?>, handlers: HandlerList<S, E>? = nil
    ) {
        self.event = event
        self.from = from
        self.to = to
        self.userInfo = userInfo
        self.handlers = handlers.map { Unmanaged.passUnretained($0) }
    }
}

// On the pointer rather than on the attempt, which would be copied for each call.
extension UnsafeMutablePointer {
    /// The attempt of a step.
    @inlinable @inline(__always)
    init?<S, E>(of step: UnsafePointer<Step>) where Pointee == Attempt<S, E> {
        guard let context = step.pointee.context else { return nil }
        self = context.assumingMemoryBound(to: Pointee.self)
    }

    /// The state to which a step leads. A step that stays keeps the value of the state.
    @inlinable @inline(__always)
    func target<S, E>(
        of step: UnsafePointer<Step>, among states: UnsafeMutableBufferPointer<S>
    ) -> S where Pointee == Attempt<S, E> {
        if let requested = pointee.to { return requested }
        if let mapped = pointee.mapped { return mapped }
        let target = step.pointee.target
        return target > 0 && target != step.pointee.source ? states[Int(target) &- 1] : pointee.from
    }

    /// The argument of conditions and handlers.
    @inlinable @inline(__always)
    func context<S, E>(toState: S) -> Machine<S, E>.Context where Pointee == Attempt<S, E> {
        Machine.Context(
            event: pointee.event, fromState: pointee.from, toState: toState, userInfo: pointee.userInfo.pointee)
    }
}
