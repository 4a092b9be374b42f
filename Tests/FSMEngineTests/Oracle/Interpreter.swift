@testable import FSMEngine

/// The oracle: performs a model by looking through all of its rows at every event. Slow and obvious; it shares nothing
/// with the engine but the names of its values.
final class Interpreter {
    let model: Model
    let cells: Cells
    private(set) var trace: [String] = []
    /// The same as the run of a conformance case.
    private(set) var script: [String] = []
    let words: ModelWords
    /// What an inquiry has found, as a conformance case tells it: reasons in lines of their own, lists behind the
    /// result.
    var findings: (reasons: [String], list: String) = ([], "")
    var state: ID?
    private var queue: [Sent?] = []
    private var calls = 0
    private var budget = 0
    /// The cases that callbacks are shown.
    var shownCases: Cases = [:]
    /// The target that the hook for steps is shown.
    var shownTarget = ReservedID.none

    /// What is sent, with its cases; `nil` in the queue stops the machine.
    struct Sent {
        var want: Want
        var cases: Cases

        var event: ID {
            switch want {
            case .event(let id): return id
            case .request: return ReservedID.request
            }
        }

        var requested: ID {
            switch want {
            case .event: return ReservedID.none
            case .request(let state): return state
            }
        }
    }

    enum Failure: Error {
        case callback
        case unknownState
    }

    init(_ model: Model) {
        self.model = model
        cells = Cells(model)
        words = ModelWords(model)
        state = model.start
    }

    /// Makes all calls of the model.
    func run() {
        for call in model.calls {
            budget = 4
            findings = ([], "")
            if state == nil {
                record("start \(words.state(model.start))") {
                    let outcome = start()
                    trace.append("start \(outcome.name)")
                    return outcome
                }
            }
            record(text(of: call)) {
                let (outcome, told) = perform(call)
                trace.append("\(told) \(state ?? ReservedID.none) \(queue.count)")
                return outcome
            }
        }
    }

    /// Writes a call, with what happens meanwhile below it.
    private func record(_ call: String, _ body: () -> Outcome) {
        let first = script.count
        script.append("  " + call)
        let result = "-> \(body().name) \(words.state(state ?? ReservedID.none))\(findings.list)"
        script += findings.reasons.map { "    " + $0 }
        if script.count == first + 1 { script[first] += " " + result } else { script.append("    " + result) }
    }

    private func text(of call: Model.Call) -> String {
        switch call {
        case .send(let event, let cases): return "send \(words.event(event))\(words.cases(cases))"
        case .request(let state, let cases): return "request \(words.state(state))\(words.cases(cases))"
        case .update(let sends): return "update 1" + (sends ? "" : " handed over")
        case .probe(let event, _): return "probe \(words.event(event))"
        case .explain(ReservedID.request, let state, let cases):
            return "explain request \(words.state(state))\(words.cases(cases))"
        case .explain(let event, _, let cases): return "explain \(words.event(event))\(words.cases(cases))"
        case .permitted(let permission, let cases):
            return "permitted\(words.cases(cases))" + (permission.contains(.withoutGuards) ? " without guards" : "")
                + (permission.contains(.requests) ? " requests" : "")
        }
    }

    /// What a call comes to, and how the trace tells it.
    private func perform(_ call: Model.Call) -> (Outcome, String) {
        func told(_ outcome: Outcome) -> (Outcome, String) { (outcome, outcome.name) }
        switch call {
        case .send(let event, let cases): return told(send(.event(event), cases))
        case .request(let state, let cases): return told(send(.request(state), cases))
        case .update(let sends): return update(sends: sends)
        case .probe(let event, let cases): return probe(.event(event), cases)
        case .explain(let event, let requested, let cases):
            return explain(event == ReservedID.request ? .request(requested) : .event(event), cases)
        case .permitted(let permission, let cases): return permitted(permission, cases)
        }
    }

    // MARK: - Life

    private func start() -> Outcome {
        state = model.start
        queue = []
        shownTarget = model.start
        let result = attempt {
            for callback in blocks(model.start).flatMap({ $0.entry }) {
                try call(callback, "entry", ReservedID.none, ReservedID.none, model.start)
            }
            return .transitioned
        }
        let outcome = drain(after: end(result, ReservedID.none, ReservedID.none))
        return outcome == .transitioned ? .ok : outcome
    }

