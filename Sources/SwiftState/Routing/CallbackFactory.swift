import FSMEngine

/// Turns conditions and mappings into engine callbacks.
///
/// A machine creates the factory in its inlinable initializer, so that these closures are compiled for the machine's
/// own types.
@usableFromInline
struct CallbackFactory<S: StateType, E: EventType> {
    let guardFunction: (CurrentAttempt<S, E>, @escaping Machine<S, E>.Condition, [S]) -> CallbackFunction
    let resolverFunction:
        (CurrentAttempt<S, E>, @escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID) -> CallbackFunction

    @usableFromInline
    init(
        guardFunction: @escaping (CurrentAttempt<S, E>, @escaping Machine<S, E>.Condition, [S]) -> CallbackFunction,
        resolverFunction:
            @escaping (
                CurrentAttempt<S, E>, @escaping Machine<S, E>.RouteMapping, @escaping (S) -> ID
            ) -> CallbackFunction
    ) {
        self.guardFunction = guardFunction
        self.resolverFunction = resolverFunction
    }

    /// The factory for the types of the calling code.
    @inlinable
    static var specialized: CallbackFactory {
        CallbackFactory(
            guardFunction: { $0.guardFunction($1, $2) }, resolverFunction: { $0.resolverFunction($1, $2) })
    }
}
