import FSMSwift
import Testing

/// Mistakes of the programmer end the program with a sentence that says what to mend.
struct ProgrammerErrorTests {
    private func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    // The mistakes stand outside of the tests' closures, in which lines are counted otherwise.

    private static let lineOfNoStates = #line + 1
    private static func makeWithoutStates() { _ = FSM<Gate, Visit>(withStates: []) }

    @Test func noStates() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.makeWithoutStates()
        }
        #expect(
            message(result).contains(
                "FSMSwiftTests/ProgrammerErrorTests.swift:\(Self.lineOfNoStates): Fatal error: FSMSwift: a machine needs at "
                    + "least one state, since the first is the initial one, but the list of states is empty"))
    }

    private static let lineOfNoDefinitions = #line + 1
    private static func makeWithoutDefinitions() { _ = FSM<Gate, Visit>(withDefinitions: []) }

    @Test func noDefinitions() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.makeWithoutDefinitions()
        }
        #expect(
            message(result).contains(
                "ProgrammerErrorTests.swift:\(Self.lineOfNoDefinitions): Fatal error: FSMSwift: a machine needs at least one "
                    + "state"))
    }

    @Test func aStateThatWasNotDeclared() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
            machine.name = "turnstile"
            machine.setState(.broken)
        }
        #expect(
            message(result).contains(
                "Fatal error: FSMSwift: the machine \"turnstile\" cannot be put into broken, "
                    + "which is not among the states that it was made with: locked, unlocked"))
    }

    private static let lineOfKick = #line + 2
    private static func addKick(to machine: FSM<Gate, Visit>) {
        machine.transition(on: .kick, from: .locked, to: .broken)
    }

    @Test func aTargetThatWasNotDeclared() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
            Self.addKick(to: machine)
            machine.event(.kick)
        }
        #expect(
            message(result).contains(
                "ProgrammerErrorTests.swift:\(Self.lineOfKick): Fatal error: FSMSwift: the transition kick@locked of a machine "
                    + "without a name leads to broken, which is not among the states that it was made with: locked, "
                    + "unlocked"))
    }

    @Test func aTargetThatIsNeverAskedForIsNoError() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        Self.addKick(to: machine)
        machine.event(.coin)
        #expect(machine.state == .locked)
    }
}
