import SwiftFSM
import SwiftFSMTesting
import Testing

/// Paths that machines of each kind follow.
@Suite struct ExpectedPathsTests {
    enum State: FSMHashable { case locked, unlocked, alarming, kept(Int) }
    enum Event: EventWithValues { case coin(FSMValue<Int>), pass, reset }

    final class Gate: Sendable {
        let isOpen: Bool

        init(isOpen: Bool = true) { self.isOpen = isOpen }
    }

    struct GateRules: ContextSyntaxBuilder {
        typealias State = ExpectedPathsTests.State
        typealias Event = ExpectedPathsTests.Event
        typealias Context = Gate

        var rules: Rules {
            define(.locked) {
                condition(\.isOpen) | when(.coin(.any)) | then(.unlocked)
                when(.coin(0)) | then()
                when(.pass) | then(.alarming)
            }
            define(.unlocked) { when(.pass) | then(.kept(3)) }
            define(.alarming) { when(.reset) | then(.locked) }
            define(any: .kept(0)) { when(any: .coin(.any)) | then(.locked) }
        }
    }

    @Test func machinesWithContexts() async throws {
        let table = try FSMContextTable(GateRules(), initialState: .locked)
        let paths = table.paths(with: [.coin(5)])
        #expect(expectAllCovered(paths))
        #expect(await expectPaths(paths) { _ in table.machine(Gate()) })
        await withKnownIssue {
            #expect(await !expectPaths(paths) { _ in table.machine(Gate(isOpen: false)) })
        } matching: {
            $0.comments.contains { $0.rawValue.contains("found    ") && $0.rawValue.contains("coin(5): locked") }
        }
    }

    final class Desk: SyntaxBuilder {
        typealias State = ExpectedPathsTests.State
        typealias Event = ExpectedPathsTests.Event

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.locked) { when(.coin(.any)) | then(.kept(1)) }
            define(any: .kept(0)) {
                when(.coin(5)) | then(.kept(2))
                when(.pass) | then()
                when(.reset) | then(.locked)
            }
        }
    }

    @Test func statesWithValues() async throws {
        let table = try FSMTable<State, Event>(initialState: .locked) { Desk().rules }
        #expect(expectAllCovered(table.paths()))
        #expect(await expectPaths(table.paths()) { _ in try table.machine { Desk().rules } })
    }

    @Test @MainActor func machinesOfTheMainActor() async throws {
        let paths = try FSMTable<State, Event>(initialState: .locked) { Desk().rules }.paths()
        let isSame = await expectPaths(paths) { _ in
            let machine = FSM<State, Event>.OnMainActor(initialState: .locked)
            machine.logHandler = nil
            try machine.buildTable { Desk().rules }
            return machine
        }
        #expect(isSame)
    }
}
