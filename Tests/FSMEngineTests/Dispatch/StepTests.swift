import Testing

@testable import FSMEngine

@Suite struct StepTests {
    private let recorder = Recorder()
    private var definition = Definition()

    init() {
        for state: ID in 1...2 {
            definition.block(
                state, entry: [recorder.callback("entry \(state)")], exit: [recorder.callback("exit \(state)")],
                cycle: [recorder.callback("cycle \(state)")])
        }
        definition.row(1, 10, 2, actions: [recorder.callback("a"), recorder.callback("b")])
        definition.row(2, 10, ReservedID.same, actions: [recorder.callback("c")])
        definition.row(2, 11, ReservedID.internal, actions: [recorder.callback("d")])
        definition.row(2, 12, 1)
    }

    private func trace(_ events: ID...) throws -> String {
        try definition.trace(recorder) { machine in for event in events { recorder.send(event, to: machine) } }
    }

    @Test func standardOrder() throws {
        #expect(try trace(10) == "exit 1, a, b, entry 2, transitioned 2")
    }

    @Test func stayingRunsCycleOnly() throws {
        #expect(try trace(10, 10).hasSuffix("transitioned 2, c, cycle 2, transitioned 2"))
    }

    @Test func internalRunsActionsOnly() throws {
        #expect(try trace(10, 11).hasSuffix("transitioned 2, d, transitioned 2"))
    }

    @Test mutating func alwaysRunsEntryAndExit() throws {
        definition.entryExit = .always
        #expect(try trace(10, 10).hasSuffix("transitioned 2, exit 2, c, entry 2, cycle 2, transitioned 2"))
        #expect(try trace(10, 11).hasSuffix("transitioned 2, d, transitioned 2"))
    }

    @Test mutating func swiftFSMOrder() throws {
        definition.order = try #require(StepOrder([.resolve, .commit, .actions, .exit, .entry]))
        #expect(try trace(10) == "a, b, exit 1, entry 2, transitioned 2")
    }

    @Test func unhandledAndUnknownEvents() throws {
        #expect(try trace(11, 12, 99, ReservedID.any) == "unhandled 1, unhandled 1, unknown event 1, reserved id 1")
    }

    @Test mutating func anyRowsComeAfterExplicitOnes() throws {
        var definition = Definition()
        definition.row(1, 10, ReservedID.same, actions: [recorder.callback("1, 10")])
        definition.row(1, ReservedID.any, ReservedID.same, actions: [recorder.callback("1, any")])
        definition.row(ReservedID.any, 11, ReservedID.same, actions: [recorder.callback("any, 11")])
        definition.row(ReservedID.any, ReservedID.any, ReservedID.same, actions: [recorder.callback("any, any")])
        definition.block(2, isFinal: true)
        let one = try definition.trace(recorder) { recorder.send(10, 11, 12, to: $0) }
        #expect(one == "1, 10, transitioned 1, 1, any, transitioned 1, 1, any, transitioned 1")
        let two = try definition.trace(recorder, from: 2) { recorder.send(10, 11, 12, to: $0) }
        #expect(two == "any, any, transitioned 2, any, 11, transitioned 2, any, any, transitioned 2")
    }

    @Test func failureBeforeCommitKeepsTheState() throws {
        var definition = Definition()
        definition.block(2, isFinal: true, entry: [recorder.answering("entry", -5)])
        definition.row(
            1, 10, 2, actions: [recorder.callback("a"), recorder.answering("b", -7), recorder.callback("c")])
        definition.row(1, 11, 2)
        let trace = try definition.trace(recorder) { machine in
            recorder.send(10, to: machine)
            #expect(machine.failure == -7)
            recorder.send(11, to: machine)
            #expect(machine.failure == -5)
        }
        #expect(trace == "a, b, callback failed 1, entry, callback failed 2")
    }

    @Test func callbacksSeeTheStep() throws {
        var definition = Definition()
        let look = recorder.callback("") { machine, step in
            self.recorder.write("\(step.source) \(step.event) \(step.target) in \(machine.state)")
            return 1
        }
        definition.row(1, 10, 2, guards: [look], actions: [look])
        definition.block(2, isFinal: true, entry: [look])
        #expect(
            try definition.trace(recorder) { recorder.send(10, to: $0) }
                == "1 10 2 in 1, 1 10 2 in 1, 1 10 2 in 2, transitioned 2")
    }
}
