import FSMSwift
import Testing

/// What is told in debug mode, and that nothing is told otherwise.
struct DebugTests {
    private func told(_ trace: Trace, by machine: FSM<Gate, Visit>) {
        machine.debugMode = true
        machine.debugHandler = { trace.note("\($0)") }
    }

    private func machine() -> FSM<Gate, Visit> {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.transition(on: .coin, from: .locked, to: .unlocked)
        machine.transition(on: .pass, from: .unlocked, to: nil)
        return machine
    }

    @Test func stepsAndWhatComesToNothing() {
        let trace = Trace()
        let machine = machine()
        machine.name = "turnstile"
        told(trace, by: machine)
        machine.event(.coin)
        machine.event(.coin)
        machine.event(.pass)
        machine.setState(.locked)
        #expect(
            trace.lines == [
                "FSM(turnstile) event: coin", "FSM(turnstile) state set: unlocked", "FSM(turnstile) event: coin",
                "FSM(turnstile) there is no transition for coin@unlocked among [coin@locked, pass@unlocked]",
                "FSM(turnstile) event: pass", "FSM(turnstile) the transition has no target, the state stays unlocked",
                "FSM(turnstile) state set: locked",
            ])
    }

    @Test func aMachineWithoutAName() {
        let trace = Trace()
        let machine = machine()
        told(trace, by: machine)
        machine.setState(.unlocked)
        #expect(trace.lines == ["FSM(?) state set: unlocked"])
    }

    @Test func transitionsThatAreNeverTaken() {
        let trace = Trace()
        let machine = machine()
        told(trace, by: machine)
        machine.transition(on: .kick, from: [.broken, .locked], to: .locked)
        #expect(
            trace.lines == ["FSM(?) the transition kick@broken is never taken: its state was not declared"])
    }

    @Test func entriesCarryWhatTheyTell() {
        var texts: [String] = []
        let machine = machine()
        machine.name = "gate"
        machine.debugMode = true
        machine.debugHandler = { entry in
            switch entry.kind {
            case .noTransition(let event, let state, let transitions):
                texts.append("\(entry.name ?? "") \(event) \(state) \(transitions.map(\.state))")
            case .event, .setState, .noTarget, .undeclaredSource: break
            }
        }
        machine.event(.kick)
        #expect(texts == ["gate kick locked [FSMSwiftTests.Gate.locked, FSMSwiftTests.Gate.unlocked]"])
    }

    @Test func nothingIsToldOtherwise() {
        let trace = Trace()
        let machine = machine()
        told(trace, by: machine)
        machine.debugMode = false
        machine.event(.coin)
        machine.event(.coin)
        machine.event(.pass)
        machine.setState(.locked)
        machine.transition(on: .kick, from: .broken, to: .locked)
        #expect(trace.lines == [])
    }

    @Test func standardErrorUnlessAHandlerIsSet() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
            machine.event(.coin)
            machine.debugMode = true
            machine.event(.kick)
            machine.setState(.unlocked)
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let lines = output.split(separator: "\n").filter { $0.hasPrefix("FSM(") }
        #expect(
            lines == [
                "FSM(?) event: kick", "FSM(?) there is no transition for kick@locked among []",
                "FSM(?) state set: unlocked",
            ])
    }
}
