import Testing

@testable import FSMEngine

/// Errors about which state is nested in which, word by word.
@Suite struct NestingTests: ChartSuite {
    @Test func unknownParent() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, in: 9)
        }
        #expect(
            told == [
                "unknown parent 104: state D is nested in I, which has no rows and no block: correct the parent, "
                    + "or declare I with a block"
            ])
        let mended = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, in: 9)
            $0.state(9)
        }
        #expect(mended == [])
    }

    @Test func aParentThatIsAReservedID() {
        let told = Chart.tells {
            $0.row(b, 10, b)
            $0.state(b, in: ReservedID.any)
        }
        #expect(
            told == [
                "unknown parent 101: state B is nested in any, which has no rows and no block: correct the parent, "
                    + "or declare any with a block"
            ])
    }

    @Test func aParentMayHaveRowsAlone() {
        let told = Chart.tells {
            $0.row(a, 10, b)
            $0.state(b, in: a)
        }
        #expect(told == [])
    }

    @Test func secondParent() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.row(d, 10, b)
            $0.state(b, in: d)
            $0.state(b, in: a)
        }
        #expect(told == ["second parent 102,104,105: state B is nested in A and in D: keep one of these parents"])
        let mended = Chart.tells {
            Chart.nested(&$0)
            $0.state(b, in: a)
            $0.row(d, 10, b)
        }
        #expect(mended == [])
    }

    @Test func circularNesting() {
        let told = Chart.tells {
            $0.state(a, in: c)
            $0.state(b, in: a)
            $0.state(c, in: b)
            $0.state(d, in: d)
            $0.row(a, 10, d)
        }
        #expect(
            told == [
                "circular nesting 101,103,102: state A is nested in itself (A in C, C in B and B in A): "
                    + "nest one of them elsewhere",
                "circular nesting 104: state D is nested in itself (D in D): nest one of them elsewhere",
            ])
        let mended = Chart.tells {
            $0.state(a)
            $0.state(b, in: a)
            $0.state(c, in: b)
            $0.state(d, in: c)
            $0.row(a, 10, d)
        }
        #expect(mended == [])
    }

    @Test func nestingHasALimit() {
        func chain(_ count: Int) -> [String] {
            Chart.tells {
                for number in 0..<ID(count) { $0.state(100 + number, in: number == 0 ? nil : 99 + number) }
                $0.row(100, 10, 100)
            }
        }
        #expect(StateTree.maximumDepth == 1024)
        #expect(chain(1025) == [])
        #expect(
            chain(1026) == [
                "too complex 1125: state 1124 has children, although it is nested 1025 deep: "
                    + "do not nest states deeper than that"
            ])
    }

    @Test func superstatesAreNotNested() {
        let told = Chart.tells {
            Chart.nested(&$0)
            let base = $0.superstate()
            $0.row(ReservedID.none, 11, c, block: base)
            $0.nest(block: base, in: a)
            $0.block(b, adopts: [base])
        }
        #expect(
            told == [
                "misplaced nesting 104: a superstate is never active, so that it cannot be nested, final or done, "
                    + "or have a default: say that of the states that adopt it"
            ])
    }

    @Test func blocksThatDisagree() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(a, kind: .parallel, done: 20)
            $0.state(a, isFinal: true, defaultTo: c, done: 21)
            $0.state(b, done: 20)
            $0.state(b, done: 20)
        }
        #expect(
            told == [
                "conflicting blocks 101,105: state A has the defaults B and C: keep one of them",
                "conflicting blocks 104,105: state A is parallel and final: keep one of these",
                "conflicting blocks 104,105: state A raises 20 and 21 when it is done: keep one of them",
            ])
    }
}
