import SwiftFSM
import Testing

/// Actions of a context that throw.
@Suite @MainActor struct ContextFailureTests {
    struct Jam: Error, CustomStringConvertible {
        let description: String
    }

    final class Gate {
        var fails = true
        var trace: [String] = []

        func open() throws {
            trace.append("open")
            if fails { throw Jam(description: "rust") }
        }
        nonisolated(nonsending) func openSlowly() async throws {
            await Task.yield()
            try open()
        }
        func note(_ event: Behaviour.Event) throws {
            trace.append("note \(event)")
            throw Jam(description: "\(event)")
        }
    }

    struct Behaviour: ContextSyntaxBuilder {
        enum State { case closed, open, broken, ajar }
        enum Event: FSMHashable { case push, pushSlowly, kick, bang, jammed(String) }
        typealias Context = Gate

        var rules: Rules {
            define(.closed) {
                onExit | { $0.trace.append("leave closed") }
                when(.push) | then(.open) | attempt(Gate.open, orElse: .send { .jammed("\($0)") })
                    | { $0.trace.append("after") }
                when(.pushSlowly) | then(.open) | attempt(Gate.openSlowly, orElse: .send { .jammed("\($0)") })
                    | { $0.trace.append("after") }
                when(.kick) | then(.open) | attempt({ gate in try gate.open() }, orElse: .enter(.broken))
                when(.bang) | then(.open)
                    | attempt({ gate, event in try gate.note(event) }, orElse: .send(.jammed("bang")))
            }
            define(.open) {
                onEntry | { $0.trace.append("enter open") }
                onExit | { $0.trace.append("leave open") }
                when(any: .jammed("")) | then(.ajar) | { gate, event in gate.trace.append("\(event)") }
            }
            define(.broken) { onEntry | { $0.trace.append("enter broken") } }
            define(.ajar) { onEntry | attempt({ $0.trace.append("enter ajar") }, orElse: .enter(.broken)) }
        }
    }

    private func machine(_ gate: Gate) throws -> FSMContextTable<Behaviour.State, Behaviour.Event, Gate>.Machine {
        try FSMContextTable(Behaviour(), initialState: .closed).machine(gate)
    }

    private static let failed = [
        "open", "leave closed", "enter open", "jammed(\"rust\")", "leave open", "enter ajar",
    ]

    @Test func theEventOfAFailureComesAfterTheStep() throws {
        let gate = Gate()
        let machine = try machine(gate)
        #expect(try machine.handleEventAtOnce(.push) == .transitioned(from: .closed, to: .open))
        #expect(machine.state == .ajar)
        #expect(gate.trace == Self.failed)
    }

    @Test func alsoWhereItIsAwaited() async throws {
        let gate = Gate()
        let machine = try machine(gate)
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.handleEventAtOnce(.pushSlowly) }
        #expect(gate.trace.isEmpty && machine.state == .closed)
        #expect(await machine.handleEvent(.pushSlowly) == .transitioned(from: .closed, to: .open))
        #expect(machine.state == .ajar)
        #expect(gate.trace == Self.failed)
    }

    @Test func whatDoesNotFailGoesOn() async throws {
        let gate = Gate()
        gate.fails = false
        let machine = try machine(gate)
        #expect(await machine.handleEvent(.push).isTransition)
        #expect(machine.state == .open)
        #expect(gate.trace == ["open", "after", "leave closed", "enter open"])
    }

    @Test func aFailureEntersAState() throws {
        let gate = Gate()
        let machine = try machine(gate)
        #expect(try machine.handleEventAtOnce(.kick) == .transitioned(from: .closed, to: .open))
        #expect(machine.state == .broken)
        #expect(gate.trace == ["open", "leave closed", "enter open", "leave open", "enter broken"])
    }

    @Test func theActionIsPassedTheEvent() async throws {
        let gate = Gate()
        let machine = try machine(gate)
        await machine.handleEvent(.bang)
        #expect(machine.state == .ajar)
        #expect(gate.trace.prefix(1) == ["note bang"])
    }

    @Test func observersSeeBothSteps() async throws {
        let machine = try machine(Gate())
        let transitions = machine.transitions()
        await machine.handleEvent(.kick)
        var seen: [String] = []
        for await transition in transitions {
            seen.append("\(transition.from) \(transition.to)")
            if seen.count == 2 { break }
        }
        #expect(seen == ["closed open", "open broken"])
    }

    /// The event of the failure is handled before those of other tasks that wait.
    @Test func otherTasksComeLater() async throws {
        let gate = Gate()
        let machine = try machine(gate)
        let first = Task { await machine.handleEvent(.pushSlowly) }
        let second = Task { await machine.handleEvent(.jammed("other")) }
        _ = await first.value
        #expect(await second.value == .notFound)
        #expect(machine.state == .ajar)
    }

    struct Undefined: ContextSyntaxBuilder {
        typealias State = Behaviour.State
        typealias Event = Behaviour.Event
        typealias Context = Gate

        var rules: [ContextSyntax<State, Event, Gate>.Define] {
            define(.closed) { when(.push) | then() | attempt(Gate.open, orElse: .enter(.broken)) }
        }
    }

    @Test func aStateThatNoDefineDefines() throws {
        let table = try FSMContextTable(Undefined(), initialState: .closed)
        #expect(table.warnings.map(\.kind) == [.undefinedTarget])
        #expect(table.warnings.first?.text.contains("An action that fails leads to 'broken'") == true)
        let machine = table.machine(Gate())
        try machine.handleEventAtOnce(.push)
        #expect(machine.state == .broken)
    }
}
