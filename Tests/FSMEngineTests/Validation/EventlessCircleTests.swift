import Testing

@testable import FSMEngine

/// Rows without an event that lead in a circle: an error if that never ends, a warning if it may.
@Suite struct EventlessCircleTests: ChartSuite {
    private let maybe: [Callback] = [Recorder().callback("")]

    private func tells(_ change: (inout Definition) -> Void) -> [String] {
        Chart.tells(.possibleEventlessCircle, change)
    }

    @Test func inAFlatDefinition() {
        let told = tells {
            $0.row(a, eventless, b)
            $0.row(b, eventless, c)
            $0.row(c, eventless, a)
        }
        #expect(
            told == [
                "eventless circle 1,2,3: (A, eventless) -> B, (B, eventless) -> C and (C, eventless) -> A lead in a "
                    + "circle that never ends, without an event or a guard: give one of them either"
            ])
        let mended = tells {
            $0.row(a, eventless, b)
            $0.row(b, eventless, c)
            $0.row(c, 10, a)
        }
        #expect(mended == [])
    }

    @Test func guardedOnes() {
        let told = tells {
            $0.row(a, eventless, b, guards: maybe)
            $0.row(b, eventless, a)
        }
        #expect(
            told == [
                "possible eventless circle 1,2: (A, eventless) -> B and (B, eventless) -> A may lead in a circle "
                    + "without an event: make sure that a guard says no in the end"
            ])
    }

    @Test func conditionsAreGuards() {
        let told = tells {
            $0.chartRow(a, eventless, b, inStates: [a])
            $0.row(b, eventless, a)
        }
        #expect(told.map { $0.prefix(25) } == ["possible eventless circle"])
    }

    @Test func rowsThatStay() {
        for target in [same, `internal`, a] {
            #expect(tells { $0.row(a, eventless, target) }.map { $0.prefix(16) } == ["eventless circle"])
        }
        let told = tells {
            Chart.nested(&$0)
            $0.row(a, eventless, `internal`)
            $0.row(b, eventless, c, guards: maybe)
        }
        #expect(told.map { $0.prefix(25) } == ["possible eventless circle"])
    }

    @Test func rowsOfParents() {
        // The row of A is tried again in its default, B.
        let told = tells {
            Chart.nested(&$0)
            $0.row(a, eventless, c)
        }
        #expect(told.map { $0.prefix(18) } == ["eventless circle 3"])
        let mended = tells {
            Chart.nested(&$0)
            $0.row(a, eventless, d)
            $0.state(d, isFinal: true)
        }
        #expect(mended == [])
    }

    @Test func anUnguardedRowHidesThoseAround() {
        let told = tells {
            Chart.nested(&$0)
            $0.state(d, isFinal: true)
            $0.row(a, eventless, a)
            $0.row(b, eventless, d)
        }
        #expect(told == [])
    }

    @Test func anyState() {
        #expect(
            tells {
                $0.row(a, 10, a)
                $0.row(ReservedID.any, eventless, a)
            }.map { $0.prefix(18) } == ["eventless circle 2"])
    }

    @Test func historiesMayLeadBack() {
        let told = tells {
            Chart.nested(&$0)
            $0.state(h, in: a, kind: .shallowHistory)
            $0.row(c, eventless, d)
            $0.row(d, eventless, h)
        }
        #expect(told.map { $0.prefix(29) } == ["possible eventless circle 3,4"])
    }

    @Test func otherRegionsMayEndThem() {
        let circle: (inout Definition) -> Void = {
            Chart.regions(&$0)
            $0.row(d, ReservedID.eventless, d)
        }
        #expect(tells(circle).map { $0.prefix(18) } == ["eventless circle 5"])
        let told = tells {
            circle(&$0)
            $0.state(h, isFinal: true)
            $0.row(f, eventless, h)
        }
        #expect(told.map { $0.prefix(27) } == ["possible eventless circle 5"])
        // Rows of states around the circle come after it, unless it leaves nothing.
        let around = tells {
            circle(&$0)
            $0.state(h, isFinal: true)
            $0.row(a, eventless, h)
        }
        #expect(around.map { $0.prefix(18) } == ["eventless circle 5"])
        let staying = tells {
            Chart.regions(&$0)
            $0.row(d, eventless, same)
            $0.state(h, isFinal: true)
            $0.row(a, eventless, h)
        }
        #expect(staying.map { $0.prefix(27) } == ["possible eventless circle 5"])
    }

    @Test func outOfAParallelStateAndBack() {
        let told = tells {
            Chart.regions(&$0)
            $0.row(c, eventless, h)
            $0.row(h, eventless, a)
        }
        #expect(told.map { $0.prefix(20) } == ["eventless circle 5,6"])
    }
}
