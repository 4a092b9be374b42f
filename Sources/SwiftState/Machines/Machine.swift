/// A state machine that changes its state by events.
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
/// Of several routes for an event the first whose condition holds wins: routes of the event before routes of `.any`
/// event, routes from a named state before routes from `.any` state, then the order in which they were added. Mappings
/// come after all routes.
///
/// You can add and remove routes and handlers at any time, also in handlers. Do not use a machine from several threads
/// at once.
public class Machine<S: StateType, E: EventType> {
    /// The argument of conditions and handlers.
    public struct Context {
        /// The event; `nil` for a requested state.
        public let event: E?
        /// The state before the step.
        public let fromState: S
        /// The state after the step; for a failed event the current state, for a failed request the requested state.
        public let toState: S
        /// The value passed with the event or request.
        public let userInfo: Any?

        @inlinable
        init(event: E?, fromState: S, toState: S, userInfo: Any?) {
            self.event = event
            self.fromState = fromState
            self.toState = toState
            self.userInfo = userInfo
        }
    }

    /// Decides whether a route can be taken.
    public typealias Condition = (Context) -> Bool
    /// Called after a step or a failed attempt.
    public typealias Handler = (Context) -> Void
    /// A handler that takes the parts of the context.
    public typealias PartsHandler = (_ event: E?, _ fromState: S, _ toState: S, _ userInfo: Any?) -> Void
    /// Returns the next state, or `nil` for no route. The event is `nil` for a requested state.
    public typealias RouteMapping = (_ event: E?, _ fromState: S, _ userInfo: Any?) -> S?

    @usableFromInline let runner: Runner<S, E>

    /// Creates a machine and configures it with a closure. No handler runs for the initial state.
    @inlinable
    public init(state: S, initClosure: ((Machine<S, E>) -> Void)? = nil) {
        runner = Runner(state: state, .specialized)
        initClosure?(self)
    }

    /// Calls a closure with the machine, to configure it in one place.
    public func configure(_ closure: (Machine<S, E>) -> Void) {
        closure(self)
    }

    /// The current state.
    @inlinable
    public final var state: S { runner.state }

    /// Returns a disposable that calls a closure if the machine still exists, and releases what the closure has removed.
    final func disposable<Removed>(_ remove: @escaping (Runner<S, E>) -> Removed) -> any Disposable {
        ActionDisposable { [weak runner] in
            if let runner { _ = remove(runner) }
        }
    }

    /// Takes the parts of a context one by one.
    static func whole(_ handler: @escaping PartsHandler) -> Handler {
        { handler($0.event, $0.fromState, $0.toState, $0.userInfo) }
    }
}
