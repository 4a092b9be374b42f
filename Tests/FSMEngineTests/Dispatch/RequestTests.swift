import Testing

@testable import FSMEngine

@Suite struct RequestTests {
    private let recorder = Recorder()
    private let request = ReservedID.request
    private let any = ReservedID.any

    private func request(_ states: ID..., to machine: Machine) {
        for state in states { recorder.write("\(machine.send(.request(state)).name) \(machine.state)") }
    }

    private func action(_ name: String) -> [Callback] { [recorder.callback(name)] }

    @Test func aNamedStateComesBeforeAnyAndTheOwnStateBeforeBoth() throws {
        var definition = Definition()
        definition.row(1, request, 2, actions: action("1 to 2"))
        definition.row(1, request, any, actions: action("1 to any"))
        definition.row(any, request, 1, actions: action("any to 1"))
        definition.row(any, request, any, actions: action("any to any"))
        definition.row(2, 10, 3)
        definition.block(3, entry: action("entry 3"))
        let trace = try definition.trace(recorder) {
            request(2, 1, 3, 2, to: $0)
        }
        #expect(
            trace == "1 to 2, transitioned 2, any to 1, transitioned 1, 1 to any, entry 3, transitioned 3, "
                + "any to any, transitioned 2")
    }

    @Test func rowsForAnyEventAreNotForRequests() throws {
        var definition = Definition()
        definition.row(1, any, 2)
        definition.row(2, 10, 1)
        #expect(try definition.trace(recorder) { request(2, to: $0) } == "unhandled 1")
    }

    @Test func guardsSeeTheStateThatIsRequested() throws {
        var definition = Definition()
        let recorder = recorder
        let guarding = recorder.callback("") { _, step in
            recorder.write("\(step.event == ReservedID.request) \(step.source) \(step.target)")
            return step.target == 2 ? 1 : 0
        }
        definition.row(1, request, any, guards: [guarding])
        definition.row(2, 10, 3)
        definition.row(3, 10, 1)
        #expect(
            try definition.trace(recorder) { request(3, 2, to: $0) }
                == "true 1 3, refused 1, true 1 2, transitioned 2")
    }

    @Test func aRequestFromInsideWaitsInTheQueue() throws {
        var definition = Definition()
        let requesting = recorder.callback("go") { machine, _ in machine.send(.request(1)) == .queued ? 0 : -1 }
        definition.row(1, 10, 2, actions: [requesting])
        definition.row(2, request, 1, actions: action("back"))
        #expect(try definition.trace(recorder) { recorder.send(10, to: $0) } == "go, back, transitioned 1")
    }

    @Test func whatCannotBeRequested() throws {
        var definition = Definition()
        definition.row(1, request, any)
        let trace = try definition.trace(recorder) {
            request(9, ReservedID.initial, to: $0)
            recorder.write($0.send(request).name)
        }
        #expect(trace == "unknown state 1, reserved id 1, reserved id")
    }
}
