/// Reads charts as `ChartModel.text` writes them.
extension ChartModel {
    /// With `isTraced`, every state has an entry, an exit and a cycle callback, every default and every row an action.
    init(text: String, isTraced: Bool = false) {
        self.init()
        var reader = ChartReader(text)
        reader.read(into: &self)
        guard isTraced else { return }
        for number in states.indices {
            let isHistory = states[number].kind.isHistory
            if !isHistory && states[number].entry.isEmpty { states[number].entry = [Callback()] }
            if !isHistory && states[number].exit.isEmpty { states[number].exit = [Callback()] }
            if !isHistory && states[number].cycle.isEmpty { states[number].cycle = [Callback()] }
            if states[number].defaultTarget != nil { states[number].defaultActions = [Callback()] }
        }
        for number in rows.indices where rows[number].target != .deferred && rows[number].actions.isEmpty {
            rows[number].actions = [Callback()]
        }
    }
}

private struct ChartReader {
    private let lines: [[String]]
    private let depths: [Int]
    private var numbers: [String: Int] = [:]
    private var words: ArraySlice<String> = []

    init(_ text: String) {
        let all = text.split(separator: "\n").filter { $0.contains { $0 != " " } }
        depths = all.map { $0.prefix { $0 == " " }.count / 2 }
        lines = all.map { line in
            let spaced = line.map { "(),".contains($0) ? " \($0) " : "\($0)" }.joined()
            return spaced.split(separator: " ").map { String($0) }.filter { $0 != "," }
        }
        // Names of all states first, since lines may name later ones.
        for line in lines where ChartModel.Kind(word: line[0]) != nil { numbers[line[1]] = numbers.count }
    }

    mutating func read(into model: inout ChartModel) {
        var open: [Int] = []
        for (depth, line) in zip(depths, lines) {
            words = line.dropFirst()
            switch line[0] {
            case "chart": readChart(&model)
            case "row": model.rows.append(row())
            case "call": model.calls.append(call())
            default:
                open.removeSubrange(depth...)
                model.states.append(state(ChartModel.Kind(word: line[0])!, parent: open.last, model.states.count))
                open.append(model.states.count - 1)
            }
        }
    }

    private mutating func next() -> String { words.popFirst()! }

    private mutating func nextState() -> Int {
        let name = next()
        guard let number = numbers[name] else { fatalError("no state \(name)") }
        return number
    }

    private mutating func nextEvent() -> Int { Int(next().dropFirst())! }

    private mutating func readChart(_ model: inout ChartModel) {
        while let word = words.popFirst() {
            switch word {
            case "first": model.isFirstMatch = next() == "match"
            case "exclusive": model.isFirstMatch = false
            case "always": model.isAlways = true
            case "on": model.isAlways = next() != "change"
            case "initial": model.initial = nextState()
            case "order": model.phases = (0..<4).map { _ in ChartModel.Phase(rawValue: next())! }
            case "opened": model.opensByDepth = next() == "by" && next() == "depth"
            case "restarts": model.restarts = true
            default: fatalError("chart \(word)")
            }
        }
    }

    private mutating func state(_ kind: ChartModel.Kind, parent: Int?, _ number: Int) -> ChartModel.State {
        let name = next()
        let id = name.first == "s" ? Int32(name.dropFirst()) : nil
        var state = ChartModel.State(name: name, id: id ?? Int32(1000 + number), kind: kind, parent: parent)
        while let word = words.popFirst() {
            switch word {
            case "default": state.defaultTarget = nextState()
            case "do": state.defaultActions.append(callback())
            case "entry": state.entry.append(callback())
            case "exit": state.exit.append(callback())
            case "cycle": state.cycle.append(callback())
            case "done": state.doneEvent = nextEvent()
            default: fatalError("state \(word)")
            }
        }
        return state
    }

    private mutating func callback() -> ChartModel.Callback {
        var callback = ChartModel.Callback()
        guard next() == "(" else { fatalError("a callback begins with (") }
        while words.first != ")" {
            switch next() {
            case "n": callback.acts.append(.refuse)
            case "!": callback.acts.append(.fail)
            case "send": callback.acts.append(.send(nextEvent()))
            case "raise": callback.acts.append(.raise(nextEvent()))
            case "stop": callback.acts.append(.stop)
            default: callback.acts.append(.nothing)
            }
        }
        _ = next()
        return callback
    }

    private mutating func row() -> ChartModel.Row {
        let source = words.first == "any" ? nil : numbers[words.first!]!
        words.removeFirst()
        var row = ChartModel.Row(source: source, trigger: trigger(), target: .internal)
        guard next() == "->" else { fatalError("a row has ->") }
        row.target = target()
        while let word = words.popFirst() {
            switch word {
            case "local": row.isLocal = true
            case "in": row.conditions.append(ChartModel.Condition(state: nextState(), isIn: true))
            case "notin": row.conditions.append(ChartModel.Condition(state: nextState(), isIn: false))
            case "if": row.guards.append(callback())
            case "do": row.actions.append(callback())
            case "raise": row.raised.append(nextEvent())
            default: fatalError("row \(word)")
            }
        }
        return row
    }

    private mutating func trigger() -> ChartModel.Trigger {
        let word = next()
        switch word {
        case "any": return .anyEvent
        case "eventless": return .eventless
        case "request": return .request
        default: return .event(Int(word.dropFirst())!)
        }
    }

    private mutating func target() -> ChartModel.Target {
        let single: [String: ChartModel.Target] = [
            "same": .same, "internal": .internal, "defer": .deferred, "requested": .requested,
        ]
        if let target = words.first.flatMap({ single[$0] }) {
            words.removeFirst()
            return target
        }
        var targets: [Int] = []
        while let word = words.first, let number = numbers[word] {
            targets.append(number)
            words.removeFirst()
        }
        return .states(targets)
    }

    private mutating func call() -> ChartModel.Call {
        switch next() {
        case "send": return .send(nextEvent())
        case "request": return .request(nextState())
        case "stop": return .stop
        default: return .start
        }
    }
}
