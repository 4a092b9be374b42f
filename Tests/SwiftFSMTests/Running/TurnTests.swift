import SwiftFSM
import Testing

/// Events of several tasks on one machine: their actions never interleave, and they are handled in the order in which
/// they came.
@Suite struct TurnTests {
    /// A machine whose actions give way to other tasks in their midst.
    @MainActor final class Counter: SyntaxBuilder {
        enum State { case idle }
        enum Event: FSMHashable {
            case count(Int)
            case start

            static func == (left: Event, right: Event) -> Bool {
                switch (left, right) {
                case (.count, .count), (.start, .start): true
                default: false
                }
            }

            func hash(into hasher: inout Hasher) {
                if case .count = self { hasher.combine(1) } else { hasher.combine(2) }
            }
        }

        let fsm = FSM<State, Event>(initialState: .idle)
        var trace: [String] = []
        var isInside = false
        var overlaps = 0
        var order: [Int] = []

        func begin(_ event: Event) async {
            if isInside { overlaps += 1 }
            isInside = true
            await Task.yield()
        }

        func end(_ event: Event) async {
            await Task.yield()
            isInside = false
            if case .count(let number) = event { order.append(number) }
        }

        func count(_ number: Int) async { await fsm.handleEvent(.count(number)) }

        init() throws {
            fsm.logHandler = nil
            try fsm.buildTable { define(.idle) { when(.count(0)) | then() | begin & end } }
        }
    }

    @Test @MainActor func actionsOfTenThousandEventsDoNotInterleave() async throws {
        let counter = try Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10_000 {
                group.addTask { await counter.count(number) }
            }
        }
        #expect(counter.overlaps == 0)
        #expect(counter.order.count == 10_000)
        #expect(Set(counter.order).count == 10_000)
    }

    @Test @MainActor func thoseWhoWaitAreServedInTheirOrder() async throws {
        let counter = try Counter()
        var tasks: [Task<Void, Never>] = []
        for number in 0..<100 {
            tasks.append(Task { await counter.count(number) })
            await Task.yield()
        }
        for task in tasks { await task.value }
        #expect(counter.order == Array(0..<100))
    }

    /// The same on an actor of one's own.
    actor Account: SyntaxBuilder {
        enum State { case open, closed }
        enum Event { case deposit, close }

        let fsm = FSM<State, Event>(initialState: .open)
        var depth = 0
        var deepest = 0
        var deposits = 0

        func enter() async {
            depth += 1
            deepest = max(deepest, depth)
            await Task.yield()
            deposits += 1
            depth -= 1
        }

        func build() throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.open) {
                    when(.deposit) | then() | { [weak self] in await self?.enter() }
                    when(.close) | then(.closed)
                }
            }
        }

        func deposit() async -> FSMOutcome<State> { await fsm.handleEvent(.deposit) }
        func close() async { await fsm.handleEvent(.close) }
    }

    @Test func anActorsEventsDoNotInterleave() async throws {
        let account = Account()
        try await account.build()
        let outcomes = await withTaskGroup(of: FSMOutcome<Account.State>.self) { group in
            for _ in 0..<10_000 { group.addTask { await account.deposit() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == .transitioned(from: .open, to: .open) })
        #expect(await account.deposits == 10_000)
        #expect(await account.deepest == 1)
        await account.close()
        #expect(await account.deposit() == .notFound)
    }
}

/// Events that are sent from inside an action are handled then and there.
@Suite struct NestedEventTests {
    @MainActor final class Nest: SyntaxBuilder {
        enum State { case one, two, three }
        enum Event { case go, inner, last }

        let fsm = FSM<State, Event>(initialState: .one)
        var trace: [String] = []

        func sendInner() async { await fsm.handleEvent(.inner) }

        func note(_ text: String) { trace.append("\(text) in \(fsm.state)") }

        init(_ inner: @escaping @MainActor (Nest) async -> Void) throws {
            fsm.logHandler = nil
            try fsm.buildTable {
                define(.one) {
                    when(.go) | then(.two)
                        | { [unowned self] in
                            note("before")
                            await inner(self)
                            note("after")
                        }
                }
                define(.two) {
                    when(.inner) | then(.three)
                        | { [unowned self] in
                            note("inner")
                            await Task.yield()
                            note("inner ends")
                        }
                }
                define(.three) {
                    when(.inner) | then(.three) | { [unowned self] in note("again") }
                    when(.last) | then(.one) | { [unowned self] in note("last") }
                }
            }
        }
    }

    @Test @MainActor func anActionSendsAnEvent() async throws {
        let nest = try Nest { await $0.fsm.handleEvent(.inner) }
        #expect(await nest.fsm.handleEvent(.go) == .transitioned(from: .one, to: .two))
        #expect(nest.trace == ["before in two", "inner in three", "inner ends in three", "after in three"])
    }

    @Test @MainActor func childTasksOfAnActionAreInsideToo() async throws {
        let nest = try Nest { nest in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { await nest.sendInner() } }
            }
        }
        await nest.fsm.handleEvent(.go)
        #expect(
            nest.trace == [
                "before in two", "inner in three", "inner ends in three", "again in three", "after in three",
            ])
    }

    @Test @MainActor func otherTasksWait() async throws {
        let nest = try Nest { _ in for _ in 0..<20 { await Task.yield() } }
        let first = Task { await nest.fsm.handleEvent(.go) }
        await Task.yield()
        let second = Task { await nest.fsm.handleEvent(.inner) }
        let third = Task { await nest.fsm.handleEvent(.last) }
        _ = await (first.value, second.value, third.value)
        #expect(
            nest.trace == [
                "before in two", "after in two", "inner in three", "inner ends in three", "last in one",
            ])
    }

    @Test @MainActor func aTaskThatOutlivesItsActionWaitsAsOthersDo() async throws {
        var late: Task<FSMOutcome<Nest.State>, Never>?
        let nest = try Nest { nest in
            late = Task {
                for _ in 0..<5 { await Task.yield() }
                return await nest.fsm.handleEvent(.last)
            }
        }
        await nest.fsm.handleEvent(.go)
        let slow = Task { await nest.fsm.handleEvent(.inner) }
        _ = await slow.value
        #expect(await late?.value == .transitioned(from: .three, to: .one))
        #expect(nest.trace.last == "last in one")
    }

    @Test @MainActor func twoMachinesThatSendToEachOtherDoNotWaitForEachOther() async throws {
        let second = try Nest { _ in }
        let first = try Nest { first in
            await second.fsm.handleEvent(.go)
            await first.fsm.handleEvent(.inner)
            await second.fsm.handleEvent(.inner)
        }
        await first.fsm.handleEvent(.go)
        #expect(first.fsm.state == .three)
        #expect(second.fsm.state == .three)
    }

    @Test @MainActor func aTaskThatIsCancelledWhileItWaitsHasNoTurn() async throws {
        let nest = try Nest { _ in for _ in 0..<10 { await Task.yield() } }
        let first = Task { await nest.fsm.handleEvent(.go) }
        await Task.yield()
        let second = Task { await nest.fsm.handleEvent(.inner) }
        second.cancel()
        _ = await first.value
        #expect(await second.value == .cancelled)
        #expect(nest.fsm.state == .two)
    }
}
