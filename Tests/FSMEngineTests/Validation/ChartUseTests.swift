import Testing

@testable import FSMEngine

/// Warnings about what is of no use in a chart, word by word.
@Suite struct ChartUseTests: ChartSuite {
    @Test func neverDone() {
        let told = Chart.tells(.neverDone) {
            Chart.regions(&$0)
            $0.state(a, done: 20)
            $0.state(b, done: 20)
            $0.state(c, done: 20)
            $0.state(h, in: b, isFinal: true)
        }
        #expect(
            told == [
                "never done 108: state A can never be done, since some child of it can never be done: add final "
                    + "children, or do not name event 20 for it",
                "never done 110: state C can never be done, since it has no children: add final "
                    + "children, or do not name event 20 for it",
            ])
        let compound = Chart.tells(.neverDone) {
            Chart.nested(&$0)
            $0.state(a, done: 20)
        }
        #expect(
            compound == [
                "never done 104: state A can never be done, since none of its children is final: add final "
                    + "children, or do not name event 20 for it"
            ])
    }

    @Test func doneWithAllRegions() {
        let told = Chart.tells(.neverDone) {
            Chart.regions(&$0)
            $0.state(a, done: 20)
            $0.state(h, in: b, isFinal: true)
            $0.state(9, in: e, isFinal: true)
        }
        #expect(told == [])
    }

    @Test func uselessDeferral() {
        let told = Chart.tells(.uselessDeferral) {
            Chart.nested(&$0)
            $0.row(b, 11, deferred)
            $0.row(b, 12, deferred)
            $0.row(c, 12, b)
        }
        #expect(
            told == [
                "useless deferral 3: (B, 11) -> defer defers an event that no other row takes: "
                    + "add a row that takes it, or remove the deferral"
            ])
        let any = Chart.tells(.uselessDeferral) {
            Chart.nested(&$0)
            $0.row(b, 11, deferred)
            $0.row(c, ReservedID.any, b)
        }
        #expect(any == [])
    }

    @Test func unusedHistory() {
        let told = Chart.tells(.unusedHistory) {
            Chart.nested(&$0)
            $0.state(h, in: a, kind: .shallowHistory)
        }
        #expect(
            told == ["unused history 104: no row leads to history H, and no default: add a row, or remove the history"])
        for use in 0..<3 {
            let used = Chart.tells(.unusedHistory) {
                Chart.nested(&$0)
                $0.state(h, in: a, kind: .shallowHistory)
                switch use {
                case 0: $0.row(b, 11, h)
                case 1: $0.state(7, in: a, kind: .deepHistory, defaultTo: h)
                default: $0.row(b, 11, ReservedID.dynamic, resolver: Recorder().callback(""))
                }
                if use == 1 { $0.row(b, 11, 7) }
            }
            #expect(used == [])
        }
    }

    @Test func unusedEvents() {
        let told = Chart.tells(.unusedEvent) {
            Chart.nested(&$0)
            $0.eventNames.set("KICK", for: 12)
            $0.eventNames.set("RAISED", for: 20)
            $0.eventNames.set("TAKEN", for: 21)
            $0.chartRow(b, 11, c, raises: [20, 21])
            $0.row(c, 21, b)
            $0.state(a, done: 22)
        }
        #expect(
            told == [
                "unused event : event KICK is named, but no row uses it: add a row, or remove the name",
                "unused event 3: (B, 11) -> C raises event RAISED, but no row takes it: add a row, or do not raise it",
                "unused event 104: state A raises event 22, but no row takes it: add a row, or do not raise it",
            ])
        let any = Chart.tells(.unusedEvent) {
            Chart.nested(&$0)
            $0.chartRow(b, 11, c, raises: [20])
            $0.row(c, ReservedID.any, b)
        }
        #expect(any == [])
    }

    @Test func timeouts() throws {
        let unused = Chart.tells(.unusedEvent) {
            Chart.nested(&$0)
            $0.eventNames.set("TIME", for: 20)
            $0.addTimeout(10, 20, toBlock: 0)
            $0.addTimeout(10, 10, toBlock: 0)
            $0.addTimeout(10, 20, toBlock: 1)
        }
        #expect(
            unused == [
                "unused event 101,102: a timeout of state A raises event TIME, but no row takes it: add a row, "
                    + "or do not raise it"
            ])
        let type = try #require(EventType(20, arguments: [.i32], place: Place(file: -1, line: 401)))
        let conflict = Chart.tells {
            Chart.nested(&$0)
            $0.declare(type)
            $0.addTimeout(10, 20, toBlock: 0)
            $0.state(h, in: a, kind: .shallowHistory)
            $0.addTimeout(10, 10, toBlock: $0.blocks.count - 1)
        }
        #expect(
            conflict == [
                "invalid history 104: history H is never active, but has timeouts: give that to a state, or remove it",
                "argument conflict 401,101: event 20 is declared with the arguments (i32), but a timeout of state A "
                    + "raises it without any: raise another event",
            ])
        var definition = Definition()
        Chart.nested(&definition)
        let isTaken = definition.addTimeout(-1, 10, toBlock: 0)
        #expect(!isTaken)
    }
}
