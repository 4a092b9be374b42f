import Testing

@testable import FSMEngine

@Suite struct QueueTests {
    private let recorder = Recorder()

    private func sending(_ name: String, _ events: ID..., then result: Int32 = 0) -> Callback {
        recorder.callback(name) { machine, _ in
            for event in events { self.recorder.write(machine.send(event).name) }
            return result
        }
    }

    @Test func eventsFromCallbacksRunAfterTheStep() throws {
        var definition = Definition()
        definition.block(2, entry: [sending("entry 2", 12)])
        definition.row(1, 10, 2, actions: [sending("a", 11, 11)])
        definition.row(2, 11, ReservedID.same, actions: [recorder.callback("b")])
        definition.row(2, 12, 1, actions: [recorder.callback("c")])
        #expect(
            try definition.trace(recorder) { recorder.send(10, to: $0) }
                == "a, queued, queued, entry 2, queued, b, b, c, transitioned 1")
    }

    @Test func ownOutcomeIsReturned() throws {
        var definition = Definition()
        definition.row(1, 10, 1, actions: [sending("a", 11)])
        definition.row(2, 11, 1)
        #expect(try definition.trace(recorder) { recorder.send(10, to: $0) } == "a, queued, transitioned 1")
    }

    @Test func aFailureLeavesEventsWaiting() throws {
        var definition = Definition()
        definition.row(1, 10, 1, actions: [sending("a", 11, 12, 11)])
        definition.row(1, 11, 1, actions: [recorder.callback("b")])
        definition.row(1, 12, 1, actions: [recorder.answering("fail", -1)])
        let trace = try definition.trace(recorder) { machine in
            recorder.send(10, to: machine)
            recorder.write("\(machine.pendingCount) wait")
            recorder.send(11, to: machine)
            recorder.send(10, to: machine)
            machine.discard()
            recorder.write("\(machine.pendingCount) wait, run \(machine.run().name)")
        }
        #expect(
            trace == "a, queued, queued, queued, b, fail, transitioned 1, 1 wait, b, b, transitioned 1, "
                + "a, queued, queued, queued, b, fail, transitioned 1, 0 wait, run ok")
    }

    @Test func ownOutcomeIsNotThatOfAnEventSentInItsPlace() throws {
        var definition = Definition()
        let replace = recorder.callback("replace") { machine, _ in
            machine.discard()
            for event: ID in [11, 13] { self.recorder.write(machine.send(event).name) }
            return 0
        }
        definition.row(1, 10, 1, actions: [sending("a", 12, 11, then: -1)])
        definition.row(1, 11, 1, actions: [recorder.callback("b")])
        definition.row(1, 12, 1, actions: [replace])
        definition.row(1, 13, 1, guards: [recorder.answering("no", 0)])
        #expect(
            try definition.trace(recorder) { recorder.send(10, 11, to: $0) }
                == "a, queued, queued, callback failed 1, replace, queued, queued, b, no, queued 1")
    }

    @Test func runGoesOnAfterAFailure() throws {
        var definition = Definition()
        definition.row(1, 10, 1, actions: [sending("a", 11, 11, then: -1)])
        definition.row(1, 11, 1, actions: [recorder.callback("b")])
        let trace = try definition.trace(recorder) { machine in
            recorder.send(10, to: machine)
            recorder.write("run \(machine.run().name), \(machine.pendingCount) wait")
        }
        #expect(trace == "a, queued, queued, callback failed 1, b, b, run ok, 0 wait")
    }

    @Test func ringKeepsItsOrderWhileItGrows() throws {
        var queue = EventQueue(caseCount: 1, takesArguments: false)
        var next: ID = 0
        var expected: ID = 0
        let cases = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { cases.deallocate() }
        for round in 1...200 {
            for _ in 0..<round {
                #expect(queue.makeRoom() == .queued)
                queue.nextCases[0] = -next
                queue.push(.event(next))
                next += 1
            }
            for _ in 0..<(round - round / 4) {
                #expect(queue.pop(cases: cases)?.trigger.event == expected)
                #expect(cases[0] == -expected)
                expected += 1
            }
        }
        while let (trigger, _) = queue.pop(cases: cases) {
            #expect(trigger.event == expected && cases[0] == -expected)
            expected += 1
        }
        #expect(expected == next && queue.count == 0)
    }

    @Test func aFullQueueSaysSo() throws {
        var queue = EventQueue(caseCount: 0, takesArguments: false)
        for _ in 0..<EventQueue.limit {
            if queue.makeRoom() != .queued { Issue.record("full too early") }
            queue.push(.event(1))
        }
        #expect(queue.makeRoom() == .queueFull)
        #expect(queue.count == EventQueue.limit)
        queue.clear()
        #expect(queue.makeRoom() == .queued)
        queue.clear()
    }
}
