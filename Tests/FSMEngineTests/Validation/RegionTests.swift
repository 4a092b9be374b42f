import Testing

@testable import FSMEngine

/// Warnings about regions, word by word.
@Suite struct RegionTests: ChartSuite {
    @Test func aTargetInASiblingRegion() {
        let told = Chart.tells(.siblingRegionTarget) {
            Chart.regions(&$0)
            $0.row(c, 11, g)
            $0.row(c, 12, b)
            $0.chartRow(c, 13, b, isLocal: true)
            $0.row(e, 14, g)
        }
        #expect(
            told == [
                "target in sibling region 5,101: (C, 11) -> G leaves and enters all regions of the parallel state A: "
                    + "raise an event that a row of region E takes, or ask whether a state is active there",
                "target in sibling region 6,101: (C, 12) -> B leaves and enters all regions of the parallel state A: "
                    + "mark the row as local, so that it leaves region B alone",
                "target in sibling region 8,101: (E, 14) -> G leaves and enters all regions of the parallel state A: "
                    + "mark the row as local, so that it leaves region E alone",
            ])
    }

    @Test func whatIsMeant() {
        let told = Chart.tells(.siblingRegionTarget) {
            Chart.regions(&$0)
            $0.state(h, in: a, kind: .deepHistory)
            $0.row(c, 11, h)
            $0.row(a, 12, g)
            $0.row(c, 13, a)
            $0.row(ReservedID.any, 14, g)
            $0.row(c, 15, d)
        }
        #expect(told == [])
    }

    @Test func conflictingRegions() {
        let told = Chart.tells(.conflictingRegions) {
            Chart.regions(&$0)
            $0.state(h)
            $0.row(h, 11, a)
            $0.row(c, 11, d)
            $0.row(f, 11, h)
        }
        #expect(
            told == [
                "conflicting regions 7,6: (C, 11) -> D and (F, 11) -> H are of two regions of state A, and one of them "
                    + "leaves both regions, so that where both could be taken only the first is: add guards, use "
                    + "another event, or give the row to state A"
            ])
    }

    @Test func regionsThatDoNotConflict() {
        let told = Chart.tells(.conflictingRegions) {
            Chart.regions(&$0)
            $0.row(h, 11, a)
            $0.row(c, 11, d)
            $0.row(a, 11, h)
            $0.row(f, 12, h)
            $0.row(c, 12, d, guards: [Recorder().callback("")])
            $0.chartRow(f, 13, e, isLocal: true)
            $0.row(c, 13, d)
            $0.row(c, 14, h)
            $0.row(d, 14, h)
        }
        #expect(told == [])
    }

    @Test func singleRegion() {
        let told = Chart.tells(.singleRegion) {
            $0.state(a, kind: .parallel)
            $0.state(b, in: a)
            $0.state(c, kind: .parallel)
            $0.row(b, 10, c)
        }
        #expect(
            told == [
                "single region 101,102: state A is parallel, but has one child: nest more in it, or do not make it parallel",
                "single region 103: state C is parallel, but has no children: nest more in it, or do not make it parallel",
            ])
        #expect(Chart.tells(.singleRegion) { Chart.regions(&$0) } == [])
    }
}
