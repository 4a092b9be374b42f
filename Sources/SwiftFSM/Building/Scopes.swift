/// What a `define` comes to with its superstates: theirs first, depth first, then its own.
struct Scopes {
    private(set) var contents: [Content] = []
    private(set) var onEntry: [AnyAction] = []
    private(set) var onExit: [AnyAction] = []
    /// Superstates that adopt each other's superstates several times over may come to more than can be held.
    private(set) var isTooLarge = false

    /// Stops as soon as the define comes to more scopes than this.
    init<State, Event>(of define: Syntax.Define<State, Event>, limit: Int) {
        for superState in define.superStates where !isTooLarge { add(superState, limit) }
        contents.append(define.content)
        onEntry += define.onEntry
        onExit += define.onExit
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
