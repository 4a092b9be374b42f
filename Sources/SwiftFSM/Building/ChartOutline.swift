import FSMEngine

/// What the statements of a table say of the nesting of states.
struct ChartOutline {
    /// The statement that defines a state or a history. One state can have several.
    struct Node {
        var state: Int32
        var parent: Int32?
        var kind: ChartStateKind
        /// The number of the `define`; `nil` for a history.
        var define: Int?
        /// The children that are entered with the state; or of a history its default. More than one is a fault.
        var defaults: [Int32] = []
        var defaultActions: [AnyAction] = []
        /// The statement as faults show it: "define(stopped)".
        var text: String
        var place: SourcePlace
    }

    /// An event that is sent when a state was active for so long.
    struct Timeout: Hashable {
        var state: Int32
        /// In nanoseconds.
        var delay: Int64
        var event: Int32
    }

    /// In document order: parents before children.
    private(set) var nodes: [Node] = []
    /// The states with rows for when they are done.
    private(set) var doneStates: Set<Int32> = []
    /// In the order of the table, each once.
    private(set) var timeouts: [Timeout] = []
    private var knownTimeouts: Set<Timeout> = []
    /// Those whose delays are negative.
    private(set) var invalidTimeouts: [TimeoutStatement] = []
    /// Some statement has a meaning only in charts.
    var isUsed = false

    /// Whether no state is nested in another.
    private(set) var isFlat = true

    mutating func add<State, Event>(
        _ define: Syntax.Define<State, Event>, _ state: Int32, in parent: Int32?, _ number: Int
    ) {
        if define.kind != .plain || parent != nil { isUsed = true }
        if define.kind == .parallel || parent != nil { isFlat = false }
        nodes.append(
            Node(
                state: state, parent: parent, kind: define.kind, define: number,
                text: "\(define.kind.word)(\(define.isCase ? "any: " : "")\("\(define.state)".escaped))",
                place: define.place))
    }

    mutating func add(
        _ history: HistoryStatement, _ state: Int32, in parent: Int32, _ target: Int32?, _ actions: [AnyAction]
    ) {
        isUsed = true
        isFlat = false
        nodes.append(
            Node(
                state: state, parent: parent, kind: history.isDeep ? .deepHistory : .shallowHistory,
                defaults: target.map { [$0] } ?? [], defaultActions: actions,
                text: "history(\("\(history.state)".escaped))", place: history.place))
    }

    /// Adds a default to the `define` that was added last of a state.
    mutating func addInitial(_ child: Int32?, of state: Int32, _ actions: [AnyAction], _ place: SourcePlace) {
        isUsed = true
        guard let child, let node = nodes.lastIndex(where: { $0.state == state && $0.define != nil }) else { return }
        nodes[node].defaults.append(child)
        nodes[node].defaultActions += actions
    }

    /// Adds a timeout of a state. Several rows can name the same one.
    mutating func add(_ statement: TimeoutStatement, _ event: Int32, to state: Int32) {
        if statement.isOfChart { isUsed = true }
        if statement.delay < .zero { return invalidTimeouts.append(statement) }
        let timeout = Timeout(state: state, delay: Int64(delay: statement.delay), event: event)
        if knownTimeouts.insert(timeout).inserted { timeouts.append(timeout) }
    }

    /// The number under which the engine knows the trigger of rows without an event.
    mutating func number(of trigger: EventlessTrigger, _ state: Int32) -> Int32 {
        if trigger == .always { return ReservedID.eventless }
        doneStates.insert(state)
        return Self.doneEvent(of: state)
    }

    /// The event that is raised when a state is done. Events of the table have numbers from 0, and -1 is none.
    static func doneEvent(of state: Int32) -> Int32 { -2 - state }
}
