import SwiftFSM
import Synchronization
import Testing

/// Written to by functions that belong to nobody; the task that runs a test has its own.
private final class Notes: Sendable {
    @TaskLocal static var current = Notes()
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    static func add(_ note: String) { current.notes.withLock { $0.append(note) } }
}

private func free() { Notes.add("free") }
private func freeAwaited() async { Notes.add("freeAwaited") }
@MainActor private func onMain() {
    MainActor.assertIsolated()
    Notes.add("onMain")
}
@MainActor private func onMainAwaited(_ event: Int) async {
    MainActor.assertIsolated()
    Notes.add("onMainAwaited(\(event))")
}

/// An actor that holds its machine, with actions of its own.
private actor Gate: ExpandedSyntaxBuilder {
    enum State { case locked, unlocked }
    enum Event { case coin, pass }

    let turnstile = FSM<State, Event>(initialState: .locked)
    private(set) var trace: [String] = []

    func unlock() { trace.append("unlock") }
    func lock() async {
        await Task.yield()
        trace.append("lock")
    }
    func count(_ event: Event) { trace.append("\(event)") }

    func build() throws {
        turnstile.logHandler = nil
        try turnstile.buildTable {
            define(.locked, onExit: unlock & count) { when(.coin) | then(.unlocked) | count }
            define(.unlocked, onExit: lock*) {
                when(.pass) | then(.locked) | { self.trace.append("closure") }
            }
        }
    }

    func send(_ event: Event) async { await turnstile.handleEvent(event) }
    var state: State { turnstile.state }
}

/// Functions that are actions, wherever they were declared and whatever they are isolated to.
@Suite final class FunctionKindTests: Words {
    private static func ofTheType() { Notes.add("ofTheType") }

    @Test func functionsOfEveryKindAreActions() async throws {
        let stored: @Sendable () -> Void = { Notes.add("stored") }
        let storedOnMain: @MainActor (Int) -> Void = { Notes.add("storedOnMain(\($0))") }
        func local(_ event: Int) { Notes.add("local(\(event))") }
        let notes = Notes()
        let steps = try await Notes.$current.withValue(notes) {
            try await each(1...6) {
                define(0) {
                    when(1) | then(9) | free & freeAwaited
                    when(2) | then(9) | onMain
                    when(3) | then(9) | onMainAwaited
                    when(4) | then(9) | Self.ofTheType & stored
                    when(5) | then(9) | storedOnMain & local
                    when(6) | then(9) | { @MainActor in onMain() }
                }
            }
        }
        #expect(steps == Array(repeating: "→ 9", count: 6))
        #expect(
            notes.all == [
                "free", "freeAwaited", "onMain", "onMainAwaited(3)", "ofTheType", "stored", "storedOnMain(5)",
                "local(5)", "onMain",
            ])
    }

    @Test func anActorHoldsItsMachine() async throws {
        let gate = Gate()
        try await gate.build()
        await gate.send(.coin)
        await gate.send(.coin)
        await gate.send(.pass)
        #expect(await gate.trace == ["coin", "unlock", "coin", "closure", "lock"])
        #expect(await gate.state == .locked)
    }

    /// The names of types, of either version of the interface.
    @Test func typesCanBeNamed() async throws {
        let actions: (FSMSyncAction, FSMAction, FSMAsyncAction) = (sync, awaited, awaited)
        let withEvent: (FSMSyncActionWithEvent<Int>, FSMActionWithEvent<Int>, FSMAsyncActionWithEvent<Int>) =
            (withEvent, withEventAwaited, withEventAwaited)
        let isOpen: ConditionProvider = { true }
        func rows(@FSM<Int, Int>.TableBuilder _ block: () -> [Syntax.Define<Int, Int>]) -> [Syntax.Define<Int, Int>] {
            block()
        }
        func olderRows(@TableBuilder<Int, Int> _ block: () -> [Internal.Define<Int, Int>]) -> [Internal.Define<
            Int, Int
        >] {
            block()
        }
        let table = rows {
            define(0) {
                when(1) | then() | actions.0 & actions.1 & actions.2
                condition(isOpen) | when(2) | then() | withEvent.0 & withEvent.1 & withEvent.2
            }
        }
        let olderTable = olderRows { define(9) { when(1) | then() } }
        let steps = try await each(1...2) {
            table
            olderTable
        }
        #expect(steps == ["sync, awaited, awaited → 0", "with(2), awaitedWith(2), awaitedWith(2) → 0"])
    }
}
