import MSFSM
import Testing

/// Mistakes of the program, which end it with a message that says what to mend.
@Suite struct ProgrammerErrorTests {
    typealias Machine = SimplestFSM<Phase, Signal>

    final class Holder: StateBinder {
        var state: Phase?
    }

    enum ProgrammerError: String, CaseIterable, Codable, Sendable {
        case stateTwice, initialAfterState, memoryAfterState, initialTwice, memoryAfterInitial
        case didEnterFirst, updateFirst, willLeaveFirst, onFirst, execFirst
        case noInitialState, inactiveEvent, inactiveUpdate, inactiveDeactivate, eventAfterDeactivate
        case undeclaredTarget, undeclaredState, undeclaredMemory, noMemory, setMemory

        func make() {
            switch self {
            case .stateTwice: Machine().state(.idle).state(.idle)
            case .initialAfterState: Machine().state(.idle).initial(.idle)
            case .memoryAfterState: Machine().state(.idle).memory(.idle)
            case .initialTwice: Machine().initial(.idle).initial(.busy)
            case .memoryAfterInitial: Machine().initial(.idle).memory(.idle)
            case .didEnterFirst: Machine().didEnter { _, _, _ in }
            case .updateFirst: Machine().update { _, _, _ in nil }
            case .willLeaveFirst: Machine().willLeave { _, _, _ in }
            case .onFirst: Machine().on(.start) { _, _, _, _ in .idle }
            case .execFirst: Machine().exec(.start) { _, _, _, _ in }
            case .noInitialState: Machine().state(.idle).activate()
            case .inactiveEvent: Machine().initial(.idle).process(event: .start)
            case .inactiveUpdate: Machine().initial(.idle).update()
            case .inactiveDeactivate: Machine().initial(.idle).deactivate()
            case .eventAfterDeactivate:
                let machine = Machine().initial(.idle)
                machine.activate()
                machine.deactivate()
                machine.process(event: .ping)
            case .undeclaredTarget:
                let machine = Machine().initial(.idle).on(.start) { _, _, _, _ in .busy }
                machine.activate()
                machine.process(event: .start)
            case .undeclaredState:
                let machine = Machine().initial(.idle)
                machine.state = .done
                machine.process(event: .start)
            case .undeclaredMemory:
                let machine = Machine().memory(.idle)
                machine.memory = .done
                machine.activate()
            case .noMemory:
                let structure = FSMStructure<Phase, Void, Signal>().memory(.idle)
                BindableFSM(structure: structure).activate(binder: AnyStateBinder(Holder()))
            case .setMemory: AnyStateBinder(Holder()).memory = .busy
            }
        }

        /// What the message begins with.
        var message: String {
            switch self {
            case .stateTwice:
                ".state(idle): the state idle is already declared, at MSFSMTests/ProgrammerErrorTests.swift:"
            case .initialAfterState:
                ".initial(idle): the state idle is already declared, at MSFSMTests/ProgrammerErrorTests.swift:"
            case .memoryAfterState:
                ".memory(idle): the state idle is already declared, at MSFSMTests/ProgrammerErrorTests.swift:"
            case .initialTwice:
                ".initial(busy): there is already an initial state, idle, declared, at MSFSMTests/ProgrammerErrorTests.swift:"
            case .memoryAfterInitial:
                ".memory(idle): there is already an initial state, idle, declared, at MSFSMTests/ProgrammerErrorTests.swift:"
            case .didEnterFirst: ".didEnter before any state. Declare the state to which it belongs first"
            case .updateFirst: ".update before any state."
            case .willLeaveFirst: ".willLeave before any state."
            case .onFirst: ".on(start) before any state."
            case .execFirst: ".exec(start) before any state."
            case .noInitialState: "activate: the structure has no initial state."
            case .inactiveEvent: "process(event: start): the machine is not active, its state is nil."
            case .inactiveUpdate: "update: the machine is not active, its state is nil."
            case .inactiveDeactivate: "deactivate: the machine is not active, its state is nil."
            case .eventAfterDeactivate: "process(event: ping): the machine is not active, its state is nil."
            case .undeclaredTarget:
                ".on(start) of the state idle has returned the state busy, which the structure does not declare."
            case .undeclaredState:
                "process(event: start): the binder's state is done, which the structure does not declare."
            case .undeclaredMemory:
                "activate: the binder remembers the state done, which the structure does not declare."
            case .noMemory: ".memory(idle): the binder has no memory."
            case .setMemory: "memory = busy: this AnyStateBinder has no memory."
            }
        }

        /// Whether the message tells where the error, or the declaration concerned, is.
        var hasPlace: Bool {
            switch self {
            case .noInitialState, .inactiveEvent, .inactiveUpdate, .inactiveDeactivate, .eventAfterDeactivate,
                .undeclaredState, .undeclaredMemory, .setMemory:
                false
            default: true
            }
        }
    }

    @Test(arguments: ProgrammerError.allCases)
    func anErrorEndsTheProgramWithAMessage(_ error: ProgrammerError) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [error] in
            error.make()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: MSFSM: " + error.message))
        let first = output.split(separator: "Fatal error").first ?? ""
        #expect(first.contains("MSFSMTests/ProgrammerErrorTests.swift:") == error.hasPlace, "\(output)")
    }

    /// Code that knows only the protocol has no place to tell.
    private static func declareTwice<Builder: BuildableFSM>(_ builder: Builder) where Builder.StateType == Phase {
        builder.state(.done).state(.done)
    }

    @Test func anErrorThroughTheProtocolIsReportedWithoutPlace() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.declareTwice(FSMStructure<Phase, Void, Signal>())
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: MSFSM: .state(done): the state done is already declared. Declare each"))
    }
}
