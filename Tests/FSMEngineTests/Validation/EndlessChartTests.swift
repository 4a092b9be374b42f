import Foundation
import Testing

@testable import FSMEngine

/// Rows without an event in random charts: what is reported as endless is endless, and nothing else is where all that
/// may happen is followed. `SWIFTFSM_CHARTS` sets how many charts there are.
@Suite struct EndlessChartTests {
    private static let eventless = ReservedID.eventless
    private static let chartCount = ProcessInfo.processInfo.environment["SWIFTFSM_CHARTS"].flatMap { UInt64($0) } ?? 800

    @Test func whatIsReportedNeverEnds() throws {
        var count = 0
        for seed in 0..<Self.chartCount {
            var random = Random(seed: seed)
            let definition = Self.chart(&random, hasRegions: random.chance(1, in: 2))
            let circles = definition.validate().diagnostics.filter { $0.kind == .eventlessCircle }
            guard let circle = circles.first else { continue }
            count += 1
            // With guards that always agree it is the same chart, and no error.
            var guarded = definition
            for index in definition.rows.indices where definition.rows[index].event == Self.eventless {
                guarded.addGuard(Callback.agreement, toRow: index)
            }
            var row = definition.rows[Int(circle.places[0].line) - 1]
            if row.source == ReservedID.any { row.source = 1 }
            let start = row.target == .same || row.target == .internal ? row.source : row.target.id
            #expect(try Self.outcome(of: guarded, from: start) == .stepLimit, "seed \(seed): \(circle.text)")
        }
        #expect(count > Self.chartCount / 25)
    }

    @Test func whatIsNotReportedEnds() throws {
        var count = 0
        for seed in 0..<Self.chartCount {
            var random = Random(seed: seed)
            let definition = Self.chart(&random, hasRegions: false)
            let kinds = definition.validate().diagnostics.map { $0.kind }
            if kinds.contains(.eventlessCircle) || kinds.contains(.possibleEventlessCircle) { continue }
            count += 1
            for state in definition.blocks.map({ $0.state }) {
                #expect(try Self.outcome(of: definition, from: state) != .stepLimit, "seed \(seed), from \(state)")
            }
        }
        #expect(count > Self.chartCount / 10)
    }

    /// What comes of an event for which a row is taken that changes nothing.
    private static func outcome(of definition: Definition, from start: ID) throws -> Outcome {
        var definition = definition
        definition.warnings = []
        definition.row(ReservedID.any, 10, ReservedID.internal)
        let (valid, diagnostics) = definition.validate()
        let table = try #require(valid, "\(diagnostics.map { $0.text })").compile(owner: nil)
        let machine = try Machine.create(try #require(table), initial: start)
        defer { machine.release() }
        return machine.send(10)
    }

    /// States in each other, with rows without an event: half of them guarded, some by what is active.
    private static func chart(_ random: inout Random, hasRegions: Bool) -> Definition {
        var definition = Definition()
        definition.mayBeEmpty = true
        let ids = (1...ID(3 + random.below(6))).map { $0 }
        let parents = ids.map { $0 > 1 && random.chance(1, in: 2) ? 1 + ID(random.below(Int($0) - 1)) : nil }
        for (state, parent) in zip(ids, parents) {
            let children = ids.filter { parents[Int($0) - 1] == state }
            let isParallel = hasRegions && !children.isEmpty && random.chance(1, in: 2)
            definition.state(
                state, in: parent, kind: isParallel ? .parallel : .plain,
                defaultTo: children.isEmpty || isParallel ? nil : random.pick(children))
        }
        for source in ids + [ReservedID.any] where random.chance(1, in: source == ReservedID.any ? 6 : 2) {
            let targets = ids + [ReservedID.same, ReservedID.internal]
            definition.chartRow(
                source, eventless, random.pick(targets), isLocal: random.chance(1, in: 4),
                guards: random.chance(1, in: 4) ? [Callback.agreement] : [],
                inStates: random.chance(1, in: 8) ? [random.pick(ids)] : [])
        }
        return definition
    }
}

extension Callback {
    /// A guard that always says yes.
    fileprivate static var agreement: Callback { Callback({ _, _ in 1 }, context: nil) }
}
