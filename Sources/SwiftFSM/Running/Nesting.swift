/// Events that actions send synchronously, each of which runs inside the action of another.
enum Nesting {
    /// The most events that may be nested in one another in debug builds.
    private static var maximum: Int { 1_000 }

    /// Traps if events are nested without an end, long before the stack is exhausted.
    static func check(_ depth: Int, _ event: @autoclosure () -> String) {
        precondition(
            depth <= maximum,
            """
            \(depth) events are nested in one another: an action for '\(event())' sends an event, whose action sends \
            another. Send an event that has no end in a Task, or from outside the action
            """)
    }
}
