import Testing

@testable import FSMEngine

@Suite struct LifecycleTests {
    private let recorder = Recorder()
    private var definition = Definition()

    init() {
        for state: ID in 1...2 {
            definition.block(
                state, entry: [recorder.callback("entry \(state)")], exit: [recorder.callback("exit \(state)")])
        }
        definition.row(1, 10, 2)
        definition.row(2, 10, 1)
        definition.row(2, 11, ReservedID.same, actions: [stopping("a")])
        definition.declareInitial(1)
    }

    private func stopping(_ name: String) -> Callback {
        let recorder = recorder
        return recorder.callback(name) { machine, _ in
            recorder.write("stop \(machine.stop().name)")
            recorder.write("send \(machine.send(10).name)")
            return 0
        }
    }

    @Test func aMachineBeginsWithoutEntry() throws {
        #expect(try definition.trace(recorder) { recorder.write("\($0.state)") } == "1")
    }

    @Test func startRunsEntryAndStopRunsExit() throws {
        let trace = try definition.trace(recorder, from: ReservedID.none) { machine in
            recorder.send(10, to: machine)
            recorder.write("start \(machine.start(ReservedID.initial).name)")
            recorder.write("start \(machine.start(2).name)")
            recorder.write("stop \(machine.stop().name)")
            recorder.write("stop \(machine.stop().name)")
            recorder.send(10, to: machine)
            recorder.write("start \(machine.start(7).name)")
        }
        let none = ReservedID.none
        #expect(
            trace == "not running \(none), entry 1, start ok, start already running, exit 1, stop ok, "
                + "stop not running, not running \(none), start unknown state")
    }

    @Test func aStoppedMachineRemembersWhereItWas() throws {
        let trace = try definition.trace(recorder, from: ReservedID.none) { machine in
            recorder.write("start \(machine.start(ReservedID.lastState).name)")
            recorder.send(10, to: machine)
            recorder.write("stop \(machine.stop().name)")
            recorder.write("start \(machine.start(ReservedID.lastState).name) \(machine.state)")
            recorder.write("set \(machine.setState(ReservedID.none).name)")
            recorder.write("start \(machine.start(ReservedID.lastState).name) \(machine.state)")
        }
        #expect(
            trace == "entry 1, start ok, exit 1, entry 2, transitioned 2, exit 2, stop ok, entry 2, start ok 2, "
                + "set ok, entry 2, start ok 2")
    }

    @Test func withoutInitialStateNothingIsRemembered() throws {
        var definition = Definition()
        definition.row(1, 10, 1)
        let trace = try definition.trace(recorder, from: ReservedID.none) {
            recorder.write($0.start(ReservedID.lastState).name)
        }
        #expect(trace == "unknown state")
    }

    @Test func stopFromInsideIsCarriedOutAfterTheStep() throws {
        let trace = try definition.trace(recorder, from: 2) { machine in
            recorder.send(11, to: machine)
            recorder.write("\(machine.pendingCount) wait")
        }
        #expect(trace == "a, stop queued, send queued, exit 2, transitioned \(ReservedID.none), 0 wait")
    }

    @Test func setStateRunsNothing() throws {
        let trace = try definition.trace(recorder) { machine in
            recorder.write("\(machine.setState(2).name) \(machine.state)")
            recorder.write("\(machine.setState(5).name) \(machine.state)")
            recorder.write("\(machine.setState(ReservedID.none).name)")
            recorder.send(10, to: machine)
            recorder.write("\(machine.setState(1).name) \(machine.state)")
        }
        #expect(trace == "ok 2, unknown state 2, ok, not running \(ReservedID.none), ok 1")
    }

    @Test func hooksSeeEveryStep() throws {
        let recorder = recorder
        let trace = try definition.trace(recorder) { machine in
            let hook = recorder.callback("") { _, step in
                recorder.write("[\(step.source) \(step.event) \(step.target) \(step.outcome.name)]")
                return 0
            }
            #expect(machine.addHook(hook, forUnhandledEvents: false) == .ok)
            #expect(machine.addHook(recorder.callback("unhandled"), forUnhandledEvents: true) == .ok)
            recorder.send(10, 10, 11, to: machine)
            _ = machine.stop()
            _ = machine.start(2)
            #expect(machine.removeHooks(forUnhandledEvents: false) == .ok)
            #expect(machine.removeHooks(forUnhandledEvents: true) == .ok)
            machine.context = nil
            recorder.send(10, 11, to: machine)
        }
        let none = ReservedID.none
        #expect(
            trace == "exit 1, entry 2, [1 10 2 transitioned], transitioned 2, "
                + "exit 2, entry 1, [2 10 1 transitioned], transitioned 1, "
                + "unhandled, [1 11 \(none) unhandled], unhandled 1, "
                + "exit 1, [1 \(none) \(none) transitioned], "
                + "entry 2, [\(none) \(none) 2 transitioned], "
                + "exit 2, entry 1, transitioned 1, unhandled 1")
    }

    @Test func releaseFromInsideWaitsForTheStep() throws {
        var definition = Definition()
        let recorder = recorder
        let release = recorder.callback("a") { machine, _ in
            machine.release()
            recorder.write(machine.send(10).name)
            return 0
        }
        definition.row(1, 10, 2, actions: [release, recorder.callback("b")])
        definition.block(2, isFinal: true, entry: [recorder.callback("entry")])
        for table in try definition.tables() {
            let machine = try Machine.create(table, initial: 1)
            #expect(machine.send(10) == .transitioned)
            #expect(recorder.take() == "a, queued, b, entry")
        }
    }
}
