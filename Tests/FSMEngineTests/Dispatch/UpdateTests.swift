import Testing

@testable import FSMEngine

@Suite struct UpdateTests {
    private let recorder = Recorder()

    /// State 1, whose update callbacks return these; event 10 to state 2, 11 back.
    private func definition(_ results: ID...) -> Definition {
        var definition = Definition()
        let recorder = recorder
        let updates = results.map { result in
            recorder.callback("") { machine, step in
                recorder.write("update \(step.source) \(step.event == ReservedID.none) \(step.time)")
                return result
            }
        }
        let base = definition.superstate(update: [recorder.answering("base", ReservedID.none)])
        definition.block(1, adopts: [base], update: updates)
        definition.row(1, 10, 2, actions: [recorder.callback("a") { _, step in Int32(step.time) }])
        definition.row(2, 11, 1)
        return definition
    }

    private func update(_ machine: Machine, sends: Bool = true) {
        let (outcome, event) = machine.update(time: 2.5, sends: sends)
        recorder.write("\(outcome.name) \(event == ReservedID.none ? "none" : "\(event)") in \(machine.state)")
    }

    @Test func theFirstEventThatIsNamedIsSent() throws {
        let definition = definition(ReservedID.none, 10, 11)
        #expect(
            try definition.trace(recorder) { update($0) }
                == "base, update 1 true 2.5, update 1 true 2.5, a, transitioned 10 in 2")
        #expect(try definition.trace(recorder, from: 2) { update($0) } == "ok none in 2")
    }

    @Test func orHandedOver() throws {
        #expect(
            try definition(10).trace(recorder) { update($0, sends: false) } == "base, update 1 true 2.5, ok 10 in 1")
    }

    @Test func whatIsWrongWithTheEventIsReturned() throws {
        func told(_ results: ID...) throws -> String {
            let definition = results.count == 1 ? definition(results[0]) : definition(results[0], results[1])
            return try definition.trace(recorder) { update($0) }.components(after: "2.5, ")
        }
        #expect(try told(99) == "unknown event 99 in 1")
        #expect(try told(11) == "unhandled 11 in 1")
        #expect(try told(ReservedID.failed, 10) == "callback failed none in 1")
        #expect(try told(ReservedID.any) == "reserved id \(ReservedID.any) in 1")
    }

    @Test func onlyAtRestAndOnlyWhileItRuns() throws {
        var definition = Definition()
        let inside = recorder.callback("") { machine, _ in
            update(machine)
            return 0
        }
        definition.row(1, 10, 1, actions: [inside])
        let trace = try definition.trace(recorder) { machine in
            recorder.send(10, to: machine)
            _ = machine.stop()
            update(machine)
        }
        #expect(trace == "busy none in 1, transitioned 1, not running none in \(ReservedID.none)")
    }

    @Test func itsOwnEventComesBehindThoseThatCallbacksSent() throws {
        var definition = Definition()
        let recorder = recorder
        let sending = recorder.callback("update") { machine, _ in
            recorder.write(machine.send(11).name)
            return 10
        }
        definition.block(1, update: [sending])
        definition.row(1, 10, ReservedID.internal, actions: [recorder.callback("own")])
        definition.row(1, 11, ReservedID.internal, actions: [recorder.callback("sent")])
        #expect(
            try definition.trace(recorder) { update($0) } == "update, queued, sent, own, transitioned 10 in 1")
    }
}

extension String {
    /// What follows the last occurrence of `separator`.
    fileprivate func components(after separator: String) -> String {
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) { rest = rest[range.upperBound...] }
        return String(rest)
    }
}
