/// The progress of a machine along a chain of routes.
final class ChainProgress<S: StateType, E: EventType> {
    private enum Progress {
        /// Not begun, or completed.
        case idle
        /// The number of routes that were taken.
        case running(Int)
        /// Broken, until the first route is taken again.
        case broken
    }

    /// The result of a transition.
    enum Result {
        case nothing, completed, broken
    }

    private let routes: [Route<S, E>]
    private var progress = Progress.idle

    init(_ chain: RouteChain<S, E>) {
        guard !chain.routes.isEmpty else {
            // A precondition says nothing in a release build.
            fatalError(
                "SwiftState: a chain without transitions was added, which can be neither taken nor broken: name two "
                    + "states at least")
        }
        routes = chain.routes
    }

    /// Records a requested transition.
    func note(_ context: Machine<S, E>.Context) -> Result {
        switch progress {
        case .idle:
            return isStep(0, context) ? take(1) : .nothing
        case .broken:
            return isStep(0, context) ? take(1) : .broken
        case .running(let count):
            if isStep(count, context) { return take(count + 1) }
            progress = .broken
            return .broken
        }
    }

    private func isStep(_ number: Int, _ context: Machine<S, E>.Context) -> Bool {
        let route = routes[number]
        return route.covers(context.fromState, context.toState) && route.ownCondition?(context) ?? true
    }

    private func take(_ count: Int) -> Result {
        progress = count == routes.count ? .idle : .running(count)
        return count == routes.count ? .completed : .nothing
    }
}
