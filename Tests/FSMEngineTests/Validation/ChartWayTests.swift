import Testing

@testable import FSMEngine

/// What today's warnings about ways and rows say of charts.
@Suite struct ChartWayTests: ChartSuite {
    // MARK: - Unreachable states

    @Test func unreachableStates() {
        let told = Chart.tells(.unreachableState) {
            Chart.nested(&$0)
            $0.declareInitial(d)
            $0.row(d, 10, c)
            $0.state(e, defaultTo: f)
            $0.state(f, in: e)
            $0.state(g, in: e)
        }
        // A and C are entered with C, and B from there.
        let mending = "from the initial state D: add a row, or remove the state"
        #expect(
            told == [
                "unreachable state 104: no row leads to state E \(mending)",
                "unreachable state 105: no row leads to state F \(mending)",
                "unreachable state 106: no row leads to state G \(mending)",
            ])
    }

    @Test func defaultsAreEnteredOnlyWithTheirParent() {
        let nested: (inout Definition) -> Void = {
            $0.state(1, defaultTo: 2)
            $0.state(2, in: 1)
            $0.state(3, in: 1)
            $0.declareInitial(3)
            $0.row(3, 10, 3)
        }
        #expect(Chart.tells(.unreachableState, nested).map { $0.prefix(21) } == ["unreachable state 102"])
        #expect(
            Chart.tells(.unreachableState) {
                nested(&$0)
                $0.row(c, 11, a)
            } == [])
    }

    @Test func allRegionsAndHistoriesAreWays() {
        let told = Chart.tells(.unreachableState) {
            Chart.regions(&$0)
            $0.declareInitial(h)
            $0.row(h, 10, 9)
            $0.state(9, in: b, kind: .shallowHistory)
        }
        #expect(told == [])
    }

    @Test func rowsOfParentsAndFurtherTargetsAreWays() {
        let told = Chart.tells(.unreachableState) {
            Chart.regions(&$0)
            $0.rows.removeAll()
            $0.declareInitial(h)
            $0.chartRow(h, 10, d, g)
            $0.row(a, 10, 9)
            $0.row(9, 10, 9)
        }
        #expect(told == [])
    }

    // MARK: - Dead ends

    @Test func parentsLeadOut() {
        let chart: (inout Definition) -> Void = {
            $0.state(1, defaultTo: 2)
            $0.state(2, in: 1)
            $0.state(3, in: 1)
            $0.state(4, in: 1, isFinal: true)
            $0.row(2, 10, 3)
        }
        #expect(
            Chart.tells(.deadEndState, chart) == [
                "dead end state 103: no row leads out of state C: add a row, or mark the state as final"
            ])
        #expect(
            Chart.tells(.deadEndState) {
                chart(&$0)
                $0.row(a, 10, a)
            } == [])
        // From C the row of A comes back to C.
        #expect(
            Chart.tells(.deadEndState) {
                chart(&$0)
                $0.row(a, 10, c)
            }.map { $0.prefix(18) } == ["dead end state 103"])
    }

    @Test func otherRegionsMayLeadOut() {
        let chart: (inout Definition) -> Void = {
            $0.state(1, kind: .parallel)
            $0.state(2, in: 1)
            $0.state(3, in: 1)
            $0.state(4)
            $0.row(4, 10, 1)
            $0.row(3, 10, ReservedID.same)
        }
        #expect(
            Chart.tells(.deadEndState, chart).map { $0.prefix(18) } == ["dead end state 102", "dead end state 103"])
        #expect(
            Chart.tells(.deadEndState) {
                chart(&$0)
                $0.row(c, 11, d)
            } == [])
    }

    @Test func rowsForAnyStateLeadOut() {
        let told = Chart.tells(.deadEndState) {
            Chart.nested(&$0)
            $0.row(d, 12, d)
            $0.row(e, 12, e)
            $0.row(any, 11, d)
        }
        #expect(told == ["dead end state 3: no row leads out of state D: add a row, or mark the state as final"])
    }

    // MARK: - Rows that are never taken

    @Test func aParentsRowThatAllLeavesHide() {
        let chart: (inout Definition) -> Void = {
            $0.guardPolicy = .firstMatch
            Chart.nested(&$0)
            $0.state(4)
            $0.row(4, 10, 1)
            $0.row(1, 10, 4)
        }
        let reason = "is never taken, since other rows always come before it: remove it, or the rows before it"
        #expect(Chart.tells(.neverTaken, chart) == ["never taken 4: (A, 10) -> D \(reason)"])
        #expect(
            Chart.tells(.neverTaken) {
                chart(&$0)
                $0.state(e, in: a)
                $0.row(e, 10, b, guards: [Recorder().callback("")])
            } == [])
    }

    @Test func guardsHandOnUnderBothPolicies() {
        let told = Chart.tells(.neverTaken) {
            $0.state(a, defaultTo: b)
            $0.state(b, in: a)
            $0.state(c, in: a)
            $0.row(b, 10, c, guards: [Recorder().callback("")])
            $0.chartRow(c, 10, b, inStates: [b])
            $0.row(a, 10, b)
        }
        #expect(told == [])
    }

    @Test func levelsBetween() {
        // E hides the row of A for F and G, and B has one of its own.
        let told = Chart.tells(.neverTaken) {
            Chart.nested(&$0)
            $0.rows.removeAll()
            $0.state(e, in: a, defaultTo: f)
            $0.state(f, in: e)
            $0.state(g, in: e)
            $0.row(a, 10, b)
            $0.row(b, 10, c)
            $0.row(c, 10, b)
            $0.row(e, 10, b)
            $0.row(f, 10, g)
            $0.row(any, 10, b)
        }
        #expect(told.map { $0.prefix(14) } == ["never taken 1:", "never taken 6:"])
    }

    @Test func finalChildrenLeaveRowsToTheirParent() {
        let told = Chart.tells(.neverTaken) {
            Chart.nested(&$0)
            $0.state(d, in: a, isFinal: true)
            $0.row(a, 10, a)
        }
        #expect(told == [])
    }
}
