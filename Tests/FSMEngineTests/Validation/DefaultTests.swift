import Testing

@testable import FSMEngine

/// Errors about what is entered by default, word by word.
@Suite struct DefaultTests: ChartSuite {
    @Test func missingDefault() {
        let told = Chart.tells {
            $0.state(a)
            $0.state(b, in: a)
            $0.state(c, in: a)
            $0.state(h, in: a, kind: .shallowHistory)
            $0.row(b, 10, c)
        }
        #expect(
            told == [
                "missing default 101,102,103: state A has the children B and C, but none of them is its default: "
                    + "name one to be entered with it"
            ])
        #expect(Chart.tells { Chart.nested(&$0) } == [])
    }

    @Test func anOnlyChildNeedsNotBeNamed() {
        let told = Chart.tells {
            $0.state(a)
            $0.state(b, in: a)
            $0.state(h, in: a, kind: .deepHistory)
            $0.row(b, 10, h)
        }
        #expect(told == [])
    }

    @Test func defaultsElsewhere() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, defaultTo: b)
            $0.state(5, in: d)
            $0.state(6, in: d)
            $0.state(h, in: d, kind: .shallowHistory, defaultTo: b)
        }
        #expect(
            told == [
                "misplaced default 104: state D has the default B, which is not nested in it: "
                    + "name a state that is, or nest it there",
                "misplaced default 107: history H has the default B, which is not nested in D: "
                    + "name a state that is, or nest it there",
            ])
        let mended = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, defaultTo: 5)
            $0.state(5, in: d)
            $0.state(6, in: d)
            $0.state(h, in: d, kind: .shallowHistory, defaultTo: 6)
        }
        #expect(mended == [])
    }

    @Test func aStateIsNoDefaultOfItself() {
        let told = Chart.tells {
            $0.state(a, defaultTo: a)
            $0.row(a, 10, a)
        }
        #expect(
            told == [
                "misplaced default 101: state A has the default A, which is not nested in it: "
                    + "name a state that is, or nest it there"
            ])
    }

    @Test func defaultsThatAreNoStates() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, defaultTo: 9)
            $0.state(5, defaultTo: ReservedID.same)
        }
        #expect(
            told == [
                "unknown target 104: state D has the default I, which has no rows and no block: correct it, "
                    + "or declare I with a block",
                "reserved id used 105: state E has the reserved id same as its default: "
                    + "use one of your own (from -2147483632 up)",
            ])
    }

    @Test func parallelStatesHaveNone() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.setDefault(ofBlock: 0, to: b)
        }
        #expect(
            told == [
                "misplaced default 101: state A is parallel, so that all its children are entered with it: "
                    + "remove its default"
            ])
        #expect(Chart.tells { Chart.regions(&$0) } == [])
    }

    @Test func actionsOfNoDefault() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.addDefaultAction(Recorder().callback(""), toBlock: 0)
            $0.addDefaultAction(Recorder().callback(""), toBlock: 1)
        }
        #expect(
            told == [
                "misplaced default 102: state B has actions for its default, but none that is ever entered: remove them"
            ])
    }

    @Test func circularDefault() {
        let told = Chart.tells {
            $0.state(a, defaultTo: h)
            $0.state(b, in: a)
            $0.state(h, in: a, kind: .shallowHistory)
            $0.state(d, defaultTo: 5)
            $0.state(5, in: d, kind: .deepHistory, defaultTo: 5)
            $0.state(6, in: d)
            $0.row(b, 10, b)
        }
        #expect(
            told == [
                "circular default 101,103: the default of A leads back to itself (A -> H -> A): "
                    + "let one of these have a state as its default",
                "circular default 105: the default of E leads back to itself (E -> E): "
                    + "let one of these have a state as its default",
            ])
        let mended = Chart.tells {
            $0.state(a, defaultTo: h)
            $0.state(b, in: a)
            $0.state(h, in: a, kind: .shallowHistory, defaultTo: b)
            $0.row(b, 10, b)
        }
        #expect(mended == [])
    }
}
