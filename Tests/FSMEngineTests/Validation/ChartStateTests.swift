import Testing

@testable import FSMEngine

/// Errors about what histories and final states have, word by word.
@Suite struct ChartStateTests: ChartSuite {
    @Test func historiesHaveNothingOfTheirOwn() {
        let told = Chart.tells {
            Chart.nested(&$0)
            let history = $0.state(h, in: a, kind: .deepHistory, done: 20)
            $0.add(Recorder().callback(""), on: .entry, toBlock: history)
            $0.state(d, in: h)
            $0.row(h, 10, b)
        }
        #expect(
            told == [
                "invalid history 104,3,105: history H is never active, but has rows, callbacks, children and an event "
                    + "for when it is done: give that to a state, or remove it"
            ])
        let mended = Chart.tells {
            Chart.nested(&$0)
            $0.state(h, in: a, kind: .deepHistory)
            $0.row(b, 11, h)
        }
        #expect(mended == [])
    }

    @Test func historiesOfNothing() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(h, kind: .shallowHistory)
            $0.state(d)
            $0.state(7, in: d, kind: .shallowHistory)
        }
        #expect(
            told == [
                "invalid history 104: history H is nested in no state: nest it in the one of which it says "
                    + "what was active",
                "invalid history 106: history G is nested in state D, which has no other children: nest some in it",
            ])
    }

    @Test func finalStatesAreTheEnd() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.state(d, in: a, isFinal: true)
            $0.row(d, 10, b)
            $0.state(5, isFinal: true, defaultTo: 6)
            $0.state(6, in: 5)
        }
        #expect(
            told == [
                "invalid final state 104,3: state D is final, but has rows: remove that, "
                    + "or do not mark the state as final",
                "invalid final state 105,106: state E is final, but has children and a default: remove that, "
                    + "or do not mark the state as final",
            ])
        let mended = Chart.tells {
            Chart.nested(&$0)
            let final = $0.state(d, in: a, isFinal: true)
            $0.add(Recorder().callback(""), on: .entry, toBlock: final)
            $0.row(b, 11, d)
        }
        #expect(mended == [])
    }

    @Test func rowsOfSuperstatesCount() {
        let told = Chart.tells {
            Chart.nested(&$0)
            let base = $0.superstate()
            $0.row(ReservedID.none, 11, c, block: base)
            $0.block(d, isFinal: true, adopts: [base])
        }
        #expect(
            told == [
                "invalid final state 105,3: state D is final, but has rows: remove that, "
                    + "or do not mark the state as final"
            ])
    }

    @Test func aBlockOfAParentMayBeEmpty() {
        let told = Chart.tells {
            $0.state(a)
            $0.state(b, in: a)
            $0.state(c)
            $0.row(b, 10, c)
        }
        #expect(
            told == [
                "empty block 103: the block of state C is empty: give it rows or callbacks, mark the state as final, "
                    + "or remove the block"
            ])
    }
}
