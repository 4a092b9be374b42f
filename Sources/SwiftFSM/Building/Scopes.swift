/// The contents of a `define` and of its superstates: superstates depth first, then the define.
struct Scopes {
    private(set) var contents: [Content] = []
    private(set) var onEntry: [AnyAction] = []
    private(set) var onExit: [AnyAction] = []
    /// Whether the define has more scopes than allowed. Repeated adoption can multiply them without limit.
    private(set) var isTooLarge = false

    /// Collects the scopes, up to a limit.
    init<State, Event>(of define: Syntax.Define<State, Event>, limit: Int) {
        for superState in define.superStates where !isTooLarge { add(superState, limit) }
        contents.append(define.content)
        onEntry += define.onEntry
        onExit += define.onExit
        // Tasks begin after all other actions on entry, and end before those on exit.
        onEntry += contents.flatMap { $0.activities.map(\.begin) }
        onExit = contents.flatMap { $0.activities.map(\.end) } + onExit
    }

    private mutating func add(_ superState: SuperState, _ limit: Int) {
        guard contents.count < limit else {
            isTooLarge = true
            return
        }
        for inner in superState.superStates where !isTooLarge { add(inner, limit) }
        contents.append(superState.content)
        onEntry += superState.onEntry
        onExit += superState.onExit
    }
}
