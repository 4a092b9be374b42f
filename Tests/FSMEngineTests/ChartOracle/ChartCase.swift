@testable import ConformanceCases
import FSMEngine

/// A chart of which a shared case tells what has to happen, and what the oracle makes of it.
///
/// What callbacks do stands in the case, where they are called.
struct ChartCase {
    struct Difference {
        var line: Int
        var text: String
    }

    private(set) var model = ChartModel()
    /// The names of callbacks with their roles, by the numbers of ``ChartCallbacks``.
    private var names: [String] = []
    /// What happens, in order.
    private var expected: [(line: Int, text: String)] = []
    private let source: Conformance.Case
    private var numbers: [ID: Int] = [:]
    private var acts: [String: [ChartModel.Act]] = [:]

    /// `nil` for what the oracle has no words for: timeouts, predicates, arguments, superstates.
    init?(_ source: Conformance.Case) {
        self.source = source
        guard let run = source.runs.first, source.runs.count == 1, run.initial == ReservedID.none,
            let initial = source.initials.first, source.blocks.allSatisfy({ $0.timeouts.isEmpty && !$0.isSuperstate }),
            source.predicates.isEmpty, source.eventTypes.isEmpty, source.callables.isEmpty
        else { return nil }
        let order = documentOrder()
        for (number, block) in order.enumerated() { numbers[source.blocks[block].state] = number }
        for call in run.calls.dropFirst() {
            guard let call = modelCall(call.verb) else { return nil }
            model.calls.append(call)
        }
        for call in run.calls { note(call) }
        model.isFirstMatch = source.guards == .firstMatch
        model.isAlways = source.entryExit == .always
        let phases = source.order.compactMap { ChartModel.Phase(rawValue: "\($0)") }
        if !phases.isEmpty { model.phases = phases }
        for block in order { add(source.blocks[block]) }
        for row in source.rows { add(row) }
        model.initial = numbers[initial.state] ?? 0
    }

    // MARK: - The definition

    /// The numbers of the blocks by R1: each before those that are nested in it, siblings as they are opened.
    private func documentOrder() -> [Int] {
        var order: [Int] = []
        func visit(_ parent: ID) {
            for (number, block) in source.blocks.enumerated() where block.parent == parent {
                order.append(number)
                visit(block.state)
            }
        }
        visit(ReservedID.none)
        return order
    }

    private mutating func add(_ block: Conformance.Block) {
        var state = ChartModel.State(
            name: source.words.text(block.state, .state), id: block.state, kind: kind(of: block),
            parent: numbers[block.parent])
        state.defaultTarget = numbers[block.defaultTarget]
        state.doneEvent = block.doneEvent == ReservedID.none ? nil : Int(block.doneEvent)
        state.entry = callbacks("entry", block.callbacks[.entry] ?? [])
        state.exit = callbacks("exit", block.callbacks[.exit] ?? [])
        state.cycle = callbacks("cycle", block.callbacks[.cycle] ?? [])
        state.defaultActions = callbacks("action", block.defaultActions)
        model.states.append(state)
    }

    private func kind(of block: Conformance.Block) -> ChartModel.Kind {
        switch block.kind {
        case .plain: return block.isFinal ? .final : .plain
        case .parallel: return .parallel
        case .shallowHistory: return .shallowHistory
        case .deepHistory: return .deepHistory
        }
    }

    private mutating func add(_ row: Conformance.Row) {
        var new = ChartModel.Row(source: numbers[row.source], trigger: .event(Int(row.event)), target: .internal)
        switch row.event {
        case ReservedID.any: new.trigger = .anyEvent
        case ReservedID.eventless: new.trigger = .eventless
        case ReservedID.request: new.trigger = .request
        default: break
        }
        switch row.target {
        case ReservedID.internal: break
        case ReservedID.same: new.target = .same
        case ReservedID.deferred: new.target = .deferred
        case ReservedID.any: new.target = .requested
        default: new.target = .states(([row.target] + row.moreTargets).compactMap { numbers[$0] })
        }
        new.isLocal = row.isLocal
        new.conditions = row.inGuards.map { ChartModel.Condition(state: numbers[$0.state] ?? 0, isIn: $0.isIn) }
        new.guards = callbacks("guard", row.guards)
        new.actions = callbacks("action", row.actions)
        new.raised = row.raised.map { Int($0) }
        model.rows.append(new)
    }

