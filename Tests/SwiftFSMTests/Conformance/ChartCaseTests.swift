@testable import ConformanceCases
import FSMEngine
@testable import SwiftFSM
import Testing

/// The shared cases of charts whose rules can be said in the words of SwiftFSM.
///
/// The state changes before the actions here, and actions of rows come before those for leaving states. So what is
/// expected is compared role by role. Each runs twice: with actions that await nothing, and with some that do.
@MainActor
@Suite struct ChartCaseTests {
    typealias Machine = FSM<ChartCaseRules.State, ChartCaseRules.Event>

    nonisolated static let charts = Conformance.names(in: "cases").filter { test($0)?.isChart == true }
    nonisolated static let sayable = charts.filter { test($0)?.unsayableInChart == nil }

    nonisolated static func test(_ name: String) -> Conformance.Case? {
        try? Conformance.Case(Conformance.contents(of: name, in: "cases"))
    }

    @Test(arguments: sayable, [false, true])
    func agrees(_ name: String, _ isAwaited: Bool) async throws {
        let test = try Conformance.Case(Conformance.contents(of: name, in: "cases"))
        func report(_ line: Int, _ text: String) {
            Issue.record("Tests/Conformance/cases/\(name):\(line): \(text)")
        }
        let errors = test.findings.filter { $0.isError }
        for run in test.runs + (test.runs.isEmpty ? [Conformance.Run(line: 1)] : []) {
            let (machine, callbacks) = machine(test, run)
            let rules = ChartCaseRules(test: test, callbacks: callbacks, isAwaited: isAwaited)
            do {
                try machine.buildTable { rules.rules }
                if !errors.isEmpty { report(errors[0].line, "there is no fault") }
            } catch {
                let faults = (error as? SwiftFSMError)?.faults ?? []
                if faults.count != errors.count { report(errors.first?.line ?? 1, "\(error)") }
                continue
            }
            for call in run.calls {
                callbacks.begin(call.trace)
                let outcome = try await perform(call, machine, isAwaited)
                for text in differences(call, machine, outcome, callbacks) { report(call.line, text) }
            }
        }
    }

    private func machine(_ test: Conformance.Case, _ run: Conformance.Run) -> (Machine, CaseCallbacks) {
        let initial = run.initial == ReservedID.none ? test.blocks[0].state : run.initial
        let machine = Machine(
            initialState: ChartCaseRules.State(initial),
            actionsPolicy: test.entryExit == .always ? .executeAlways : .executeOnChangeOnly)
        machine.logHandler = nil
        return (machine, CaseCallbacks())
    }

    @Test func mostCasesCanBeSaid() {
        #expect(Self.sayable.count >= 50)
    }

    private func perform(
        _ call: Conformance.Call, _ machine: Machine, _ isAwaited: Bool
    ) async throws -> FSMOutcome<ChartCaseRules.State>? {
        guard case .send(let event) = call.verb else { return nil }
        if isAwaited { return await machine.handleEvent(ChartCaseRules.Event(event)) }
        return try machine.handleInTurnAtOnce(ChartCaseRules.Event(event))
    }

    /// What of a call is not as expected.
    private func differences(
        _ call: Conformance.Call, _ machine: Machine, _ outcome: FSMOutcome<ChartCaseRules.State>?,
        _ callbacks: CaseCallbacks
    ) -> [String] {
        var found: [String] = []
        for role in [Conformance.Role.guard, .action, .exit, .entry] {
            let expected = call.trace.filter { $0.role == role }.map(\.words)
            let called = callbacks.called.map(\.words).filter { $0.hasPrefix(role.rawValue + " ") }
            if expected != called { found.append("\(called) is called, not \(expected)") }
        }
        guard let result = call.result else { return found }
        if let outcome, told(outcome) != told(result.outcome) { found.append("the outcome is \(outcome)") }
        if result.state != ReservedID.none && machine.state.id != result.state {
            found.append("the state is \(machine.state)")
        }
        if let active = result.active, machine.states.map(\.id) != active {
            found.append("active is \(machine.states)")
        }
        if let isDone = result.isDone, machine.isDone != isDone { found.append("done is \(machine.isDone)") }
        if let ids = result.ids, machine.permittedEvents().map(\.id).sorted() != ids.sorted() {
            found.append("permitted is \(machine.permittedEvents())")
        }
        return found
    }

    private func told(_ outcome: FSMOutcome<ChartCaseRules.State>) -> String {
        switch outcome {
        case .transitioned: "transitioned"
        case .notExecuted: "refused"
        case .deferred: "deferred"
        case .stepLimitReached: "step limit reached"
        default: "unhandled"
        }
    }

    private func told(_ outcome: String) -> String {
        ["unknown event", "not running"].contains(outcome) ? "unhandled" : outcome
    }
}

extension FSM {
    fileprivate func handleInTurnAtOnce(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> { try handleEvent(event) }
}
