/// Charts as text, which `ChartModel(text:)` reads.
///
///     chart exclusive, on change, initial p, order exit actions commit entry
///     parallel p entry () done e4
///       state r default a
///         state a exit (. raise e2)
///         final f
///       history h default a do ()
///     row a e1 -> f local if (y n) in a notin f do () raise e3
///     row any eventless -> same
///     call send e1
///
/// Behind `entry`, `exit`, `cycle`, `do` (of a default or of a row) and `if` stands what the callback does at its calls
/// in turn: `.` or `y` nothing, `n` no, `!` fails, `send e1`, `raise e1`, `stop`.
extension ChartModel {
    var text: String {
        var lines = [
            "chart \(isFirstMatch ? "first match" : "exclusive"), \(isAlways ? "always" : "on change"), "
                + "initial \(states[initial].name)"
        ]
        if phases != Phase.allCases { lines[0] += ", order " + phases.map { $0.rawValue }.joined(separator: " ") }
        if opensByDepth { lines[0] += ", opened by depth" }
        if restarts { lines[0] += ", restarts" }
        lines += states.indices.map { text(ofState: $0) }
        lines += rows.map { text(of: $0) }
        lines += calls.map { text(of: $0) }
        return lines.joined(separator: "\n")
    }

    private func text(ofState number: Int) -> String {
        let state = states[number]
        var text = String(repeating: "  ", count: ancestors(of: number).count) + state.kind.word + " " + state.name
        if let target = state.defaultTarget { text += " default \(states[target].name)" }
        text += Self.text("do", state.defaultActions) + Self.text("entry", state.entry)
        text += Self.text("exit", state.exit) + Self.text("cycle", state.cycle)
        if let event = state.doneEvent { text += " done e\(event)" }
        return text
    }

    private func text(of row: Row) -> String {
        var text = "row \(row.source.map { states[$0].name } ?? "any") \(row.trigger.word) -> "
        switch row.target {
        case .states(let targets): text += targets.map { states[$0].name }.joined(separator: " ")
        case .same: text += "same"
        case .internal: text += "internal"
        case .deferred: text += "defer"
        case .requested: text += "requested"
        }
        if row.isLocal { text += " local" }
        for condition in row.conditions {
            text += " \(condition.isIn ? "in" : "notin") \(states[condition.state].name)"
        }
        text += Self.text("if", row.guards) + Self.text("do", row.actions)
        return text + row.raised.map { " raise e\($0)" }.joined()
    }

    private func text(of call: Call) -> String {
        switch call {
        case .send(let event): return "call send e\(event)"
        case .request(let state): return "call request \(states[state].name)"
        case .stop: return "call stop"
        case .start: return "call start"
        }
    }

    private static func text(_ word: String, _ callbacks: [Callback]) -> String {
        callbacks.map { " \(word) (" + $0.acts.map { $0.word }.joined(separator: " ") + ")" }.joined()
    }
}

extension ChartModel.Kind {
    var word: String {
        switch self {
        case .plain: return "state"
        case .final: return "final"
        case .parallel: return "parallel"
        case .shallowHistory: return "history"
        case .deepHistory: return "deep"
        }
    }

    init?(word: String) {
        let kinds: [Self] = [.plain, .final, .parallel, .shallowHistory, .deepHistory]
        guard let kind = kinds.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}

extension ChartModel.Trigger {
    fileprivate var word: String {
        switch self {
        case .event(let event): return "e\(event)"
        case .anyEvent: return "any"
        case .eventless: return "eventless"
        case .request: return "request"
        }
    }
}

extension ChartModel.Act {
    fileprivate var word: String {
        switch self {
        case .nothing: return "."
        case .refuse: return "n"
        case .fail: return "!"
        case .send(let event): return "send e\(event)"
        case .raise(let event): return "raise e\(event)"
        case .stop: return "stop"
        }
    }
}
