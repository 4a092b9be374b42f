import SwiftFSM
import Testing

/// Random rules, written with contexts and without: both tell the same faults, and do the same.
@Suite struct ContextRandomTests {
    /// What both ways to write the rules are made of.
    struct Plan: Sendable {
        struct Row {
            let event: Int
            let target: Int?
            let isOverriding: Bool
            let condition: Int?
        }

        var superRows: [[Row]] = []
        var states: [(adopts: [Int], rows: [Row])] = []

        init(_ random: inout some RandomNumberGenerator) {
            func row(_ isOverriding: Bool, _ random: inout some RandomNumberGenerator) -> Row {
                Row(
                    event: .random(in: 0..<8, using: &random),
                    target: Bool.random(using: &random) ? nil : .random(in: 0..<4, using: &random),
                    isOverriding: isOverriding && Bool.random(using: &random),
                    condition: Int.random(in: 0..<3, using: &random) == 0 ? .random(in: 0..<2, using: &random) : nil)
            }
            for _ in 0..<2 { superRows.append((0..<1).map { _ in row(false, &random) }) }
            for _ in 0..<4 {
                let adopts = (0..<2).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                let rows = (0..<Int.random(in: 1..<3, using: &random)).map { _ in row(!adopts.isEmpty, &random) }
                states.append((adopts, rows))
            }
        }
    }

    final class Trace {
        var lines: [String] = []
        var isTrue = [true, false]
    }

    final class Flags: @unchecked Sendable {
        var isTrue = [true, false]
    }

    struct WithContext: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = Int
        typealias Context = Trace

        let plan: Plan

        private func row(_ row: Plan.Row, _ name: String) -> ContextWords.Row {
            let when = when(row.event)
            let whole = row.condition.map { number in condition { $0.isTrue[number] } | when } ?? when
            return whole | then(row.target) | { trace, event in trace.lines.append("\(name) \(event)") }
        }

        private func rows(_ rows: [Plan.Row], _ name: String) -> ContextWords.Rows {
            block {
                rows.filter { !$0.isOverriding }.map { row($0, name) }
                overriding { rows.filter(\.isOverriding).map { row($0, name) } }
            }
        }

        private func block(@ContextWords.RowsBuilder _ rows: () -> ContextWords.Rows) -> ContextWords.Rows { rows() }

        var rules: Rules {
            let shared = plan.superRows.enumerated().map { number, rows in
                superState {
                    onEntry | { $0.lines.append("enter super \(number)") }
                    self.rows(rows, "super \(number)")
                }
            }
            plan.states.enumerated().map { number, state in
                let both = superStateOf(state.adopts.map { shared[$0] })
                return define(number, adopts: both) {
                    onEntry | { $0.lines.append("enter \(number)") }
                    onExit | { $0.lines.append("leave \(number)") }
                    rows(state.rows, "state \(number)")
                }
            }
        }

        private func superStateOf(_ adopted: [ContextWords.SuperState]) -> ContextWords.SuperState {
            switch adopted.count {
            case 0: superState { overriding {} }
            case 1: superState(adopts: adopted[0]) { overriding {} }
            default: superState(adopts: adopted[0], adopted[1]) { overriding {} }
            }
        }
    }

    struct Without: ExpandedSyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        let plan: Plan
        let trace: Trace
        let flags: Flags

        private func row(_ row: Plan.Row, _ name: String) -> Syntax.MatchingWhenThenActions {
            let action: (Int) -> Void = { [trace] in trace.lines.append("\(name) \($0)") }
            guard let number = row.condition else { return when(row.event) | then(row.target) | action }
            let flags = flags
            return condition({ flags.isTrue[number] }) | when(row.event) | then(row.target) | action
        }

        private func rows(_ rows: [Plan.Row], _ name: String) -> [Syntax.MatchingWhenThenActions] {
            rows.filter { !$0.isOverriding }.map { row($0, name) }
                + overriding { rows.filter(\.isOverriding).map { row($0, name) } }
        }

        private func note(_ text: String) -> [AnyAction] { [AnyAction { [trace] in trace.lines.append(text) }] }

        @TableBuilder<Int, Int> var rules: [Syntax.Define<Int, Int>] {
            let shared = plan.superRows.enumerated().map { number, rows in
                SuperState(onEntry: note("enter super \(number)")) { self.rows(rows, "super \(number)") }
            }
            plan.states.enumerated().map { number, state in
                let both = superStateOf(state.adopts.map { shared[$0] })
                return define(number, adopts: both, onEntry: note("enter \(number)"), onExit: note("leave \(number)")) {
                    rows(state.rows, "state \(number)")
                }
            }
        }

        private func superStateOf(_ adopted: [SuperState]) -> SuperState {
            switch adopted.count {
            case 0: SuperState { overriding {} }
            case 1: SuperState(adopts: adopted[0]) { overriding {} }
            default: SuperState(adopts: adopted[0], adopted[1]) { overriding {} }
            }
        }
    }

    @Test func bothDoTheSame() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("SwiftFSM, random contexts: seed \(seed)")
        var random = SmallRandom(state: seed)
        var sound = 0
        for round in 0..<400 {
            let plan = Plan(&random)
            let (trace, other, flags) = (Trace(), Trace(), Flags())
            let machine = FSM<Int, Int>(initialState: 0)
            machine.logHandler = nil
            let without = Without(plan: plan, trace: other, flags: flags)
            let faults = kinds { try machine.buildTable { without.rules } }
            var table: FSMContextTable<Int, Int, Trace>?
            #expect(
                kinds { table = try FSMContextTable(WithContext(plan: plan), initialState: 0) } == faults, "\(round)")
            guard faults.isEmpty, let table else { continue }
            sound += 1
            let withContext = table.machine(trace)
            for _ in 0..<30 {
                let event = Int.random(in: 0..<9, using: &random)
                let flag = Bool.random(using: &random)
                trace.isTrue[0] = flag
                flags.isTrue[0] = flag
                #expect(try withContext.handleEvent(event) == machine.handleEvent(event))
            }
            #expect(trace.lines == other.lines)
            #expect(withContext.state == machine.state)
        }
        #expect(sound > 20)
    }

    /// The first line of each fault, without predicates, which contexts do not have.
    private func kinds(_ build: () throws -> Void) -> [String] {
        do {
            try build()
            return []
        } catch {
            return (error as? SwiftFSMError)?.faults.map {
                String("\($0)".prefix { $0 != "\n" }).replacing(" and these predicates", with: "")
            } ?? ["\(error)"]
        }
    }

    struct SmallRandom: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
