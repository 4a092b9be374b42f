import Foundation
import Testing

@testable import FSMEngine

/// Random definitions and random events: the compiled table, in every layout, must do what the oracle does.
///
/// `SWIFTFSM_SEED` repeats a run; `SWIFTFSM_DEFINITIONS` sets how many definitions there are.
@Suite struct OracleTests {
    @Test func tableAgreesWithOracle() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["SWIFTFSM_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        let count = environment["SWIFTFSM_DEFINITIONS"].flatMap { Int($0) } ?? 6_000
        print("oracle: \(count) definitions, SWIFTFSM_SEED=\(seed)")
        var random = Random(seed: seed)
        var tally = Tally()
        for _ in 0..<count {
            let model = Model(&random)
            guard let disagreement = Self.disagreement(model, &tally) else { continue }
            let smallest = Self.shrink(model)
            let reason = Self.disagreement(smallest) ?? disagreement
            Issue.record("SWIFTFSM_SEED=\(seed): \(reason)\n\(smallest)")
            return
        }
        print("oracle: \(tally)")
        // A generator that no longer makes both kinds, or events of every outcome, would test nothing.
        #expect(tally.valid > count / 2 && tally.invalid > count / 20)
        for outcome in ["transitioned", "refused", "unhandled", "callback failed", "unknown event", "unknown state"] {
            #expect(tally.outcomes[outcome, default: 0] > count / 100, "\(outcome)")
        }
    }

    struct Tally {
        var valid = 0
        var invalid = 0
        var outcomes: [String: Int] = [:]
    }

    static func disagreement(_ model: Model) -> String? {
        var tally = Tally()
        return disagreement(model, &tally)
    }

    /// Where engine and oracle differ, or `nil`.
    static func disagreement(_ model: Model, _ tally: inout Tally) -> String? {
        let subject = Subject(model)
        let (valid, diagnostics) = subject.definition().validate()
        let judge = Judge(model: model)
        let expected = [Diagnostic.Severity.error: judge.errors(), .warning: judge.warnings()]
        for (severity, expected) in expected {
            let findings = diagnostics.filter { $0.kind.severity == severity }.map { Finding($0) }
            let keys = Set(findings.map { $0.key })
            if keys != Set(expected.map { $0.key }) || keys.count < findings.filter({ $0.key.contains(" ") }).count {
                return "\(severity): engine \(findings.map { $0.text }), oracle \(expected.map { $0.text })"
            }
            let texts = Set(expected.map { $0.text })
            if let wrong = findings.first(where: { !texts.contains($0.text) }) {
                return "\(severity): engine \(wrong.text), oracle \(texts)"
            }
        }
        guard let valid else {
            tally.invalid += 1
            return judge.errors().isEmpty ? "no error, but no valid definition" : nil
        }
        tally.valid += 1
        let oracle = Interpreter(model)
        oracle.run()
        for layout in [TableStorage.Layout.narrow, .wide, .sparse] {
            guard let table = valid.compile(owner: nil, layout: layout), (try? subject.run(table)) != nil else {
                return "no table or machine in layout \(layout)"
            }
            let traces = zip(subject.trace + ["(end)"], oracle.trace + ["(end)"])
            if let (number, (mine, expected)) = traces.enumerated().first(where: { $1.0 != $1.1 }) {
                return "\(layout), entry \(number): engine '\(mine)', oracle '\(expected)' "
                    + "after \(oracle.trace[..<number])"
            }
        }
        for entry in oracle.trace where !entry.contains("(") {
            tally.outcomes[entry.split(separator: " ").prefix { Int($0) == nil }.joined(separator: " "), default: 0] +=
                1
        }
        return nil
    }

    /// The smallest model found by leaving out rows, blocks, events and callbacks for as long as there is a
    /// disagreement.
    static func shrink(_ model: Model) -> Model {
        var smallest = model
        var shrank = true
        while shrank {
            shrank = false
            for candidate in smallest.smaller where disagreement(candidate) != nil {
                smallest = candidate
                shrank = true
                break
            }
        }
        return smallest
    }
}

extension Model {
    /// This model with one thing less, in every way.
    fileprivate var smaller: [Model] {
        var models: [Model] = []
        func add(_ change: (inout Model) -> Void) {
            var model = self
            change(&model)
            if model.states.contains(model.start) && !model.events.isEmpty { models.append(model) }
        }
        for index in rows.indices { add { $0.rows.remove(at: index) } }
        for index in blocks.indices
        where !rows.contains(where: { $0.block >= index })
            && !blocks.contains(where: { $0.adopts.contains { $0 >= index } })
        {
            add { $0.blocks.remove(at: index) }
        }
        for index in events.indices { add { $0.events.remove(at: index) } }
        for index in rows.indices {
            if !rows[index].guards.isEmpty { add { $0.rows[index].guards.removeLast() } }
            if !rows[index].actions.isEmpty { add { $0.rows[index].actions.removeLast() } }
        }
        for index in blocks.indices {
            if !blocks[index].adopts.isEmpty { add { $0.blocks[index].adopts.removeLast() } }
            if !blocks[index].entry.isEmpty { add { $0.blocks[index].entry.removeLast() } }
            if !blocks[index].exit.isEmpty { add { $0.blocks[index].exit.removeLast() } }
            if !blocks[index].cycle.isEmpty { add { $0.blocks[index].cycle.removeLast() } }
        }
        if !initials.isEmpty { add { $0.initials.removeLast() } }
        if !namedEvents.isEmpty { add { $0.namedEvents.removeLast() } }
        return models
    }
}
