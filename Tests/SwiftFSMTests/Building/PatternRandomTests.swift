import SwiftFSM
import Testing

/// Random rules whose events are patterns: what a machine does is what its own state's rows say, the most specific first.
@Suite struct PatternRandomTests {
    enum Event: EventWithValues {
        case pair(FSMValue<Int>, FSMValue<Int>), triple(FSMValue<Int>, FSMValue<Int>, FSMValue<Int>)
    }

    struct Row: Sendable {
        let name: String
        /// `nil` for any value.
        let values: [Int?]
        let isCase: Bool
        let condition: Int?

        func matches(_ sent: [Int]) -> Bool {
            values.count == sent.count && (isCase || zip(values, sent).allSatisfy { $0 == nil || $0 == $1 })
        }

        var wildcardCount: Int { isCase ? .max : values.count { $0 == nil } }
    }

    final class Trace {
        var names: [String] = []
        var isTrue: [Bool] = []
    }

    struct Plan: ContextSyntaxBuilder {
        typealias State = Int
        typealias Event = PatternRandomTests.Event
        typealias Context = Trace

        var states: [[Row]] = []
        var conditionCount = 0

        init(_ random: inout some RandomNumberGenerator) {
            for state in 0..<3 {
                states.append([])
                for row in 0..<Int.random(in: 1...4, using: &random) {
                    let isCase = Int.random(in: 0..<5, using: &random) == 0
                    let values = (0..<Int.random(in: 2...3, using: &random)).map { _ -> Int? in
                        isCase ? 0 : Bool.random(using: &random) ? nil : .random(in: 0..<2, using: &random)
                    }
                    let condition = Bool.random(using: &random) ? conditionCount : nil
                    if condition != nil { conditionCount += 1 }
                    states[state].append(
                        Row(name: "\(state).\(row)", values: values, isCase: isCase, condition: condition))
                }
            }
        }

        private func row(_ row: Row) -> ContextWords.Row {
            let event = event(row.values)
            let when = row.isCase ? when(any: event) : when(event)
            let whole = row.condition.map { number in condition { $0.isTrue[number] } | when } ?? when
            return whole | then() | { $0.names.append(row.name) }
        }

        var rules: Rules { states.enumerated().map { state, rows in define(state) { rows.map(row) } } }
    }

    @Test func theMostSpecificRowOfTheStateIsTaken() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("SwiftFSM, random patterns: seed \(seed)")
        var random = ContextRandomTests.SmallRandom(state: seed)
        var sound = 0
        for _ in 0..<600 {
            let plan = Plan(&random)
            let isFirstMatch = Bool.random(using: &random)
            guard
                let table = try? FSMContextTable(
                    plan, initialState: 0, conditions: isFirstMatch ? .firstMatch : .exclusive)
            else { continue }
            sound += 1
            for _ in 0..<30 {
                let state = Int.random(in: 0..<3, using: &random)
                let sent = (0..<Int.random(in: 2...3, using: &random)).map { _ in Int.random(in: 0..<3, using: &random)
                }
                let trace = Trace()
                trace.isTrue = (0..<plan.conditionCount).map { _ in Bool.random(using: &random) }
                let rows = plan.states[state].filter { $0.matches(sent) }.sorted { $0.wildcardCount < $1.wildcardCount }
                let holding = rows.filter { row in row.condition.map { trace.isTrue[$0] } ?? true }
                let expected =
                    isFirstMatch ? holding.first : rows.first.flatMap { row in holding.first { $0.name == row.name } }
                try table.machine(trace, in: state).handleEvent(event(sent))
                // Rows of which neither says more may stand in either order.
                if let expected, let taken = holding.first(where: { $0.name == trace.names.first }) {
                    #expect(taken.wildcardCount == expected.wildcardCount, "\(plan.states) \(state) \(sent)")
                } else {
                    #expect(trace.names == [] && expected == nil, "\(plan.states) \(state) \(sent)")
                }
            }
        }
        #expect(sound > 50)
    }
}

private func event(_ values: [Int?]) -> PatternRandomTests.Event {
    let parts = values.map { $0.map { FSMValue.some($0) } ?? .any }
    return parts.count == 2 ? .pair(parts[0], parts[1]) : .triple(parts[0], parts[1], parts[2])
}
