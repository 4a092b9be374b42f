import Foundation
import Testing

@testable import FSMEngine

/// Charts of the largest sizes, and random ones that are mostly wrong: judged in good time, and without a trap.
@Suite struct LargeChartTests {
    @Test func manyLeaves() {
        var definition = Definition()
        definition.state(0, defaultTo: 1)
        for number in 1...65_536 {
            definition.state(ID(number), in: 0)
            definition.row(ID(number), 10, ID(number % 65_536 + 1))
            definition.row(ID(number), ReservedID.eventless, ID(number % 65_536 + 1), guards: [Callback.nothing])
        }
        definition.row(0, 10, 1)
        let kinds = definition.validate().diagnostics.map { $0.kind }
        #expect(kinds == [.possibleEventlessCircle, .neverTaken])
    }

    @Test func manyRegions() {
        var definition = Definition()
        definition.state(0, kind: .parallel)
        for number in 0..<ID(20_000) {
            let region = 3 * number + 1
            definition.state(region, in: 0, defaultTo: region + 1)
            definition.state(region + 1, in: region)
            definition.state(region + 2, in: region)
            definition.row(region + 1, 10, region + 2)
            definition.row(region + 2, 10, region + 1)
            definition.row(region + 2, 11, 0)
        }
        let kinds = definition.validate().diagnostics.map { $0.kind }
        #expect(kinds == [.conflictingRegions])
    }

    /// Every level has rows, and leads to the innermost state and to the outermost one.
    @Test(arguments: [1_024, 10_000]) func deepNesting(depth: Int) {
        var definition = Definition()
        for number in 0..<ID(depth) {
            definition.state(number, in: number == 0 ? nil : number - 1)
            definition.row(number, 10, ID(depth) - 1)
            definition.row(number, 11, 0)
            definition.chartRow(number, ReservedID.eventless, 0, raises: [12])
        }
        let (valid, diagnostics) = definition.validate()
        #expect(valid == nil)
        let errors = diagnostics.filter { $0.kind.severity == .error }.map { $0.kind }
        #expect(errors == [depth == 10_000 ? .tooComplex : .eventlessCircle])
    }

    @Test func longCircles() {
        var definition = Definition()
        for number in 0..<ID(65_536) {
            definition.state(number, in: (number + 1) % 65_536)
            definition.row(number, 10, number)
        }
        let errors = definition.validate().diagnostics.filter { $0.kind.severity == .error }
        #expect(errors.map { $0.kind } == [.circularNesting])
        #expect(errors.first?.places.count == 65_536)
    }

    /// `SWIFTFSM_CHARTS` sets how many.
    @Test func randomCharts() {
        let count = ProcessInfo.processInfo.environment["SWIFTFSM_CHARTS"].flatMap { UInt64($0) } ?? 2_000
        var kinds: Set<Diagnostic.Kind> = []
        var validCount = 0
        for seed in 0..<count {
            var random = Random(seed: seed)
            let (valid, diagnostics) = Self.chart(&random, size: seed % 64 == 0 ? 40 : 7).validate()
            #expect((valid == nil) == diagnostics.contains { $0.kind.severity == .error })
            if valid != nil { validCount += 1 }
            kinds.formUnion(diagnostics.map { $0.kind })
        }
        #expect(validCount > count / 100)
        for kind in Diagnostic.Kind.allCases where kind.isOfCharts && kind != .misplacedNesting {
            #expect(kinds.contains(kind), "\(kind)")
        }
    }

    /// Half of them have any states in any others, of any kind, and any rows; the others are mostly right.
    private static func chart(_ random: inout Random, size: Int) -> Definition {
        var definition = Definition()
        definition.mayBeEmpty = true
        let isWild = random.chance(1, in: 2)
        func fault(_ ids: [ID]) -> ID? {
            isWild && random.chance(1, in: 2 * size) ? random.pick(ids + [ReservedID.any, ID(size)]) : nil
        }
        let ids = (0..<ID(size)).map { $0 }
        let parents = ids.map { $0 > 0 && random.chance(2, in: 3) ? ID(random.below(Int($0))) : nil }
        for (state, parent) in zip(ids, parents) {
            let children = ids.filter { parents[Int($0)] == state }
            let isInner = !children.isEmpty
            let kinds: [StateKind] = [.plain, .plain, isInner ? .parallel : .plain]
            var kind = random.pick(kinds)
            if (!isInner && parent != nil && random.chance(1, in: 4)) || fault([0]) != nil {
                kind = random.chance(1, in: 2) ? .shallowHistory : .deepHistory
            }
            var target = kind == .plain && isInner ? random.pick(children) : nil
            if kind.isHistory {
                target = random.chance(1, in: 3) ? ids.filter { parents[Int($0)] == parent }.first : nil
            }
            definition.state(
                state, in: fault(ids) ?? parent, kind: kind,
                isFinal: (kind == .plain && !isInner && random.chance(1, in: 6)) || fault([0]) != nil,
                defaultTo: fault(ids) ?? target, done: random.chance(1, in: 5) ? ID(20 + random.below(4)) : nil)
            if let parent = fault(ids) { definition.state(state, in: parent, kind: .parallel, done: 20) }
        }
        let sources = definition.blocks.filter { !$0.isFinal && !$0.kind.isHistory || isWild }.map { $0.state }
        for _ in 0..<random.below(2 * size) { addRow(&definition, &random, sources + [ReservedID.any], ids) }
        if random.chance(1, in: 2) { definition.declareInitial(random.pick(ids)) }
        return definition
    }

    private static func addRow(_ definition: inout Definition, _ random: inout Random, _ sources: [ID], _ ids: [ID]) {
        let events = [10, 11, 12, 13, 20, 21, ReservedID.any, ReservedID.eventless, ReservedID.request]
        var event = random.pick(events)
        let others = [ReservedID.same, ReservedID.internal, ReservedID.deferred]
        let target = random.chance(2, in: 3) ? random.pick(ids) : random.pick(others)
        let isGuarded = random.chance(1, in: 2)
        if !isGuarded && event == ReservedID.eventless && random.chance(1, in: 2) { event = 14 }
        definition.chartRow(
            random.pick(sources), event, target, isLocal: random.chance(1, in: 4),
            guards: isGuarded ? [Callback.nothing] : [], actions: random.chance(1, in: 4) ? [Callback.nothing] : [],
            inStates: random.chance(1, in: 8) ? [random.pick(ids)] : [], raises: random.chance(1, in: 6) ? [21] : [])
        if random.chance(1, in: 12) { definition.addTarget(random.pick(ids), toRow: definition.rows.count - 1) }
    }
}

extension Diagnostic.Kind {
    /// Whether only charts can have it.
    var isOfCharts: Bool { (23...37).contains(rawValue) || (108...114).contains(rawValue) }
    /// Whether only the reading of documents or of snapshots can have it.
    var isOfDocuments: Bool { (38...42).contains(rawValue) }
}

extension Callback {
    fileprivate static var nothing: Callback { Callback({ _, _ in 0 }, context: nil) }
}
