import SwiftFSM
import Testing

/// The order of log entries, and what they say.
@Suite @MainActor struct LogOrderTests {
    @MainActor final class Line: SyntaxBuilder {
        enum State { case one, two, three, four }
        enum Event { case go, on, further, never }

        let fsm = FSM<State, Event>(initialState: .one)
        var entries: [FSMLogEntry<State, Event>] = []
        var mirrored = State.one

        init(awaits: Bool) throws {
            fsm.logHandler = { [unowned self] entry in
                entries.append(entry)
                if case .transitioned(let from, let to) = entry.outcome {
                    #expect(from == mirrored)
                    mirrored = to
                }
            }
            try fsm.buildTable {
                define(.one) { when(.go) | then(.two) | (awaits ? Array(goAwaiting) : Array(go)) }
                define(.two) { when(.on) | then(.three) | onwards }
                define(.three) { when(.further) | then(.four) }
                define(.four) { when(.go) | then(.one) }
            }
        }

        func go() {
            _ = try? fsm.handleEvent(.never)
            _ = try? fsm.handleEvent(.on)
        }

        func goAwaiting() async {
            await fsm.handleEvent(.never)
            await Task.yield()
            await fsm.handleEvent(.on)
        }

        func onwards() { _ = try? fsm.handleEvent(.further) }
    }

    @Test(arguments: [true, false]) func nestedEventsComeAfterThatWhichSentThem(awaits: Bool) async throws {
        let line = try Line(awaits: awaits)
        await line.fsm.handleEvent(.go)
        #expect(
            line.entries.map { "\($0)" } == [
                "Info: go has led from one to two", "Warning: no transition found for never",
                "Info: on has led from two to three", "Info: further has led from three to four",
            ])
        #expect(line.mirrored == line.fsm.state)
        await line.fsm.handleEvent(.go)
        #expect(line.entries.count == 5)
        #expect(line.mirrored == .one)
    }

    @Test func aHandlerThatSendsEvents() async throws {
        let line = try Line(awaits: false)
        let observe = line.fsm.logHandler
        line.fsm.logHandler = { entry in
            observe?(entry)
            if entry.event == .further { _ = try? line.fsm.handleEvent(.go) as FSMOutcome }
        }
        await line.fsm.handleEvent(.go)
        #expect(line.entries.map(\.event) == [.go, .never, .on, .further, .go])
        #expect(line.mirrored == .one)
        line.fsm.logHandler = nil
    }

    @Test func entriesAreSendable() async throws {
        let line = try Line(awaits: true)
        await line.fsm.handleEvent(.go)
        let entries = line.entries
        #expect(await Task.detached { entries.count }.value == 4)
    }

    @Test func anEventBeforeTheTableIsBuilt() async {
        let fsm = FSM<Int, Int>(initialState: 1)
        var lines: [String] = []
        fsm.logHandler = { lines.append("\($0)") }
        await fsm.handleEvent(7)
        #expect(lines == ["Warning: 7 was sent before 'buildTable', so that no transition was found"])
    }

    @Test func outcomesPrintShortNames() {
        enum Connection { case idle, open }
        #expect(
            "\(FSMOutcome<Connection>.transitioned(from: .idle, to: .open))" == "transitioned(from: idle, to: open)")
        #expect(
            "\(FSMOutcome<Connection>.missingPredicate(OutcomeTests.Enforcement.self))"
                == "missingPredicate(Enforcement)")
        #expect("\([FSMOutcome<Connection>.cancelled])" == "[cancelled]")
    }
}
