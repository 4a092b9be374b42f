import SwiftFSM
import Testing

/// What is probably a mistake in a table without nesting.
@Suite struct FlatWarningTests: SyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent

    private func warnings(
        initial: GateState = .locked, @TableBuilder<GateState, GateEvent> _ rules: () -> [Syntax.Define<State, Event>]
    ) throws -> [ChartFault] {
        let machine = FSM<State, Event>(initialState: initial)
        machine.logHandler = nil
        try machine.buildTable(rules)
        let table = try FSMTable<State, Event>(initialState: initial, rules)
        #expect(table.warnings.map(\.kind) == machine.warnings.map(\.kind))
        return machine.warnings
    }

    @Test func aMachineThatBeginsWhereNothingIsDefined() throws {
        let found = try warnings(initial: .alarming) {
            define(.locked) { when(.coin) | then(.unlocked) }
            define(.unlocked) { when(.pass) | then(.locked) }
        }
        #expect(found.map(\.kind) == [.undefinedInitialState])
        #expect(found[0].text.hasPrefix("The machine begins in 'alarming', but no 'define' defines it"))
    }

    @Test func rowsThatLeadToStatesWithoutDefine() throws {
        let found = try warnings {
            define(.locked) { when(.coin, or: .pass) | then(.unlocked) }
        }
        #expect(found.map(\.kind) == [.undefinedTarget])
        #expect("\(found[0])".contains("A row leads to 'unlocked'"))
        #expect(found[0].rows.count == 1)
    }

    @Test func severalDefinesOfOneState() throws {
        let line = #line
        let found = try warnings {
            define(.locked) { when(.coin) | then() }
            define(.locked) { when(.pass) | then() }
        }
        #expect(found.map(\.kind) == [.repeatedDefine])
        #expect(found[0].defines.map { $0.place.line - line } == [2, 3])
    }

    @Test func aSoundTable() throws {
        let found = try warnings {
            define(.locked) { when(.coin) | then(.unlocked) }
            define(.unlocked) { when(.pass) | then(.locked) }
        }
        #expect(found.isEmpty)
    }
}