    /// Callbacks are asked for in the order of ``ChartCallbacks``.
    private mutating func callbacks(_ role: String, _ list: [String]) -> [ChartModel.Callback] {
        list.map { name in
            names.append("\(role) \(name)")
            return ChartModel.Callback(acts: acts["\(role) \(name)"] ?? [])
        }
    }

    // MARK: - The run

    private func modelCall(_ verb: Conformance.Verb) -> ChartModel.Call? {
        switch verb {
        case .start(ReservedID.initial): return .start
        case .stop: return .stop
        case .send(let event): return .send(Int(event))
        case .request(let state): return numbers[state].map { .request($0) }
        default: return nil
        }
    }

    /// Notes what happens in a call, and what callbacks do meanwhile.
    private mutating func note(_ call: Conformance.Call) {
        for happening in call.trace {
            let name = happening.words
            acts[name, default: []].append(act(happening))
            expected.append((happening.line, "\(name) in \(source.words.text(happening.state ?? 0, .state))"))
        }
        guard let result = call.result else { return }
        let leaves = (result.active ?? []).map { source.words.text($0, .state) }
        expected.append((result.line, Self.text(result.outcome, leaves, isDone: result.isDone ?? false)))
    }

    private func act(_ happening: Conformance.Happening) -> ChartModel.Act {
        if happening.answer < 0 { return .fail }
        switch happening.calls.first?.verb {
        case .send(let event): return .send(Int(event))
        case .raise(let event): return .raise(Int(event))
        case .stop: return .stop
        default: return happening.role == .guard && happening.answer == 0 ? .refuse : .nothing
        }
    }

    private static func text(_ outcome: String, _ leaves: [String], isDone: Bool) -> String {
        "\(outcome): \(leaves.joined(separator: " "))\(isDone ? " done" : "")"
    }

    // MARK: - The oracle

    /// Where the oracle does something else first.
    func difference() -> Difference? {
        let last = expected.last?.line ?? 1
        guard model.isValid else { return Difference(line: 1, text: "the oracle knows no such chart") }
        let interpreter = ChartInterpreter(model)
        guard interpreter.run() else { return Difference(line: last, text: "the oracle comes to no end") }
        if let fault = interpreter.fault { return Difference(line: last, text: "the oracle is wrong: \(fault)") }
        let texts = interpreter.trace.entries.map { text(of: $0) }
        for (text, expected) in zip(texts, expected) where text != expected.text {
            return Difference(line: expected.line, text: "the oracle says \(text), and not \(expected.text)")
        }
        if texts.count == expected.count { return nil }
        return Difference(line: last, text: "the oracle says \(texts.count) lines, and not \(expected.count)")
    }

    private func text(of entry: ChartTrace.Entry) -> String {
        switch entry {
        case .callback(let number, let leaves): return "\(names[number]) in \(visibleState(leaves.states))"
        case .result(let outcome, let leaves, let isDone):
            return Self.text(Self.words(outcome), leaves.map { model.states[$0].name }, isDone: isDone)
        }
    }

    /// `notRunning` as a case has it: `not running`.
    private static func words(_ outcome: ChartTrace.Outcome) -> String {
        "\(outcome)".map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }

    /// The active leaf, or the outermost parallel state that is active.
    private func visibleState(_ leaves: [Int]) -> String {
        guard let leaf = leaves.first else { return "none" }
        let outermost = model.ancestors(of: leaf).last { model.isParallel($0) }
        return model.states[outermost ?? leaf].name
    }
}
