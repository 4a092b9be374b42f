@testable import ConformanceCases
import FSMEngine
@testable import SwiftFSM

/// A case held against SwiftFSM. What is not told here is not compared: conditions are told nothing, actions the event
/// alone; what of the step is written of them is held against the outcome.
@MainActor
final class CaseChecking<State: NumberedValue, Event: NumberedValue> {
    let test: Conformance.Case
    private let callbacks = CaseCallbacks()
    private(set) var faults: [Conformance.Fault] = []

    init(_ test: Conformance.Case) { self.test = test }

    func report(_ line: Int, _ text: String) { faults.append(Conformance.Fault(line: line, text: text)) }

    private func rules(usesBlocks: Bool) -> [Syntax.Define<State, Event>] {
        CaseRules(test: test, callbacks: callbacks, usesBlocks: usesBlocks).rules
    }

    /// Machines that await nothing, each with a table of its own.
    func check() {
        checkFaults { isLenient in
            try machine(isLenient, State(0)).buildTable { rules(usesBlocks: false) }
        }
        guard canRun else { return }
        for run in test.runs where faults.isEmpty {
            do {
                let machine = machine(run.isLenient, State(run.initial))
                try machine.buildTable { rules(usesBlocks: false) }
                let caseRun = CaseRun(test, machine, callbacks)
                for call in run.calls where caseRun.faults.isEmpty {
                    caseRun.check(call) { try machine.handleNow($0, $1) }
                }
                faults += caseRun.faults
            } catch {
                report(run.line, "there is no table: \(error)")
            }
        }
    }

    /// Machines that share a table, await what they do, and tell their log of it.
    func checkAwaited() async {
        checkFaults { isLenient in
            _ = try FSMTable(type: isLenient ? .lazy : .eager, initialState: State(0)) { rules(usesBlocks: true) }
        }
        guard canRun else { return }
        for isLenient in [false, true] {
            await checkAwaited(test.runs.filter { $0.isLenient == isLenient }, isLenient)
        }
    }

    private func checkAwaited(_ runs: [Conformance.Run], _ isLenient: Bool) async {
        var line = 1
        do {
            guard let first = runs.first else { return }
            line = first.line
            let policy: StateActionsPolicy = test.entryExit == .always ? .executeAlways : .executeOnChangeOnly
            let table = try FSMTable(
                type: isLenient ? .lazy : .eager, initialState: State(first.initial), actionsPolicy: policy
            ) { rules(usesBlocks: true) }
            for run in runs {
                line = run.line
                let machine = try table.machine(initialState: State(run.initial)) { rules(usesBlocks: true) }
                let caseRun = CaseRun(test, machine, callbacks)
                for call in run.calls where caseRun.faults.isEmpty {
                    var logged: [FSMOutcome<State>] = []
                    machine.logHandler = { logged.append($0.outcome) }
                    let outcome = await caseRun.checkAwaited(call) { await machine.handle($0, $1) }
                    if logged != [outcome].compactMap({ $0 }) { report(call.line, "the log is told \(logged)") }
                }
                faults += caseRun.faults
            }
        } catch {
            report(line, "there is no table: \(error)")
        }
    }

    private func machine(_ isLenient: Bool, _ initialState: State) -> FSM<State, Event> {
        let machine = FSM<State, Event>(
            type: isLenient ? .lazy : .eager, initialState: initialState,
            actionsPolicy: test.entryExit == .always ? .executeAlways : .executeOnChangeOnly)
        machine.logHandler = nil
        return machine
    }

    // MARK: - Faults

    /// Whether nothing is wrong so far, and there is a table.
    private var canRun: Bool {
        if let run = test.runs.first, test.findings.contains(where: { $0.isError }) {
            report(run.line, "there is no table")
        }
        return faults.isEmpty && !test.findings.contains { $0.isError }
    }

    /// Compares what is wrong with the table; machines of both types have to find the same.
    private func checkFaults(_ build: (_ isLenient: Bool) throws -> Void) {
        for isLenient in [false, true] where faults.isEmpty {
            do {
                try build(isLenient)
                compare([])
            } catch let error as SwiftFSMError {
                compare(error.faults)
            } catch {
                report(1, "\(error)")
            }
        }
    }

    /// Three things differ. The order of faults is SwiftFSM's own: all of one kind come before all of another. What is
    /// wrong in a superstate is told of in each state that has its rows, and what is wrong with a row is told of in
    /// each of its `matching`s. And of a row that overrides in its own block it is told only that both are alike.
    private func compare(_ found: [TableFault]) {
        let line = test.diagnosticsLine ?? test.runs.first?.line ?? 1
        var told: [CaseFault] = []
        for fault in found.map({ CaseFault($0) }) where !told.contains(where: { fault.isOnceMore($0) }) {
            told.append(fault)
        }
        for finding in test.findings where finding.isError && !isOfOneBlock(finding) {
            guard let index = told.firstIndex(where: { $0.answers(finding, in: test) }) else {
                report(finding.line, "\(finding.kind) \(finding.places) is not found, but \(told)")
                return
            }
            told.remove(at: index)
        }
        if !told.isEmpty { report(line, "not expected: \(told)") }
    }

    /// Whether there is nothing to override since the row for the same event stands in the same block.
    private func isOfOneBlock(_ finding: Conformance.Finding) -> Bool {
        guard finding.kind == "nothing to override" else { return false }
        return test.findings.contains {
            ["duplicate", "clash"].contains($0.kind) && $0.places.contains(finding.places[0])
        }
    }
}

extension FSM {
    /// Predicates that are known at run time only cannot be handed to variadic parameters but one by one.
    fileprivate func handleNow(
        _ event: Event, _ some: [any SwiftFSM.Predicate], isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> {
        switch some.count {
        case 0: try handleEvent(event)
        case 1: try handleEvent(event, predicates: some[0])
        case 2: try handleEvent(event, predicates: some[0], some[1])
        case 3: try handleEvent(event, predicates: some[0], some[1], some[2])
        default: try handleAtOnce(event, some, isolation)
        }
    }

    fileprivate func handle(
        _ event: Event, _ some: [any SwiftFSM.Predicate], isolation: isolated (any Actor)? = #isolation
    ) async -> FSMOutcome<State> {
        switch some.count {
        case 0: await handleEvent(event)
        case 1: await handleEvent(event, predicates: some[0])
        case 2: await handleEvent(event, predicates: some[0], some[1])
        case 3: await handleEvent(event, predicates: some[0], some[1], some[2])
        default: await handleInTurn(event, some, isolation: isolation)
        }
    }
}