    private func stop() -> Outcome {
        guard let source = state else { return .notRunning }
        shownTarget = ReservedID.none
        let outcome = attempt {
            for callback in blocks(source).flatMap({ $0.exit }) {
                try call(callback, "exit", ReservedID.none, source, ReservedID.none)
            }
            state = nil
            return .transitioned
        }
        let ended = end(outcome, ReservedID.none, source)
        if state == nil { queue = [] }
        return ended
    }

    private func update(sends: Bool) -> (Outcome, String) {
        func told(_ outcome: Outcome) -> (Outcome, String) { (outcome, outcome.name) }
        guard let source = state else { return told(.notRunning) }
        var event = ReservedID.none
        for callback in blocks(source).flatMap({ $0.update }) where event == ReservedID.none {
            let answer = write(callback, "update", ReservedID.none, source, source)
            act(answer)
            event = answer.event(of: model)
        }
        if event == ReservedID.failed { return told(.callbackFailed) }
        guard sends && event != ReservedID.none else {
            let outcome = drain(after: .ok)
            if sends || outcome != .ok { return told(outcome) }
            findings.list = ", event \(words.event(event))"
            return (outcome, "\(outcome.name) names \(event)")
        }
        let (sent, fault) = checked(.event(event), [])
        guard let sent else {
            let outcome = drain(after: .ok)
            return told(outcome == .ok ? fault : outcome)
        }
        let position = queue.count
        queue.append(sent)
        return told(drain(after: .queued, own: position))
    }

    // MARK: - Sending

    private func send(_ want: Want, _ cases: [Model.Case]) -> Outcome {
        let (checked, fault) = checked(want, cases)
        guard let sent = checked else { return fault }
        if queue.isEmpty { return drain(after: step(sent)) }
        // A failure left events waiting: they come first.
        let position = queue.count
        queue.append(sent)
        return drain(after: .queued, own: position)
    }

    /// What is sent, or what is wrong with it.
    func checked(_ want: Want, _ cases: [Model.Case]) -> (Sent?, Outcome) {
        switch want {
        case .event(let id):
            if id < ReservedID.first { return (nil, .reservedID) }
            if state == nil { return (nil, .notRunning) }
            if !model.knownEvents.contains(id) && !takesAnyEvent { return (nil, .unknownEvent) }
        case .request(let id):
            if id < ReservedID.first { return (nil, .reservedID) }
            if state == nil { return (nil, .notRunning) }
            if !model.states.contains(id) { return (nil, .unknownState) }
        }
        let (taken, fault) = taken(cases)
        return (taken.map { Sent(want: want, cases: $0) }, fault)
    }

    /// The cases as a strict or lenient machine takes them, or what is wrong with them.
    func taken(_ cases: [Model.Case]) -> (Cases?, Outcome) {
        var taken: Cases = [:]
        for sent in cases {
            guard let count = model.caseCount(sent.predicate) else {
                if model.isLenient { continue }
                return (nil, .unknownPredicate)
            }
            if sent.value < 0 || sent.value >= count { return (nil, .unknownCase) }
            if taken[sent.predicate] != nil {
                if model.isLenient { continue }
                return (nil, .repeatedPredicate)
            }
            taken[sent.predicate] = sent.value
        }
        if !model.isLenient && taken.count < model.predicateIDs.count { return (nil, .missingPredicate) }
        return (taken, .ok)
    }

    /// Whether any state has a row for any event.
    private lazy var takesAnyEvent = (model.states + [ReservedID.any]).contains { [cells] in
        !cells.rows(Cells.Level(state: $0, want: .event(ReservedID.any))).isEmpty
    }

    private func drain(after first: Outcome, own: Int = -1) -> Outcome {
        var outcome = first
        var position = 0
        while outcome != .callbackFailed && outcome != .unknownState && !queue.isEmpty {
            let sent = queue.removeFirst()
            let next = sent.map { step($0) } ?? stop()
            if next == .callbackFailed || next == .unknownState || position == own { outcome = next }
            position += 1
        }
        return outcome
    }

    func attempt(_ body: () throws -> Outcome) -> Outcome {
        do { return try body() } catch Failure.unknownState { return .unknownState } catch { return .callbackFailed }
    }

