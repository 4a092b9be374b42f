import SwiftFSM
import Testing

@testable import struct SwiftFSM.StallWatch

/// Events of tasks that are cancelled while they wait, and that wait for ever.
@Suite @MainActor struct CancellationTests {
    @MainActor final class Gate: SyntaxBuilder {
        enum State { case closed, open }
        enum Event { case hold, open, close }

        let fsm = FSM<State, Event>(initialState: .closed)
        var trace: [String] = []
        var isHeld = false
        var release: CheckedContinuation<Void, Never>?
        var sender: Task<Void, Never>?
        var action: @MainActor () async -> Void = {}

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.closed) {
                    when(.hold) | then() | hold
                    when(.open) | then(.open) | { self.trace.append("open") }
                    when(.close) | then() | { self.trace.append("close") }
                }
                define(.open) { when(.close) | then(.closed) | { self.trace.append("close") } }
            }
        }

        func open() async { await fsm.handleEvent(.open) }

        func hold() async {
            isHeld = true
            await action()
            await withCheckedContinuation { release = $0 }
            isHeld = false
        }

        func begin() async -> Task<FSMOutcome<State>, Never> {
            let task = Task { await fsm.handleEvent(.hold) }
            while release == nil { await Task.yield() }
            return task
        }
    }

    @Test func aCancelledTaskThatWaitsDoesNotPerformItsEvent() async throws {
        let gate = try Gate()
        let holding = await gate.begin()
        let (first, second) = (
            Task { await gate.fsm.handleEvent(.open) }, Task { await gate.fsm.handleEvent(.close) }
        )
        for _ in 0..<10 { await Task.yield() }
        first.cancel()
        // It does not wait for its turn to learn that it has none.
        #expect(await first.value == .cancelled)
        #expect(gate.isHeld)
        gate.release?.resume()
        #expect(await holding.value.isTransition)
        #expect(await second.value.isTransition)
        #expect(gate.trace == ["close"])
        #expect(gate.fsm.state == .closed)
    }

    @Test func aTaskThatIsCancelledBeforeItWaits() async throws {
        let gate = try Gate()
        let holding = await gate.begin()
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await gate.fsm.handleEvent(.open)
        }
        #expect(await late.value == .cancelled)
        gate.release?.resume()
        _ = await holding.value
        #expect(gate.trace == [])
        // Events that do not wait are handled, whoever sends them.
        let free = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await gate.fsm.handleEvent(.open)
        }
        #expect(await free.value == .transitioned(from: .closed, to: .open))
    }

    @Test func manyTasksAreCancelledInTheMidst() async throws {
        let gate = try Gate()
        let holding = await gate.begin()
        let tasks = (0..<1_000).map { _ in Task { await gate.fsm.handleEvent(.close) } }
        for _ in 0..<3 { await Task.yield() }
        for task in tasks.prefix(700).reversed() { task.cancel() }
        gate.release?.resume()
        _ = await holding.value
        var handled = 0
        for task in tasks where await task.value.isTransition { handled += 1 }
        // Some of the cancelled may have had their turn before.
        #expect(handled >= 300)
        #expect(gate.trace.count == handled)
    }

    #if DEBUG
        @Test func anActionThatAwaitsADetachedSenderIsReported() async throws {
            let gate = try Gate()
            let (reports, report) = AsyncStream.makeStream(of: String.self)
            gate.action = {
                gate.sender = Task.detached {
                    await StallWatch.$patience.withValue(.milliseconds(20)) {
                        await StallWatch.$report.withValue({ report.yield($0) }) { await gate.open() }
                    }
                }
            }
            let holding = await gate.begin()
            var text = ""
            for await each in reports {
                text = each
                break
            }
            #expect(text.hasPrefix("Warning: open has waited for 0.02 seconds"))
            #expect(text.contains("a task that is not detached"))
            gate.release?.resume()
            _ = await holding.value
            await gate.sender?.value
            #expect(gate.trace == ["open"])
        }

        @Test func eventsThatNestWithoutEndTrapWithASentence() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try Endless().begin()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("events are nested in one another: an action for 'again' sends an event"))
        }
    #endif

    final class Endless: SyntaxBuilder {
        enum State { case on }
        enum Event { case again }

        let fsm = FSM<State, Event>(initialState: .on)

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable { define(.on) { when(.again) | then() | again } }
        }

        func again() { _ = try? fsm.handleEvent(.again) }
        func begin() throws { try fsm.handleEvent(.again) }
    }
}
