import SwiftFSM
import Testing

/// Shared tables whose states have associated values, and what they list.
@Suite @MainActor struct StateValueTableTests {
    typealias Desk = StateValueTests.Desk

    @Test func machinesOfATableBeginInAnyValue() throws {
        let desk = Desk()
        let table = try FSMTable<Desk.State, Desk.Event>(initialState: .review(by: "first")) { desk.rules }
        #expect(try table.machine { desk.rules }.state == .review(by: "first"))
        let stored = try table.machine(initialState: .review(by: "stored")) { desk.rules }
        stored.logHandler = nil
        #expect(try stored.handleEventAtOnce(.reject) == .transitioned(from: .review(by: "stored"), to: stored.state))
        #expect(stored.state == .review(by: "stored"))
        #expect(throws: SwiftFSMError.self) { try table.machine(initialState: .failed(code: 1)) { desk.rules } }
        #expect(try table.explain(.reject, in: .review(by: "x")).count == 1)
        #expect(table.warnings.isEmpty)
    }

    @Test func rulesOfAnotherShape() throws {
        let desk = Desk()
        let table = try FSMTable<Desk.State, Desk.Event>(initialState: .draft) {
            desk.define(.draft) { desk.when(.redo) | desk.then(to: { _ in .list([1]) }) }
            desk.define(any: .list([])) { desk.when(.reset) | desk.then(.draft) }
        }
        #expect(throws: SwiftFSMError.self) {
            try table.machine {
                desk.define(.draft) { desk.when(.redo) | desk.then() }
                desk.define(any: .list([])) { desk.when(.reset) | desk.then(.draft) }
            }
        }
        #expect(throws: SwiftFSMError.self) {
            try table.machine {
                desk.define(.draft) { desk.when(.redo) | desk.then(to: { _ in .list([1]) }) }
                desk.define(.list([])) { desk.when(.reset) | desk.then(.draft) }
            }
        }
    }

    @Test func listsAndPaths() throws {
        let desk = Desk()
        let table = try FSMTable<Desk.State, Desk.Event>(initialState: .draft) {
            desk.define(.draft) {
                desk.when(.redo) | desk.then(.list([1]))
                desk.when(any: .fail(0)) | desk.then(to: { _ in .empty })
            }
            desk.define(any: .list([])) {
                desk.when(.reset) | desk.then(.empty)
                desk.when(.reject) | desk.then()
            }
            desk.define(.empty) { desk.when(.reset) | desk.then(.draft) }
        }
        #expect(
            table.rules.map(\.target) == [
                .states([.list([1])]), .computed, .states([.empty]), .stays, .states([.draft]),
            ])
        let paths = table.paths()
        #expect(paths.uncovered.map(\.target) == [.computed])
        #expect(paths.paths.flatMap(\.steps).contains { $0.states == [.list([1])] })
    }
}
