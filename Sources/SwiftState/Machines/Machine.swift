/// A state machine that is led from state to state by events.
///
/// ```swift
/// let turnstile = Machine<Gate, Visit>(state: .locked) { machine in
///     machine.addRoutes(event: .coin, transitions: [.locked => .unlocked])
///     machine.addRoutes(event: .pass, transitions: [.unlocked => .locked])
///     machine.addHandler(event: .coin) { context in print("from \(context.fromState)") }
/// }
/// turnstile <-! .coin
/// ```
///
/// Of several routes for one event the first that may be taken wins: those of the event itself before those of `.any`
/// event, then those from a named state before those from `.any` state, then as they were added; mappings come after
/// all routes.
///
/// Routes and handlers may be added and removed at any time, also by handlers. Not to be used from several threads at
/// once.
public class Machine<S: StateType, E: EventType> {
    /// What a step is, as conditions and handlers are told.
    public struct Context {
        /// The event that was tried; `nil` if a state was.
        public let event: E?
        /// The state before the step.
        public let fromState: S
        /// The state after the step; after a failed event the present one, after a failed try of a state that state.
        public let toState: S
        /// What was given with the try.
        public let userInfo: Any?

        @inlinable
        init(event: E?, fromState: S, toState: S, userInfo: Any?) {
            self.event = event
            self.fromState = fromState
            self.toState = toState
            self.userInfo = userInfo
        }
    }

    /// Whether a route may be taken.
    public typealias Condition = (Context) -> Bool
    /// Called after a step, or a failure.
    public typealias Handler = (Context) -> Void
    /// The same with the parts of the context one by one.
    public typealias PartsHandler = (_ event: E?, _ fromState: S, _ toState: S, _ userInfo: Any?) -> Void
    /// The next state; `nil`: no route. The event is `nil` if a state was tried.
    public typealias RouteMapping = (_ event: E?, _ fromState: S, _ userInfo: Any?) -> S?

    @usableFromInline let runner: Runner<S, E>

    /// A machine in a state, in which no handler runs, configured by a closure.
    @inlinable
    public init(state: S, initClosure: ((Machine<S, E>) -> Void)? = nil) {
        runner = Runner(state: state, .specialized)
        initClosure?(self)
    }

    /// Calls a closure with the machine, to say in one place what is added to it.
    public func configure(_ closure: (Machine<S, E>) -> Void) {
        closure(self)
    }

    /// The present state.
    @inlinable
    public final var state: S { runner.state }

    /// Something that was added, to be removed by a closure if the machine is still there.
    final func disposable(_ remove: @escaping (Runner<S, E>) -> Void) -> any Disposable {
        ActionDisposable { [weak runner] in
            if let runner { remove(runner) }
        }
    }

    /// Takes the parts of a context one by one.
    static func whole(_ handler: @escaping PartsHandler) -> Handler {
        { handler($0.event, $0.fromState, $0.toState, $0.userInfo) }
    }
}
