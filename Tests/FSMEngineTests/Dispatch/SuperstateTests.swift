import Testing

@testable import FSMEngine

@Suite struct SuperstateTests {
    private let recorder = Recorder()
    private func say(_ name: String) -> [Callback] { [recorder.callback(name)] }

    @Test func statesHaveWhatTheirSuperstatesHaveFirst() throws {
        var definition = Definition()
        let base = definition.superstate(entry: say("base in"), exit: say("base out"), cycle: say("base again"))
        definition.row(ReservedID.none, 11, ReservedID.same, actions: say("stay"), block: base)
        let middle = definition.superstate(adopts: [base], entry: say("middle in"), exit: say("middle out"))
        let other = definition.superstate(entry: say("other in"))
        definition.block(1, adopts: [other, middle], entry: say("1 in"), exit: say("1 out"), cycle: say("1 again"))
        definition.block(2, adopts: [base])
        definition.row(1, 10, 2)
        definition.row(2, 10, 1)
        let trace = try definition.trace(recorder) { recorder.send(10, 11, 10, 11, to: $0) }
        #expect(
            trace == "base out, middle out, 1 out, base in, transitioned 2, stay, base again, transitioned 2, "
                + "base out, other in, base in, middle in, 1 in, transitioned 1, "
                + "stay, base again, 1 again, transitioned 1")
    }

    @Test func theLastOverrideOfAChainWins() throws {
        var definition = Definition()
        let first = definition.superstate()
        definition.row(ReservedID.none, 10, 1, actions: say("first"), block: first)
        let second = definition.superstate(adopts: [first])
        definition.row(ReservedID.none, 10, 1, actions: say("second"), block: second, isOverriding: true)
        definition.block(1, adopts: [second])
        definition.row(1, 10, 1, actions: say("own"), isOverriding: true)
        definition.block(2, adopts: [second])
        definition.block(3, adopts: [first])
        for (state, expected) in [(1, "own"), (2, "second"), (3, "first")] {
            let trace = try definition.trace(recorder, from: ID(state)) { recorder.send(10, to: $0) }
            #expect(trace == "\(expected), transitioned 1")
        }
    }

    @Test func firstMatchAsksSuperstatesFirst() throws {
        var definition = Definition()
        definition.guardPolicy = .firstMatch
        let base = definition.superstate()
        definition.row(ReservedID.none, 10, 1, guards: [recorder.answering("base", 0)], block: base)
        definition.block(1, adopts: [base])
        definition.row(1, 10, 1, guards: [recorder.answering("own", 1)])
        #expect(try definition.trace(recorder) { recorder.send(10, to: $0) } == "base, own, transitioned 1")
    }
}
