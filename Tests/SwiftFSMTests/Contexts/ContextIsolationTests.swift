import SwiftFSM
import Testing

/// Contexts on the main actor, in actors, and actions that are awaited.
@Suite struct ContextIsolationTests {
    @MainActor final class Screen {
        var title = ""
        var isReady = true
        var trace: [String] = []

        func show() { title = "shown" }
        func note(_ event: ScreenRules.Event) { trace.append("\(event)") }
        func load() async {
            trace.append("begin")
            await Task.yield()
            trace.append("end")
        }
        func ready() -> Bool { isReady }
    }

    struct ScreenRules: ContextSyntaxBuilder {
        enum State { case empty, loading, shown }
        enum Event { case load, show, clear }
        typealias Context = Screen

        var rules: Rules {
            define(.empty) {
                condition(Screen.ready) | when(.load) | then(.loading) | Screen.load | Screen.note
            }
            define(.loading) { when(.show) | then(.shown) | Screen.show | { @MainActor in $0.trace.append("show") } }
            define(.shown) { when(.clear) | then(.empty) | { screen in await screen.load() } }
        }
    }

    @Test @MainActor func aContextOnTheMainActor() async throws {
        let screen = Screen()
        let machine = try FSMContextTable(ScreenRules(), initialState: .empty).machine(screen)
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machine.handleEventAtOnce(.load) }
        #expect(await machine.handleEvent(.load) == .transitioned(from: .empty, to: .loading))
        #expect(screen.trace == ["begin", "end", "load"])
        #expect(try machine.handleEventAtOnce(.show) == .transitioned(from: .loading, to: .shown))
        #expect(screen.title == "shown")
        #expect(screen.trace.last == "show")
        screen.isReady = false
        await machine.handleEvent(.clear)
        #expect(await machine.handleEvent(.load) == .notExecuted)
    }

    /// Rules on the main actor need not say so of their closures.
    @MainActor struct MainActorRules: @MainActor ContextSyntaxBuilder {
        typealias State = ScreenRules.State
        typealias Event = ScreenRules.Event
        typealias Context = Screen

        var rules: Rules {
            define(.empty) {
                condition { $0.isReady } | when(.load) | then { event in event == .load ? .loading : .shown }
                when(.show) | then { screen, _ in screen.title.isEmpty ? .empty : .shown }
            }
            define(.loading) { condition { $0.isReady } | when(.show) | then(.shown) | { $0.show() } }
            define(.shown) { when(.clear) | then(.empty) }
        }
    }

    @Test @MainActor func conditionsAndTargetsOfTheMainActor() throws {
        let screen = Screen()
        let machine = try FSMContextTable(MainActorRules(), initialState: .empty).machine(screen)
        screen.isReady = false
        #expect(try machine.handleEventAtOnce(.load) == .notExecuted)
        screen.isReady = true
        #expect(try machine.handleEventAtOnce(.load) == .transitioned(from: .empty, to: .loading))
        #expect(try machine.handleEventAtOnce(.show) == .transitioned(from: .loading, to: .shown))
        #expect(try machine.handleEventAtOnce(.clear).isTransition)
        #expect(try machine.handleEventAtOnce(.show) == .transitioned(from: .empty, to: .shown))
    }

    /// Without an actor, an `async` method of a class that is not `Sendable` stays on that of the machine only if it says so.
    final class Counter {
        var count = 0
        nonisolated(nonsending) func addSlowly() async {
            for _ in 0..<1_000 {
                count += 1
                if count % 100 == 0 { await Task.yield() }
            }
        }
        nonisolated(nonsending) func addLater(_ event: CounterRules.Event) async throws { await addSlowly() }
    }

    struct CounterRules: ContextSyntaxBuilder {
        enum State { case only }
        enum Event { case add, addTwice, addOnMainActor }
        typealias Context = Counter

        var rules: Rules {
            define(.only) {
                when(.add) | then() | Counter.addSlowly
                when(.addTwice) | then() | Counter.addSlowly | attempt(Counter.addLater, orElse: .send(.add))
                when(.addOnMainActor) | then() | { @MainActor in $0.count += 1 }
            }
        }
    }

    actor Owner {
        let counter = Counter()
        let machine: FSMContextTable<CounterRules.State, CounterRules.Event, Counter>.Machine

        init() throws { machine = try FSMContextTable(CounterRules(), initialState: .only).machine(counter) }

        func send(_ event: CounterRules.Event) async { await machine.handleEvent(event) }
        func add() { counter.count += 1 }
        var count: Int { counter.count }
    }

    @Test func methodsThatStayOnTheActorOfTheMachine() async throws {
        let owner = try Owner()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { await owner.send(number % 2 == 0 ? .add : .addTwice) } }
            for _ in 0..<5_000 { group.addTask { await owner.add() } }
        }
        #expect(await owner.count == 35_000)
    }

    /// What the compiler cannot see: the context belongs to the actor of the machine.
    @Test func aContextThatMayNotBeSent() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await Owner().send(.addOnMainActor)
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Fatal error: an action on "), "\(text)")
        #expect(text.contains("takes a context that is not Sendable, but another actor sent the event"), "\(text)")
    }

    /// Synchronous events without an end would exhaust the stack.
    @Test func eventsThatAreNestedWithoutAnEnd() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                final class Loop {
                    var machine: FSMContextTable<LoopRules.State, LoopRules.Event, Loop>.Machine?
                }
                struct LoopRules: ContextSyntaxBuilder {
                    enum State { case only }
                    enum Event { case turn }
                    typealias Context = Loop

                    var rules: Rules {
                        define(.only) { when(.turn) | then() | { _ = try? $0.machine?.handleEventAtOnce(.turn) } }
                    }
                }
                let loop = Loop()
                loop.machine = try FSMContextTable(LoopRules(), initialState: .only).machine(loop)
                try loop.machine?.handleEventAtOnce(.turn)
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("1001 events are nested in one another: an action for 'turn' sends an event"), "\(text)")
    }

    /// The machine of another domain performs the actions of the main actor there.
    @Test func actionsRunOnTheirActor() async throws {
        let screen = await MainActor.run { Screen() }
        let machine = try FSMContextTable(ScreenRules(), initialState: .empty).machine(screen, in: .loading)
        #expect(throws: FSMHandlingError.actionIsIsolated) { try machine.handleEventAtOnce(.show) }
        #expect(await machine.handleEvent(.show) == .transitioned(from: .loading, to: .shown))
        #expect(await screen.title == "shown")
    }

    /// A function of any isolation passes on the one that it has.
    @Test @MainActor func theIsolationCanBeTold() async throws {
        let screen = Screen()
        let machine = try FSMContextTable(ScreenRules(), initialState: .empty).machine(screen, in: .loading)
        for event in [ScreenRules.Event.show, .clear] { await send(event, to: machine, isolation: MainActor.shared) }
        #expect(machine.state == .empty)
        #expect(screen.trace == ["show", "begin", "end"])
    }

    private func send(
        _ event: ScreenRules.Event, to machine: FSMContextTable<ScreenRules.State, ScreenRules.Event, Screen>.Machine,
        isolation: isolated any Actor
    ) async {
        await machine.handleEvent(event, isolation: isolation)
    }

    actor Account {
        var depth = 0
        var deepest = 0
        var order: [Int] = []
        var machine: FSMContextTable<AccountRules.State, AccountRules.Event, Account>.Machine?

        func enter(_ number: Int) async {
            depth += 1
            deepest = max(deepest, depth)
            await Task.yield()
            order.append(number)
            depth -= 1
        }

        func begin() throws { machine = try FSMContextTable(AccountRules(), initialState: .open).machine(self) }
        func end() { machine = nil }
        var state: AccountRules.State? { machine?.state }
        func send(_ event: AccountRules.Event) async -> FSMOutcome<AccountRules.State>? {
            await machine?.handleEvent(event)
        }
        func nest() async {
            order.append(-1)
            _ = await machine?.handleEvent(.close)
            order.append(-2)
        }
    }

    struct AccountRules: ContextSyntaxBuilder {
        enum State { case open, closed }
        enum Event: EventWithValues {
            case deposit(FSMValue<Int>)
            case nest, close
        }
        typealias Context = Account

        var rules: Rules {
            define(.open) {
                when(.deposit(.any)) | then()
                    | { account, event in
                        if case .deposit(.some(let number)) = event { await account.enter(number) }
                    }
                when(.nest) | then() | { account in await account.nest() }
                when(.close) | then(.closed)
            }
        }
    }

    @Test func eventsOfManyTasksDoNotInterleave() async throws {
        let account = Account()
        try await account.begin()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2_000 { group.addTask { _ = await account.send(.deposit(.some(number))) } }
        }
        #expect(await account.deepest == 1)
        #expect(await Set(account.order).count == 2_000)
        #expect(await account.send(.nest) == .transitioned(from: .open, to: .open))
        #expect(await account.order.suffix(2) == [-1, -2])
        #expect(await account.state == .closed)
        #expect(await account.send(.nest) == .notFound)
        await account.end()
    }

    @Test func aTaskThatIsCancelledWhileItWaits() async throws {
        let account = Account()
        try await account.begin()
        let first = Task { await account.send(.deposit(.some(1))) }
        while await account.depth == 0 { await Task.yield() }
        let others = (2..<50).map { number in Task { await account.send(.deposit(.some(number))) } }
        for other in others { other.cancel() }
        _ = await first.value
        var handled = 1
        for other in others where await other.value != .cancelled { handled += 1 }
        #expect(await account.order.count == handled)
        #expect(await account.send(.close) == .transitioned(from: .open, to: .closed))
        await account.end()
    }
}
