import Testing

@testable import SwiftFSM

/// The hooks of documents, `on unhandled` and `on step`.
@Suite struct ReadingHookTests {
    static let text = """
        definition turnstile
          guards first match
          event coin (i32 cents)
          on unhandled refuse log
          on step count
          initial locked
          state locked
            coin ? enough -> unlocked / thank raises greet
          state unlocked
            pass -> locked
            coin -> defer

        """
    enum State: String, CaseIterable { case locked, unlocked }
    enum Event: EventWithValues, CaseIterable {
        case coin(FSMValue<Int>), pass, greet

        static let allCases: [Event] = [.coin(.any), .pass, .greet]
    }

    final class Gate {
        let machine: FSM<State, Event>
        private(set) var trace: [String] = []
        /// Called by hooks, with their names.
        var hook: (String) -> Void = { _ in }

        init() throws {
            var note: (String, String) -> Void = { _, _ in }
            machine = try FSMTable<State, Event>(reading: text, file: "gate.fsm").machine { wanted in
                switch wanted.role {
                case .guard: .guard { $0 == .coin(150) }
                case .unhandled, .step: .action { event in note(wanted.name, "\(wanted.role) \(wanted.name) \(event)") }
                default: .action { note("", wanted.name) }
                }
            }
            machine.logHandler = nil
            note = { [unowned self] name, text in
                trace.append(text)
                hook(name)
            }
        }

        func take() -> [String] {
            defer { trace = [] }
            return trace
        }
    }

    @Test func eachStepCallsThem() throws {
        let gate = try Gate()
        try gate.machine.handleEvent(.coin(150))
        // The raised event, which has no row in 'unlocked', is a step of its own.
        #expect(
            gate.take() == [
                "thank", "step count coin(150)", "unhandled refuse greet", "unhandled log greet", "step count greet",
            ])
    }

    @Test func eventsThatComeToNothingDoToo() throws {
        let gate = try Gate()
        try gate.machine.handleEvent(.pass)
        #expect(gate.take() == ["unhandled refuse pass", "unhandled log pass", "step count pass"])
        // Refused: it has a row.
        try gate.machine.handleEvent(.coin(1))
        #expect(gate.take() == ["step count coin(1)"])
    }

    @Test func deferredEventsHaveTheirValues() throws {
        let gate = try Gate()
        try gate.machine.handleEvent(.coin(150))
        _ = gate.take()
        try gate.machine.handleEvent(.coin(7))
        #expect(gate.take() == ["step count coin(7)"])
        try gate.machine.handleEvent(.pass)
        #expect(gate.take() == ["step count pass", "step count coin(7)"])
    }

    @Test func theyComeBeforeTheHandler() throws {
        let gate = try Gate()
        var steps: [[String]] = []
        gate.machine.stepHandler = { _ in steps.append(gate.take()) }
        try gate.machine.handleEvent(.pass)
        #expect(steps == [["unhandled refuse pass", "unhandled log pass", "step count pass"]])
        gate.machine.stepHandler = nil
        try gate.machine.handleEvent(.pass)
        #expect(gate.take().count == 3)
    }

    @Test func eventsThatTheySendWait() throws {
        let gate = try Gate()
        var outcomes: [FSMOutcome<State>] = []
        gate.hook = { [unowned gate] name in
            guard name == "refuse", gate.machine.state == .locked else { return }
            outcomes.append(try! gate.machine.handleEvent(.coin(150)))
        }
        try gate.machine.handleEvent(.pass)
        #expect(outcomes == [.queued] && gate.machine.state == .unlocked)
        #expect(gate.take().prefix(5).suffix(2) == ["thank", "step count coin(150)"])
    }

    @Test func theyAreCalledWhereActionsAreAwaited() async throws {
        var trace: [String] = []
        let table = try FSMTable<State, Event>(reading: Self.text, file: "gate.fsm")
        let machine = try table.machine { wanted in
            switch wanted.role {
            case .guard: .guard { true }
            case .unhandled, .step: .action { trace.append(wanted.name) }
            default: .action { await Task.yield() }
            }
        }
        await machine.handleEvent(.coin(1))
        #expect(trace == ["count", "refuse", "log", "count"])
    }

    @Test func anAsyncHookIsAnError() throws {
        let table = try FSMTable<State, Event>(reading: Self.text, file: "gate.fsm")
        #expect {
            try table.machine { wanted in
                switch wanted.role {
                case .guard: .guard { true }
                case .step: .action { await Task.yield() }
                default: .action {}
                }
            }
        } throws: { error in
            "\(error)".contains(
                "gate.fsm:5:11: error: expected a callback for step 'count': found an async action, and hooks are not "
                    + "awaited")
        }
    }

    @Test func theyAreAskedForByRole() throws {
        let table = try FSMTable<State, Event>(reading: Self.text, file: "gate.fsm")
        var asked: [String] = []
        _ = try? table.machine { wanted in
            asked.append("\(wanted.role) \(wanted.name) \(wanted.line):\(wanted.column)")
            return wanted.role == .guard ? .guard { true } : .action {}
        }
        #expect(asked.prefix(3) == ["unhandled refuse 4:16", "unhandled log 4:23", "step count 5:11"])
    }

    @Test @MainActor func theyMayBelongToAnActor() async throws {
        var count = 0
        let table = try FSMTable<State, Event>(reading: Self.text, file: "gate.fsm")
        let machine = try table.machine { wanted in
            switch wanted.role {
            case .guard: .guard { true }
            case .unhandled, .step: .action { @MainActor in count += 1 }
            default: .action {}
            }
        }
        machine.logHandler = nil
        try machine.handleEventAtOnce(.pass)
        await machine.handleEvent(.pass)
        #expect(count == 6)
    }
}
