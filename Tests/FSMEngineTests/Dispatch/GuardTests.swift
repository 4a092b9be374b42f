import Testing

@testable import FSMEngine

@Suite struct GuardTests {
    private let recorder = Recorder()
    private func yes(_ name: String) -> Callback { recorder.answering(name, 1) }
    private func no(_ name: String) -> Callback { recorder.answering(name, 0) }

    @Test func allMustSayYes() throws {
        var definition = Definition()
        definition.row(1, 10, 1, guards: [yes("g"), yes("h")], actions: [recorder.callback("a")])
        definition.row(1, 11, 1, guards: [yes("g"), no("h"), yes("i")], actions: [recorder.callback("a")])
        #expect(
            try definition.trace(recorder) { recorder.send(10, 11, to: $0) }
                == "g, h, a, transitioned 1, g, h, refused 1")
    }

    @Test func exclusiveDoesNotFallBack() throws {
        var definition = Definition()
        definition.row(1, 10, 1, guards: [no("g")])
        definition.row(ReservedID.any, 10, 1, actions: [recorder.callback("a")])
        #expect(try definition.trace(recorder) { recorder.send(10, to: $0) } == "g, refused 1")
    }

    @Test func firstMatchTriesInOrderOfPrecedence() throws {
        var definition = Definition()
        definition.guardPolicy = .firstMatch
        definition.row(ReservedID.any, ReservedID.any, 1, actions: [recorder.callback("last")])
        definition.row(ReservedID.any, 10, 1, guards: [no("any state")])
        definition.row(1, ReservedID.any, 1, guards: [no("any event")])
        definition.row(1, 10, 1, guards: [no("first")])
        definition.row(1, 10, 1, guards: [no("second")])
        #expect(
            try definition.trace(recorder) { recorder.send(10, to: $0) }
                == "first, second, any event, any state, last, transitioned 1")
    }

    @Test func aFailingGuardChangesNothing() throws {
        var definition = Definition()
        definition.guardPolicy = .firstMatch
        definition.row(1, 10, 2, guards: [recorder.answering("g", -3)], actions: [recorder.callback("a")])
        definition.row(1, 10, 2, actions: [recorder.callback("b")])
        definition.block(2, isFinal: true)
        let trace = try definition.trace(recorder) {
            recorder.send(10, to: $0)
            #expect($0.failure == -3)
        }
        #expect(trace == "g, callback failed 1")
    }

    @Test func dynamicTargets() throws {
        var definition = Definition()
        var next: ID = 2
        definition.block(2, isFinal: true, entry: [recorder.callback("entry 2")])
        let resolver = recorder.callback("resolve") { _, _ in next }
        definition.row(1, 10, ReservedID.dynamic, actions: [recorder.callback("a")], resolver: resolver)
        definition.row(ReservedID.any, 10, 1, actions: [recorder.callback("any")])
        func trace(_ target: ID) throws -> String {
            next = target
            return try definition.trace(recorder) { recorder.send(10, to: $0) }
        }
        #expect(try trace(2) == "resolve, a, entry 2, transitioned 2")
        #expect(try trace(1) == "resolve, a, transitioned 1")
        #expect(try trace(ReservedID.none) == "resolve, refused 1")
        #expect(try trace(ReservedID.failed) == "resolve, callback failed 1")
        #expect(try trace(77) == "resolve, unknown state 1")
        definition.guardPolicy = .firstMatch
        #expect(try trace(ReservedID.none) == "resolve, any, transitioned 1")
    }

    @Test func targetResolvedAfterExit() throws {
        var definition = Definition()
        var next: ID = 1
        definition.order = try #require(StepOrder([.exit, .resolve, .actions, .commit, .entry]))
        definition.block(1, entry: [recorder.callback("entry")], exit: [recorder.callback("exit")])
        let resolver = recorder.callback("resolve") { _, _ in next }
        definition.row(1, 10, ReservedID.dynamic, resolver: resolver)
        // Coming back to the same state does all of it, as in MSFSM.
        #expect(
            try definition.trace(recorder) { recorder.send(10, to: $0) } == "exit, resolve, entry, transitioned 1")
        next = ReservedID.none
        #expect(try definition.trace(recorder) { recorder.send(10, to: $0) } == "exit, resolve, refused 1")
    }

    @Test func probingAsksAndChangesNothing() throws {
        var definition = Definition()
        let sender = recorder.callback("g") { machine, _ in
            self.recorder.write(machine.send(10).name)
            return 1
        }
        definition.row(1, 10, 2, guards: [sender], actions: [recorder.callback("a")])
        definition.row(1, 11, 2, guards: [no("h")])
        definition.row(2, 12, 1)
        let trace = try definition.trace(recorder) { machine in
            for event: ID in [10, 11, 12, 13] {
                let (outcome, target) = machine.probe(.event(event))
                recorder.write("\(outcome.name) \(target)")
            }
            var events: [ID] = []
            #expect(machine.forEachPermitted([], .none) { events.append($0) } == .ok)
            recorder.write("\(events) \(machine.state)")
        }
        #expect(
            trace == "g, busy, transitioned 2, h, refused 1, unhandled 1, unknown event 1, g, busy, h, [10] 1")
    }
}
