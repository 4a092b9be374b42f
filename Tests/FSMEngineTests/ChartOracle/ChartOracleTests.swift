import Foundation
import Testing

/// Random charts and random calls: the engine must do what the oracle does.
///
/// `SWIFTFSM_CHARTS` sets how many charts there are, `SWIFTFSM_SEED` which: each has a seed of its own, from this one
/// upwards, so that with 1 chart and the seed that a failure prints just that one is repeated. A failure also prints
/// the smallest chart found that shows it, which `ChartModel(text:)` reads.
@Suite struct ChartOracleTests {
    private static let shards = 8
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SWIFTFSM_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    private static let count = environment["SWIFTFSM_CHARTS"].flatMap { Int($0) } ?? 1_000

    private static let comparison = ChartComparison()

    @Test func engineAgreesWithOracle() async {
        let tally = await withTaskGroup(of: Tally.self) { group in
            for shard in 0..<Self.shards { group.addTask { Self.compare(shard: shard) } }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        print("chart oracle, SWIFTFSM_CHARTS=\(Self.count) SWIFTFSM_SEED=\(Self.seed): \(tally)")
        // A generator that no longer makes some kind of chart would test nothing.
        if tally.isWithoutDifference && Self.count >= 1_000 { Self.expectVariety(tally) }
    }

    /// Compares a part of the charts, so that parts run side by side. Stops at the first difference.
    private static func compare(shard: Int) -> Tally {
        var tally = Tally()
        for number in stride(from: shard, to: count, by: shards) {
            let seed = seed &+ UInt64(number)
            let model = RandomChart.make(seed: seed)
            guard let difference = comparison.difference(model, &tally) else { continue }
            tally.isWithoutDifference = false
            let smallest = model.shrunk { comparison.kind($0) == difference.kind }
            var ignored = Tally()
            let shown = comparison.difference(smallest, &ignored) ?? difference
            Issue.record("SWIFTFSM_CHARTS=1 SWIFTFSM_SEED=\(seed): \(shown.text)\n\(smallest.text)")
            break
        }
        return tally
    }

    private static func expectVariety(_ tally: Tally) {
        #expect(tally.compared > count * 9 / 10 && tally.microsteps > count * 20)
        let wanted = [
            "transitioned", "refused", "unhandled", "deferred", "recall", "conflict", "history", "history default",
            "eventless", "raised transitioned", "raised deferred", "done event", "parallel done", "done", "cycle",
            "condition refused", "several rows", "notRunning", "alreadyRunning", "callbackFailed", "stepLimit",
        ]
        for what in wanted { #expect(tally.counts[what, default: 0] > count / 200, "\(what)") }
    }

    struct Tally: CustomStringConvertible {
        var compared = 0
        var endless = 0
        var microsteps = 0
        var counts: [String: Int] = [:]
        var isWithoutDifference = true

        mutating func add(_ other: Tally) {
            compared += other.compared
            endless += other.endless
            microsteps += other.microsteps
            counts.merge(other.counts, uniquingKeysWith: +)
            isWithoutDifference = isWithoutDifference && other.isWithoutDifference
        }

        var description: String {
            let counts = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            return "\(compared) compared, \(endless) endless, \(microsteps) microsteps, \(counts)"
        }
    }
}
