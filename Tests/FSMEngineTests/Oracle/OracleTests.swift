import Foundation
import Testing

@testable import FSMEngine

/// Random definitions and random calls: verdict and compiled table, in every layout, must be those of the oracle.
///
/// `SWIFTFSM_DEFINITIONS` sets how many definitions there are, `SWIFTFSM_SEED` which: each has a seed of its own, from
/// this one upwards, so that with 1 definition and the seed that a failure prints just that one is repeated.
@Suite struct OracleTests {
    private static let shards = 8
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SWIFTFSM_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    private static let count = environment["SWIFTFSM_DEFINITIONS"].flatMap { Int($0) } ?? 24_000

    /// A part of the definitions, so that parts run side by side.
    @Test(arguments: 0..<shards) func tableAgreesWithOracle(shard: Int) throws {
        var tally = Tally()
        for number in stride(from: shard, to: Self.count, by: Self.shards) {
            let seed = Self.seed &+ UInt64(number)
            var random = Random(seed: seed)
            let model = Model(&random)
            guard let disagreement = Self.disagreement(model, &tally) else { continue }
            let smallest = Self.shrink(model)
            let reason = Self.disagreement(smallest) ?? disagreement
            Issue.record("SWIFTFSM_DEFINITIONS=1 SWIFTFSM_SEED=\(seed): \(reason)\n\(smallest.conformanceCase)")
            return
        }
        print("oracle \(shard + 1) of \(Self.shards), SWIFTFSM_SEED=\(Self.seed): \(tally)")
        // A generator that no longer makes both kinds, or calls of every outcome, would test nothing.
        let count = Self.count / Self.shards
        guard count >= 2_500 else { return }
        #expect(tally.valid > count / 2 && tally.invalid > count / 10)
        for outcome in ["transitioned", "refused", "unhandled", "callback failed", "unknown event", "unknown state"] {
            #expect(tally.outcomes[outcome, default: 0] > count / 100, "\(outcome)")
        }
        for outcome in ["missing predicate", "unknown predicate", "repeated predicate", "unknown case"] {
            #expect(tally.outcomes[outcome, default: 0] > count / 200, "\(outcome)")
        }
        for kind in Diagnostic.Kind.allCases where ![.emptyDefinition, .tooComplex].contains(kind) {
            #expect(tally.kinds["\(kind)", default: 0] > 0, "\(kind)")
        }
    }

    /// What a failure prints can be put among the conformance cases: it passes, as soon as the engine agrees.
    @Test func whatIsPrintedIsAConformanceCase() {
        for number in 0..<UInt64(300) {
            var random = Random(seed: Self.seed &+ number)
            let model = Model(&random)
            // Of several errors at one place the order is the engine's to choose, of a clash the combination, of a
            // circle where it begins.
            let judge = Judge(model: model)
            guard judge.tie == nil, !model.hasCircle, judge.errors().count < 2 else { continue }
            let text = model.conformanceCase
            for fault in ConformanceTests.faults(text) {
                Issue.record("SWIFTFSM_SEED=\(Self.seed &+ number): \(fault)\n\(text)")
                return
            }
        }
    }

    struct Tally {
        var valid = 0
        var invalid = 0
        var outcomes: [String: Int] = [:]
        var kinds: [String: Int] = [:]
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
            // Of implicit clashes see below.
            let findings = diagnostics.filter { $0.kind.severity == severity && $0.kind != .implicitClash }
                .map { Finding($0) }
            let keys = Set(findings.map { $0.key })
            if keys != Set(expected.map { $0.key })
                || keys.count < findings.filter({ $0.key.contains(" ") && !$0.key.hasPrefix("invalidMatch") }).count
            {
                return "\(severity): engine \(findings.map { $0.text }), oracle \(expected.map { $0.text })"
            }
            let texts = Set(expected.map { $0.text })
            if let wrong = findings.first(where: { !texts.contains($0.text) }) {
                return "\(severity): engine \(wrong.text), oracle \(texts)"
            }
        }
        if let objection = judge.objection(to: diagnostics) { return objection }
        for diagnostic in diagnostics { tally.kinds["\(diagnostic.kind)", default: 0] += 1 }
        guard let valid else {
            tally.invalid += 1
            return judge.isValid ? "no error, but no valid definition" : nil
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
                    + "after \(oracle.trace[..<number].suffix(20))"
            }
        }
        for entry in oracle.trace where !entry.contains("(") {
            let words = entry.split(separator: " ").prefix { Int($0) == nil && !$0.hasPrefix("[") }
            tally.outcomes[words.joined(separator: " "), default: 0] += 1
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
            if model.states.contains(model.start) && !model.calls.isEmpty { models.append(model) }
        }
        for index in rows.indices { add { $0.rows.remove(at: index) } }
        for index in blocks.indices
        where !rows.contains(where: { $0.block >= index })
            && !blocks.contains(where: { $0.adopts.contains { $0 >= index } })
        {
            add { $0.blocks.remove(at: index) }
        }
        for index in calls.indices { add { $0.calls.remove(at: index) } }
        for index in predicates.indices { add { $0.predicates.remove(at: index) } }
        if hasHooks { add { $0.hasHooks = false } }
        for index in rows.indices {
            if !rows[index].guards.isEmpty { add { $0.rows[index].guards.removeLast() } }
            if !rows[index].matches.isEmpty { add { $0.rows[index].matches.removeLast() } }
            if !rows[index].actions.isEmpty { add { $0.rows[index].actions.removeLast() } }
        }
        for index in blocks.indices {
            if !blocks[index].adopts.isEmpty { add { $0.blocks[index].adopts.removeLast() } }
            if !blocks[index].entry.isEmpty { add { $0.blocks[index].entry.removeLast() } }
            if !blocks[index].exit.isEmpty { add { $0.blocks[index].exit.removeLast() } }
            if !blocks[index].cycle.isEmpty { add { $0.blocks[index].cycle.removeLast() } }
            if !blocks[index].update.isEmpty { add { $0.blocks[index].update.removeLast() } }
        }
        if !initials.isEmpty { add { $0.initials.removeLast() } }
        if !namedEvents.isEmpty { add { $0.namedEvents.removeLast() } }
        return models
    }
}
