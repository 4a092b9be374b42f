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
            var timers: [String: FSMTimer] = [:]
            for call in run.calls {
                callbacks.begin(call.trace)
                let outcome = try await perform(call, machine, isAwaited, &timers)
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
        #expect(Self.sayable.count >= 60)
    }

    /// Performs a call; the outcome as cases tell it, of calls that have one.
    private func perform(
        _ call: Conformance.Call, _ machine: Machine, _ isAwaited: Bool, _ timers: inout [String: FSMTimer]
    ) async throws -> String? {
        switch call.verb {
        case .send(let event):
            let event = ChartCaseRules.Event(event)
            return told(isAwaited ? await machine.handleEvent(event) : try machine.handleInTurnAtOnce(event))
        case .sendLater(let event, let delay, let name):
            guard let timer = machine.sendLater(ChartCaseRules.Event(event), after: .nanoseconds(delay)) else {
                return "not sent"
            }
            if let name { timers[name] = timer }
            return "ok"
        case .cancel(let name):
            return timers[name].map { machine.cancel($0) } == true ? "ok" : "out of range"
        case .advance(let time): return try await advance(machine, to: .nanoseconds(time), isAwaited)
        default: return nil
        }
    }

    private func advance(_ machine: Machine, to time: Duration, _ isAwaited: Bool) async throws -> String {
        do {
            if isAwaited { try await machine.advance(to: time) } else { try machine.advanceAtOnce(to: time) }
            return "ok"
        } catch FSMTimeError.timeRunsBackwards {
            return "bad value"
        } catch FSMTimeError.stepLimitReached {
            return "step limit reached"
        }
    }

    /// What of a call is not as expected.
    private func differences(
        _ call: Conformance.Call, _ machine: Machine, _ outcome: String?, _ callbacks: CaseCallbacks
    ) -> [String] {
        var found: [String] = []
        for role in [Conformance.Role.guard, .action, .exit, .entry] {
            let expected = call.trace.filter { $0.role == role }.map(\.words)
            let called = callbacks.called.map(\.words).filter { $0.hasPrefix(role.rawValue + " ") }
            if expected != called { found.append("\(called) is called, not \(expected)") }
        }
        guard let result = call.result else { return found }
        if let outcome, outcome != told(result.outcome, call.verb) { found.append("the outcome is \(outcome)") }
        if result.state != ReservedID.none && machine.state.id != result.state {
            found.append("the state is \(machine.state)")
        }
        if let active = result.active, machine.states.map(\.id) != active {
            found.append("active is \(machine.states)")
        }
        if let due = result.due, machine.nextDue != due.map({ .nanoseconds($0) }) {
            found.append("due is \(machine.nextDue, default: "nothing")")
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
        case .cancelled: "cancelled"
        default: "unhandled"
        }
    }

    private func told(_ outcome: String, _ verb: Conformance.Verb) -> String {
        if case .sendLater = verb { return outcome == "ok" ? outcome : "not sent" }
        return ["unknown event", "not running"].contains(outcome) ? "unhandled" : outcome
    }
}

extension FSM {
    fileprivate func handleInTurnAtOnce(
        _ event: Event, isolation: isolated (any Actor)? = #isolation
    ) throws -> FSMOutcome<State> { try handleEvent(event) }
}
