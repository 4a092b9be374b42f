import SwiftFSM
import Testing

/// The section "Swift Concurrency".
@Suite struct ConcurrencyTests {
    private final class MyClass: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        let fsm: FSM<Int, Int>
        init(fsm: FSM<Int, Int>) {
            self.fsm = fsm
        }
        func one() async { await fsm.handleEvent(1) }
        @MainActor
        func two() async { await fsm.handleEvent(1) }

        func build() throws {
            try fsm.buildTable {
                define(1) { when(2) | then() }
            }
        }
    }

    /// The table is built by the class, for `define` needs a `SyntaxBuilder`: that call, without isolation, is the
    /// first.
    @Test func callsFromOtherIsolationAreViolations() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let fsm = FSM<Int, Int>(initialState: 1, enforceConcurrency: true)
            let c = MyClass(fsm: fsm)
            try c.build()
            // ✅ First call sets the actor for future calls
            await c.one()
            // ✅ Same 'NonIsolated' as first call
            await c.two()
            // 💥 Concurrency violation: handleEvent called by MainActor (expected NonIsolated)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            message.contains(
                "Concurrency violation: handleEvent(_:predicates:isolation:file:line:) "
                    + "called by MainActor (expected NonIsolated)"))
    }

    @Test func callsFromTheSameIsolationAreNone() async throws {
        let c = MyClass(fsm: FSM<Int, Int>(initialState: 1, enforceConcurrency: true))
        c.fsm.logHandler = nil
        try c.build()
        await c.one()
        await c.one()
        #expect(await c.fsm.handleEvent(2) == .transitioned(from: 1, to: 1))
    }

    /// Without the check the call from the main actor is handled.
    @Test func callsAreNotCheckedUnlessAsked() async throws {
        let fsm = FSM<Int, Int>(initialState: 1)
        fsm.logHandler = nil
        let c = MyClass(fsm: fsm)
        try c.build()
        await c.one()
        await c.two()
    }

    // MARK: Working on the Main Actor

    /// Uses both machines of the documents' methods, where they are made.
    @MainActor
    private static func use(_ mainActorFSM: FSM<Int, Int>.OnMainActor) async throws -> [FSMOutcome<Int>] {
        MainActor.assertIsolated()
        let table = Table()
        mainActorFSM.logHandler = nil
        try mainActorFSM.buildTable {
            table.define(1) { table.when(2) | table.then(3) | { MainActor.assertIsolated() } }
        }
        return [await mainActorFSM.handleEvent(1), await mainActorFSM.handleEvent(2)]
    }

    private struct Table: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        func build(_ fsm: FSM<Int, Int>, isolation: isolated (any Actor)? = #isolation) throws {
            fsm.logHandler = nil
            try fsm.buildTable { define(1) { when(2) | then(3) } }
        }
    }

    private static let expected: [FSMOutcome<Int>] = [.notFound, .transitioned(from: 1, to: 3)]

    @MainActor
    private final class MyMainActorClass {
        func myMethod() -> Int {
            // ✅ Called with Main Actor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = FSM<Int, Int>.OnMainActor(initialState: 1)
            return fsm.state + mainActorFSM.state
        }
        func myAsyncMethod() async throws -> [[FSMOutcome<Int>]] {
            // ✅ Called with Main Actor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            try Table().build(fsm)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = FSM<Int, Int>.OnMainActor(initialState: 1)
            return [
                [await fsm.handleEvent(1), await fsm.handleEvent(2)], try await ConcurrencyTests.use(mainActorFSM),
            ]
        }
    }

    /// `OnMainActor` in `myMethod` does not compile, and is left out.
    private final class MyNonIsolatedClass {
        func myMethod() -> Int {
            // ✅ Called without isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            return fsm.state
        }
        func myAsyncMethod() async throws -> [[FSMOutcome<Int>]] {
            // ✅ Called without isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            try Table().build(fsm)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = await FSM<Int, Int>.OnMainActor(initialState: 1)
            return [
                [await fsm.handleEvent(1), await fsm.handleEvent(2)], try await ConcurrencyTests.use(mainActorFSM),
            ]
        }
        @MainActor
        func myMainActorMethod() async throws -> [[FSMOutcome<Int>]] {
            // ✅ Called with Main Actor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            try Table().build(fsm)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = FSM<Int, Int>.OnMainActor(initialState: 1)
            return [
                [await fsm.handleEvent(1), await fsm.handleEvent(2)], try await ConcurrencyTests.use(mainActorFSM),
            ]
        }
    }

    /// The document's `FSM.OnMainActor<Int, Int>` is `FSM<Int, Int>.OnMainActor`, as in its other places.
    private actor MyCustomActor {
        func myMethod() -> Int {
            // ✅ Called with MyCustomActor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            return fsm.state
        }
        func myAsyncMethod() async throws -> [[FSMOutcome<Int>]] {
            // ✅ Called with MyCustomActor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            try Table().build(fsm)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = await FSM<Int, Int>.OnMainActor(initialState: 1)
            return [
                [await fsm.handleEvent(1), await fsm.handleEvent(2)], try await ConcurrencyTests.use(mainActorFSM),
            ]
        }
        @MainActor
        func myMainActorMethod() async throws -> [[FSMOutcome<Int>]] {
            // ✅ Called with Main Actor isolation
            let fsm = FSM<Int, Int>(initialState: 1)
            try Table().build(fsm)
            // ✅ Called with Main Actor isolation
            let mainActorFSM = FSM<Int, Int>.OnMainActor(initialState: 1)
            return [
                [await fsm.handleEvent(1), await fsm.handleEvent(2)], try await ConcurrencyTests.use(mainActorFSM),
            ]
        }
    }

    @Test @MainActor func machinesOfTheMainActor() async throws {
        #expect(MyMainActorClass().myMethod() == 2)
        #expect(try await MyMainActorClass().myAsyncMethod() == [Self.expected, Self.expected])
        #expect(try await MyNonIsolatedClass().myMainActorMethod() == [Self.expected, Self.expected])
        #expect(try await MyCustomActor().myMainActorMethod() == [Self.expected, Self.expected])
    }

    @Test func machinesWithoutIsolation() async throws {
        #expect(MyNonIsolatedClass().myMethod() == 1)
        #expect(try await MyNonIsolatedClass().myAsyncMethod() == [Self.expected, Self.expected])
    }

    @Test func machinesOfAnActor() async throws {
        let myActor = MyCustomActor()
        #expect(await myActor.myMethod() == 1)
        #expect(try await myActor.myAsyncMethod() == [Self.expected, Self.expected])
    }
}
