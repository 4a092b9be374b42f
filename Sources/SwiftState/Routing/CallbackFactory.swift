import FSMEngine
import FSMInterning

/// Wraps conditions, mappings and handlers for the engine.
///
/// A machine creates the factory in its inlinable initializer, so that these closures are compiled for the machine's
/// own types.
@usableFromInline
struct CallbackFactory<S: StateType, E: EventType> {
    @usableFromInline typealias States = UnsafeMutableBufferPointer<S>

    /// Wraps a condition as a guard.
    let guardFunction: (@escaping Machine<S, E>.Condition, States) -> CallbackFunction
    /// Wraps a mapping as a resolver, which returns the id of the next state.
    let resolverFunction: (@escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID) -> CallbackFunction
    /// Calls the handlers of the attempt: the action of each row.
    let handlerFunction: (States) -> CallbackFunction

    @usableFromInline
    init(
        guardFunction: @escaping (@escaping Machine<S, E>.Condition, States) -> CallbackFunction,
        resolverFunction:
            @escaping (@escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID) -> CallbackFunction,
        handlerFunction: @escaping (States) -> CallbackFunction
    ) {
        self.guardFunction = guardFunction
        self.resolverFunction = resolverFunction
        self.handlerFunction = handlerFunction
    }

    /// The factory for the types of the calling code.
    @inlinable
    static var specialized: CallbackFactory {
        CallbackFactory(
            guardFunction: { condition, states in
                { step in
                    guard let attempt = UnsafeMutablePointer<Attempt<S, E>>(of: step) else { return 0 }
                    return condition(attempt.context(toState: attempt.target(of: step, among: states))) ? 1 : 0
                }
            },
            resolverFunction: { mapping, number in
                { step in
                    guard let attempt = UnsafeMutablePointer<Attempt<S, E>>(of: step),
                        let state = mapping(
                            attempt.pointee.event, attempt.pointee.from, attempt.pointee.userInfo.pointee)
                    else { return ReservedID.none }
                    attempt.pointee.mapped = state
                    return number(state)
                }
            },
            handlerFunction: { states in
                { step in
                    guard let attempt = UnsafeMutablePointer<Attempt<S, E>>(of: step),
                        let handlers = attempt.pointee.handlers
                    else {
                        return 0
                    }
                    let toState = attempt.target(of: step, among: states)
                    let context = attempt.context(toState: toState)
                    handlers._withUnsafeGuaranteedRef { $0.run(context) }
                    return 0
                }
            })
    }
}
