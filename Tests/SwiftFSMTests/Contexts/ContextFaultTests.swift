import SwiftFSM
import Testing

/// What can be wrong in rules with contexts, and rows that are told apart by their conditions.
@Suite struct ContextFaultTests {
    final class Box {
        var number = 0
        var trace: [String] = []
    }

    struct Given: ContextSyntaxBuilder {
        typealias State = GateState
        typealias Event = GateEvent
        typealias Context = Box

        let block: @Sendable (Given) -> [ContextSyntax<State, Event, Box>.Define]

        init(
            @ContextSyntax<State, Event, Box>.RulesBuilder
            _ block: @escaping @Sendable (Given) -> [ContextSyntax<State, Event, Box>.Define]
        ) { self.block = block }

        var rules: [ContextSyntax<State, Event, Box>.Define] { block(self) }

        func faults(
            _ policy: FSMContextTable<State, Event, Box>.ConditionPolicy = .exclusive, line: Int = #line
        ) -> [String] {
            do {
                _ = try FSMContextTable(self, initialState: .locked, conditions: policy)
                return []
            } catch {
                return (error as? SwiftFSMError)?.faults.map { $0.summary(from: line) } ?? ["\(error)"]
            }
        }
    }

    @Test func rowsThatContradictEachOther() {
        let rules = Given { row in
            row.define(.locked) {
                row.when(.coin) | row.then(.unlocked)
                row.condition { $0.number > 0 } | row.when(.coin) | row.then(.locked)
                row.when(.pass) | row.then()
                row.when(.pass) | row.then(.locked)
            }
        }
        let found = rules.faults(line: 0)
        #expect(found.count == 2)
        #expect(found[0].hasPrefix("duplicates: locked"))
        #expect(found[1].hasPrefix("clash: locked"))
        // With first match a condition tells rows apart, but only in order.
        #expect(rules.faults(.firstMatch, line: 0).count == 1)
    }

    /// Texts name what rules with contexts have.
    @Test func wordsOfTexts() throws {
        let rules = Given { row in
            let empty = row.superState {}
            row.define(.locked, adopts: empty) {
                row.condition { $0.number > 0 } | row.when(.coin) | row.then(.locked)
                row.when(.coin) | row.then(.unlocked)
                row.overriding { row.when(.pass) | row.then() }
            }
            row.define(.locked) { row.when(.reset) | row.then() }
        }
        var text = ""
        do { _ = try FSMContextTable(rules, initialState: .locked) } catch { text = "\(error)" }
        for part in [
            "Keep one of them, distinguish them with 'condition' and 'conditions: .firstMatch', or put the adopter's into",
            "no superstate has a row for this event.\n   Adopt the superstate that has it, or take the row out of 'overriding'.",
            "The block of 'superState' at ",
        ] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(!text.contains("matching") && !text.contains("predicate"), "\(text)")
        let warnings = try FSMContextTable(
            Given { row in
                row.define(.locked) { row.when(.reset) | row.then() }
                row.define(.locked) { row.when(.pass) | row.then() }
            }, initialState: .locked
        ).warnings
        #expect(warnings.first?.text.contains("share in a 'superState'") == true, "\(warnings)")
    }

    @Test func emptyRules() {
        #expect(Given { _ in }.faults() == ["empty table"])
        let line = #line
        let found = Given { row in row.define(.locked) {} }.faults(line: line)
        #expect(found == ["empty block: define 1"])
    }

    @Test func nothingToOverride() {
        let found = Given { row in
            row.define(.locked) { row.overriding { row.when(.coin) | row.then(.unlocked) } }
        }.faults()
        #expect(found.count == 1 && found[0].hasPrefix("nothing to override"))
    }

    @Test func firstMatch() throws {
        let rules = Given { row in
            row.define(.locked) {
                row.condition { $0.number > 2 } | row.when(.coin) | row.then(.alarming) | { $0.trace.append("much") }
                row.condition { $0.number > 1 } | row.when(.coin) | row.then(.unlocked) | { $0.trace.append("two") }
                row.when(.coin) | row.then() | { $0.trace.append("else") }
                row.condition { $0.number == 7 } | row.when(.pass) | row.then(.unlocked)
            }
        }
        let table = try FSMContextTable(rules, initialState: .locked, conditions: .firstMatch)
        let box = Box()
        let machine = table.machine(box)
        #expect(try machine.handleEvent(.coin) == .transitioned(from: .locked, to: .locked))
        #expect(try machine.handleEvent(.pass) == .notExecuted)
        box.number = 2
        #expect(try table.machine(box).handleEvent(.coin) == .transitioned(from: .locked, to: .unlocked))
        box.number = 7
        #expect(try machine.handleEvent(.coin) == .transitioned(from: .locked, to: .alarming))
        #expect(box.trace == ["else", "two", "much"])
        #expect(try machine.handleEvent(.pass) == .notFound)
    }

    @Test func aConditionIsAskedOnce() async throws {
        let rules = Given { row in
            row.define(.locked) {
                row.condition { box in
                    box.number += 1
                    return box.number != 2
                } | row.when(.coin) | row.then() | { _ in await Task.yield() }
                row.condition { box in
                    box.number += 1
                    return true
                } | row.when(.pass) | row.then()
            }
        }
        let box = Box()
        let machine = try FSMContextTable(rules, initialState: .locked).machine(box)
        #expect(await machine.handleEvent(.coin).isTransition)
        #expect(box.number == 1)
        #expect(await machine.handleEvent(.coin) == .notExecuted)
        #expect(box.number == 2)
        #expect(try machine.handleEventAtOnce(.pass).isTransition)
        #expect(box.number == 3)
    }

    @Test func warnings() throws {
        let rules = Given { row in row.define(.unlocked) { row.when(.coin) | row.then(.alarming) } }
        let table = try FSMContextTable(rules, initialState: .locked)
        #expect(table.warnings.map(\.kind) == [.undefinedInitialState, .undefinedTarget])
    }
}
