import SwiftFSM
import Testing

@testable import class SwiftFSM.AwaitedStep

/// Tasks that are started from actions, which start others.
@Suite struct TaskChainTests {
    /// Two machines whose actions send each to the other in a new task.
    actor Pair: SyntaxBuilder {
        enum State { case on }
        enum Event { case tick }

        private let machines = (FSM<State, Event>(initialState: .on), FSM<State, Event>(initialState: .on))
        private var left = 0
        private var sizes: [Int] = []
        private var finished: CheckedContinuation<[Int], Never>?

        func build() throws {
            for machine in [machines.0, machines.1] {
                machine.logHandler = nil
                try machine.buildTable { define(.on) { when(.tick) | then() | { [weak self] in await self?.tick() } } }
            }
        }

        /// How many steps each task of a chain knows of.
        func run(_ count: Int) async -> [Int] {
            left = count
            return await withCheckedContinuation { continuation in
                finished = continuation
                Task { await self.machines.0.handleEvent(.tick) }
            }
        }

        private func tick() async {
            sizes.append(AwaitedStep.current?.count ?? 0)
            left -= 1
            let isOver = left == 0
            let isFirst = left.isMultiple(of: 2)
            let task = Task { if !isOver { await (isFirst ? self.machines.0 : self.machines.1).handleEvent(.tick) } }
            if isOver { finished?.resume(returning: sizes) }
            _ = task
        }
    }

    @Test func aChainOfTasksDoesNotGrow() async throws {
        let pair = Pair()
        try await pair.build()
        let sizes = await pair.run(10_000)
        #expect(sizes.count == 10_000)
        // Its own step, and at most one of each machine that had not ended.
        #expect(try #require(sizes.max()) <= 3)
    }

    /// A task of an inner step that has ended still is part of the outer one, which waits for it.
    @Test @MainActor func aTaskOfAStepThatHasEndedIsInsideTheOuterOne() async throws {
        let outer = try Outer()
        await outer.fsm.handleEvent(.begin)
        #expect(outer.trace == ["begin", "inner", "late", "end"])
    }

    @MainActor final class Outer: SyntaxBuilder {
        enum State { case on }
        enum Event { case begin, inner, late }

        let fsm = FSM<State, Event>(initialState: .on)
        var trace: [String] = []
        var task: Task<Void, Never>?

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.on) {
                    when(.begin) | then() | begin
                    when(.inner) | then() | inner
                    when(.late) | then() | { self.trace.append("late") }
                }
            }
        }

        func begin() async {
            trace.append("begin")
            await fsm.handleEvent(.inner)
            await task?.value
            trace.append("end")
        }

        func inner() async {
            trace.append("inner")
            task = Task {
                await Task.yield()
                await Task.yield()
                await self.fsm.handleEvent(.late)
            }
        }
    }
}