    /// Tells the hook for steps.
    func end(_ outcome: Outcome, _ event: ID, _ source: ID) -> Outcome {
        shownCases = [:]
        guard model.hasHooks else { return outcome }
        trace.append(Trace.hook("step \(outcome.name)", event, source, shownTarget))
        script.append("    step \(outcome.name) \(shown(event, source, shownTarget))")
        return outcome
    }

    func unhandled(_ sent: Sent, _ source: ID) {
        guard model.hasHooks else { return }
        trace.append(Trace.hook("unhandled", sent.event, source, sent.requested))
        script.append("    unhandled \(shown(sent.event, source, sent.requested))")
    }

    func blocks(_ state: ID) -> [Model.Block] { model.lines(of: state).map { model.blocks[$0] } }

    // MARK: - Callbacks

    func write(_ callback: Int, _ kind: String, _ event: ID, _ source: ID, _ target: ID) -> Answer {
        let cases = model.predicateIDs.map { shownCases[$0] ?? ReservedID.none }
        shownTarget = target
        trace.append(
            Trace.call(kind, callback, event, source, target, cases, state: state ?? ReservedID.none))
        calls += 1
        let answer = Answer(model, callback: callback, call: calls)
        script.append(
            "    \(kind) c\(callback)\(text(of: answer, kind)) \(shown(event, source, target))"
                + " in \(words.state(state ?? ReservedID.none))" + shownCasesText + (kind == "update" ? " at 1" : ""))
        return answer
    }

    private func shown(_ event: ID, _ source: ID, _ target: ID) -> String {
        "(\(words.state(source)) \(words.event(event)) \(words.state(target)))"
    }

    private var shownCasesText: String {
        model.predicates.isEmpty ? "" : " with" + words.cases(model.predicateIDs.map { ($0, shownCases[$0]) })
    }

    private func text(of answer: Answer, _ kind: String) -> String {
        switch kind {
        case "guard": return answer.fails ? " fails" : answer.permits ? "" : " says no"
        case "resolver":
            let target = answer.target(of: model)
            return target == ReservedID.failed ? " fails" : " says \(words.state(target))"
        case "update":
            let event = answer.event(of: model)
            if event == ReservedID.none { return "" }
            return event == ReservedID.failed ? " fails" : " says \(words.event(event))"
        default: return answer.fails ? " fails" : ""
        }
    }

    func call(_ callback: Int, _ kind: String, _ event: ID, _ source: ID, _ target: ID) throws {
        let answer = write(callback, kind, event, source, target)
        act(answer)
        if answer.fails { throw Failure.callback }
    }

    /// What a callback does to its own machine.
    private func act(_ answer: Answer) {
        func send(_ call: Model.Call, _ want: Want, _ cases: [Model.Case]) {
            let (sent, fault) = checked(want, cases)
            if let sent { queue.append(sent) }
            note(text(of: call), sent == nil ? fault : .queued)
        }
        if answer.sends && budget > 0 {
            budget -= 1
            let call = answer.sent(of: model)
            switch call {
            case .send(let event, let cases): send(call!, .event(event), cases)
            case .request(let state, let cases): send(call!, .request(state), cases)
            default: break
            }
        }
        if answer.stops {
            queue.append(nil)
            note("stop", .queued)
        }
    }

    private func note(_ call: String, _ outcome: Outcome) {
        script.append("      \(call) -> \(outcome.name) \(words.state(state ?? ReservedID.none))")
    }
}

/// How a call stands in a trace.
enum Trace {
    static func call(
        _ kind: String, _ callback: Int, _ event: ID, _ source: ID, _ target: ID, _ cases: [Int32], state: ID
    ) -> String {
        let shown = cases.isEmpty ? "" : " with \(cases.map { short($0) })"
        return "\(kind) \(callback) (\(short(source)) --\(short(event))-> \(short(target)))\(shown) in \(short(state))"
    }

    static func hook(_ kind: String, _ event: ID, _ source: ID, _ target: ID) -> String {
        "hook \(kind) (\(short(source)) --\(short(event))-> \(short(target)))"
    }

    static func short(_ id: ID) -> String { id == ReservedID.none ? "none" : "\(id)" }
}
