import SwiftFSM
import Testing

@testable import class SwiftFSM.AwaitedStep
@testable import struct SwiftFSM.Turns

/// A step begins again when nothing refers to it. A task that an action started refers to its step, also after its end.
@Suite struct AwaitedStepTests {
    @MainActor final class Door: SyntaxBuilder {
        enum State { case on }
        enum Event { case begin, wait, late }

        let fsm = FSM<State, Event>(initialState: .on)
        var trace: [String] = []
        var task: Task<Void, Never>?
        private var isWaiting = false

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.on) {
                    when(.begin) | then() | begin
                    when(.wait) | then() | wait
                    when(.late) | then() | { self.trace.append("late") }
                }
            }
        }

        func begin() async {
            task = Task {
                while !isWaiting { await Task.yield() }
                await fsm.handleEvent(.late)
            }
        }

        func wait() async {
            trace.append("wait")
            isWaiting = true
            for _ in 0..<10 { await Task.yield() }
            isWaiting = false
            trace.append("end")
        }
    }

    @Test @MainActor func aTaskThatOutlivesItsStepIsNotInsideTheNextOne() async throws {
        let door = try Door()
        for event in [Door.Event.wait, .begin, .wait] { await door.fsm.handleEvent(event) }
        await door.task?.value
        #expect(door.trace == ["wait", "end", "wait", "end", "late"])
    }

    /// The step of one machine inside that of another one, which does not live longer for that.
    @Test func aStepThatHasEndedRefersToNoOther() {
        final class Machine {}
        let (machine, other) = (Machine(), Machine())
        var (turns, inner) = (Turns(), Turns())
        weak let outer = turns.begin(of: ObjectIdentifier(machine))
        AwaitedStep.ofTask.withValue(outer) {
            #expect(inner.begin(of: ObjectIdentifier(other)).count == 2)
        }
        inner.end()
        turns.end()
        turns = Turns()
        #expect(outer == nil)
        #expect(inner.areOver)
    }
}
