@testable import ConformanceCases
import FSMEngine
import SwiftFSM

/// A run while it is performed.
///
/// A step has another order here than by default in C, where it is exit, actions, change of the state, entry: the state
/// changes before anything is performed, and then come the actions of the row, those for leaving the old state, and
/// those for entering the new one. So what is expected is put into this order, within which the case's own remains. The
/// state in which conditions are asked is the old one, that of all else the new one.
@MainActor
final class CaseRun<State: NumberedValue, Event: NumberedValue> {
    private let test: Conformance.Case
    private let machine: FSM<State, Event>
    private let callbacks: CaseCallbacks
    private(set) var faults: [Conformance.Fault] = []

    init(_ test: Conformance.Case, _ machine: FSM<State, Event>, _ callbacks: CaseCallbacks) {
        self.test = test
        self.machine = machine
        self.callbacks = callbacks
        callbacks.state = { [unowned machine] in machine.state.id }
    }

    private func report(_ line: Int, _ text: String) { faults.append(Conformance.Fault(line: line, text: text)) }

    func check(
        _ call: Conformance.Call, _ handle: (Event, [any SwiftFSM.Predicate]) throws -> FSMOutcome<State>
    ) {
        callbacks.begin(call.trace)
        guard case .send(let event) = call.verb else { return checkPermitted(call) }
        do {
            check(call, event, from: machine.state.id, try handle(Event(event), predicates(call)))
        } catch {
            report(call.line, "\(error)")
        }
    }

    /// The same; the outcome, if an event was sent.
    func checkAwaited(
        _ call: Conformance.Call, _ handle: (Event, [any SwiftFSM.Predicate]) async -> FSMOutcome<State>
    ) async -> FSMOutcome<State>? {
        callbacks.begin(call.trace)
        guard case .send(let event) = call.verb else {
            checkPermitted(call)
            return nil
        }
        let source = machine.state.id
        let outcome = await handle(Event(event), predicates(call))
        check(call, event, from: source, outcome)
        return outcome
    }

    private func predicates(_ call: Conformance.Call) -> [any SwiftFSM.Predicate] {
        (call.cases ?? []).map { test.predicate($0) }
    }

    // MARK: - What came of it

    private func check(_ call: Conformance.Call, _ event: ID, from source: ID, _ outcome: FSMOutcome<State>) {
        guard let expected = call.result else { return }
        checkTrace(call, event, from: source)
        var rejected: (any SwiftFSM.Predicate.Type)?
        var told: String
        switch outcome {
        case .transitioned(let from, let to):
            told = "transitioned"
            if from.id != source || to != machine.state { report(expected.line, "the outcome is \(outcome)") }
        case .notExecuted: told = "refused"
        case .notFound: told = "unhandled"
        case .deferred: told = "deferred"
        case .queued: told = "queued"
        case .stepLimitReached: told = "step limit reached"
        case .cancelled: told = "cancelled"
        case .unknownTarget: told = "unknown target"
        case .missingPredicate(let type): (told, rejected) = ("missing predicate", type)
        case .unknownPredicate(let type): (told, rejected) = ("unknown predicate", type)
        case .repeatedPredicate(let type): (told, rejected) = ("repeated predicate", type)
        }
        if Self.told(expected.outcome) != told || expected.state != machine.state.id {
            let wanted = "\(expected.outcome) \(test.words.text(expected.state, .state))"
            report(expected.line, "\(told) \(test.words.text(machine.state.id, .state)) is told, not \(wanted)")
        }
        // An outcome tells of its own event only, and of the predicate's type.
        if let part = expected.rejected, let rejected, rejected != type(of: test.predicate(part)) {
            report(expected.line, "rejected is \(rejected)")
        }
    }

    /// The outcomes of C between which there is no difference here.
    private static func told(_ outcome: String) -> String {
        switch outcome {
        case "unknown event": "unhandled"
        case "unknown case": "unknown predicate"
        default: outcome
        }
    }

    /// All conditions of the state are asked, those of each of its events in the order of these.
    private func checkPermitted(_ call: Conformance.Call) {
        guard let expected = call.result else { return }
        let events: [Event]
        let some = predicates(call)
        switch some.count {
        case 0: events = machine.permittedEvents()
        case 1: events = machine.permittedEvents(some[0])
        case 2: events = machine.permittedEvents(some[0], some[1])
        default: return report(call.line, "so many predicates cannot be written here")
        }
        let trace = call.trace.map { $0.words }.sorted()
        let called = callbacks.called.map { $0.words }.sorted()
        if trace != called { report(expected.line, "asked is \(called), not \(trace)") }
        // Events have no numbers here by which they could be sorted, and what is wrong with predicates is not told.
        let permitted = events.map { $0.id }.sorted()
        if permitted != (expected.ids ?? []).sorted() { report(expected.line, "permitted is \(permitted)") }
        if machine.state.id != expected.state { report(expected.line, "the state is \(machine.state)") }
    }

    private func checkTrace(_ call: Conformance.Call, _ event: ID, from source: ID) {
        let order: [Conformance.Role] = [.guard, .action, .exit, .entry]
        let trace =
            order.flatMap { role in call.trace.filter { $0.role == role } }
            + call.trace.filter { !order.contains($0.role) }
        let line = call.result?.line ?? call.line
        let called = callbacks.called
        for (index, expected) in trace.enumerated() {
            guard index < called.count else { return report(expected.line, "\(expected.words) is not called") }
            let actual = called[index]
            guard actual.words == expected.words else {
                return report(expected.line, "\(actual.words) is called, not \(expected.words)")
            }
            let state = expected.role == .guard ? source : machine.state.id
            if actual.state != state { report(expected.line, "\(actual.words) is called in another state") }
            if let told = actual.event, told != event { report(expected.line, "the event \(told) is told") }
            checkStep(expected, source, event)
        }
        if called.count > trace.count { report(line, "\(called[trace.count].words) is called too") }
    }

    /// What a case says of the step, and of the states in which C calls its callbacks.
    private func checkStep(_ expected: Conformance.Happening, _ source: ID, _ event: ID) {
        // Of a step that is refused nobody is told where it would have led.
        let target = expected.role == .guard ? expected.step?.target : machine.state.id
        if let step = expected.step, step.source != source || step.event != event || step.target != target {
            report(expected.line, "the step has led from \(source) to \(machine.state.id) by \(event)")
        }
        let state = expected.role == .entry ? machine.state.id : source
        if let written = expected.state, written != state {
            report(expected.line, "the state is \(test.words.text(state, .state))")
        }
    }
}
