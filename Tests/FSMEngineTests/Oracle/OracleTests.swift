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
    private static let count = environment["SWIFTFSM_DEFINITIONS"].flatMap { Int($0) } ?? 2_500

    /// Of some models, so that many rows meet in one cell.
    private static let large = Model.Size(states: 5, events: 4, rows: 40, blocks: 4, calls: 40)

    @Test func tableAgreesWithOracle() async {
        let tally = await withTaskGroup(of: Tally.self) { group in
            for shard in 0..<Self.shards { group.addTask { Self.judge(shard: shard) } }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        print("oracle, SWIFTFSM_DEFINITIONS=\(Self.count) SWIFTFSM_SEED=\(Self.seed): \(tally)")
        // A generator that no longer makes both kinds, or calls of every outcome, would test nothing.
        if tally.isWithoutDisagreement && Self.count >= 2_500 { Self.expectVariety(tally, count: Self.count) }
    }

    /// Judges a part of the definitions, so that parts run side by side. Stops at the first disagreement.
    private static func judge(shard: Int) -> Tally {
        var tally = Tally()
        for number in stride(from: shard, to: count, by: shards) {
            let seed = seed &+ UInt64(number)
            var random = Random(seed: seed)
            let model = Model(&random, seed % 128 == 0 ? large : Model.Size())
            guard let disagreement = disagreement(model, &tally) else { continue }
            let smallest = shrink(model)
            let reason = Self.disagreement(smallest) ?? disagreement
            Issue.record("SWIFTFSM_DEFINITIONS=1 SWIFTFSM_SEED=\(seed): \(reason)\n\(smallest.conformanceCase)")
            tally.isWithoutDisagreement = false
            break
        }
        return tally
    }

    private static func expectVariety(_ tally: Tally, count: Int) {
        #expect(tally.valid > count / 2 && tally.invalid > count / 10)
        for outcome in ["transitioned", "refused", "unhandled", "callback failed", "unknown event", "unknown state"] {
            #expect(tally.outcomes[outcome, default: 0] > count / 100, "\(outcome)")
        }
        for outcome in [
            "missing predicate", "unknown predicate", "repeated predicate", "unknown case", "argument count",
            "argument type", "inside queued", "inside busy",
        ] {
            #expect(tally.outcomes[outcome, default: 0] > count / 200, "\(outcome)")
        }
        let roles = ["guard", "action", "resolver", "entry", "exit", "cycle", "provider", "hook"]
        for role in roles + roles.map({ "\($0) carrying" }) + ["update"] {
            #expect(tally.callbacks[role, default: 0] > count / 50, "\(role)")
        }
        let seldom: [Diagnostic.Kind] = [.emptyDefinition, .tooComplex, .rejectedCall]
        for kind in Diagnostic.Kind.allCases where !seldom.contains(kind) && !kind.isOfCharts && !kind.isOfDocuments {
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
        /// How often callbacks of each role were called, and how often with what an event carries.
        var callbacks: [String: Int] = [:]
        var kinds: [String: Int] = [:]
        var isWithoutDisagreement = true

        mutating func add(_ other: Tally) {
            valid += other.valid
            invalid += other.invalid
            outcomes.merge(other.outcomes, uniquingKeysWith: +)
            callbacks.merge(other.callbacks, uniquingKeysWith: +)
            kinds.merge(other.kinds, uniquingKeysWith: +)
            isWithoutDisagreement = isWithoutDisagreement && other.isWithoutDisagreement
        }

        /// What came of the calls of one model.
        mutating func add(_ trace: [String]) {
            for entry in trace {
                let words = entry.split(separator: " ").prefix { Int($0) == nil && !$0.hasPrefix("[") }
                if !entry.contains("(") {
                    outcomes[words.joined(separator: " "), default: 0] += 1
                    continue
                }
                callbacks["\(words[0])", default: 0] += 1
                if entry.contains(" carrying (") && !entry.contains(" carrying ()") {
                    callbacks["\(words[0]) carrying", default: 0] += 1
                }
            }
        }
    }

    static func disagreement(_ model: Model) -> String? {
        var tally = Tally()
        return disagreement(model, &tally)
    }

    /// Where what the engine tells of a definition differs from what the oracle finds, or `nil`.
    static func disagreement(_ judge: Judge, _ diagnostics: [Diagnostic]) -> String? {
        let errors = judge.errors().filter { !$0.isOfSignature }
        let expected = [Diagnostic.Severity.error: errors, .warning: judge.warnings()]
        for (severity, expected) in expected {
            // Of implicit clashes and signatures see below.
            let findings = diagnostics.filter {
                $0.kind.severity == severity && $0.kind != .implicitClash && !$0.isOfSignature
            }.map { Finding($0) }
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
        return judge.objectionToSignatures(in: diagnostics)
    }

    /// Where engine and oracle differ, or `nil`.
    static func disagreement(_ model: Model, _ tally: inout Tally) -> String? {
        let subject = Subject(model)
        let (valid, diagnostics) = subject.validate()
        let judge = Judge(model: model)
        if let disagreement = disagreement(judge, diagnostics) { return disagreement }
        for diagnostic in diagnostics { tally.kinds["\(diagnostic.kind)", default: 0] += 1 }
        guard let valid else {
            tally.invalid += 1
            return judge.isValid ? "no error, but no valid definition" : nil
        }
        tally.valid += 1
        let oracle = Interpreter(model)
        oracle.run()
        let runs: [(TableStorage.Layout, Bool)] = [(.narrow, false), (.wide, false), (.sparse, false), (.sparse, true)]
        for (layout, byPlans) in runs {
            guard let table = valid.compile(owner: nil, layout: layout),
                (try? subject.run(table, byPlans: byPlans)) != nil
            else {
                return "no table or machine in layout \(layout)"
            }
            if let disagreement = disagreement(table, oracle) { return "\(layout): \(disagreement)" }
            let traces = zip(subject.trace + ["(end)"], oracle.trace + ["(end)"])
            if let (number, (mine, expected)) = traces.enumerated().first(where: { $1.0 != $1.1 }) {
                return
                    "\(layout)\(byPlans ? " by plans" : ""), entry \(number): engine '\(mine)', oracle '\(expected)' "
                    + "after \(oracle.trace[..<number].suffix(20))"
            }
        }
        tally.add(oracle.trace)
        return nil
    }

    /// Where what a table tells of its definition differs from the model, or `nil`.
    private static func disagreement(_ table: Table, _ oracle: Interpreter) -> String? {
        for event in oracle.model.knownEvents + [555_555] {
            let types = Array(table.arguments(ofEvent: event)).map { $0.rawValue }
            if types != oracle.model.types(of: event) { return "event \(event) carries \(types)" }
        }
        let transitions = (0..<table.transitionCount).compactMap { table.transition(at: $0) }
        let expected = oracle.cells.transitions
        let isSame = transitions.elementsEqual(expected) { $0.source == $1.state && $0.row == $1.number }
        return isSame ? nil : "the transitions are \(transitions), not \(expected)"
    }
}
