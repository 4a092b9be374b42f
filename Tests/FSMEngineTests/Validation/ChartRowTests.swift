import Testing

@testable import FSMEngine

/// Errors about what only rows of charts have, word by word.
@Suite struct ChartRowTests: ChartSuite {
    @Test func targetsOfSeveralRegions() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.state(h)
            $0.chartRow(h, 11, d, g)
            $0.chartRow(h, 12, g, d)
        }
        #expect(told == [])
    }

    @Test func exclusiveTargets() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.state(h)
            $0.state(9, in: a, kind: .deepHistory)
            $0.chartRow(h, 11, d, c)
            $0.chartRow(h, 12, g, d, 5)
            $0.chartRow(h, 13, h, c)
            $0.chartRow(h, 14, c, g, c)
            $0.chartRow(h, 15, 9, c)
        }
        #expect(
            told == [
                "exclusive targets 5: (H, 11) leads to C and to D, which are never active together: "
                    + "keep one of these targets, or make state B parallel",
                "exclusive targets 6: (H, 12) leads to E and to G, which is nested in it: keep one of these targets",
                "exclusive targets 7: (H, 13) leads to C and to H, which are never active together: "
                    + "keep one of these targets, or nest both in a parallel state",
                "exclusive targets 8: (H, 14) has C as a target twice: name it once",
                "exclusive targets 9: (H, 15) leads to C and to I, but a history of state A is one of all its "
                    + "regions: keep one of these",
            ])
    }

    @Test func furtherTargetsThatAreNoStates() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.chartRow(a, 11, c, 9)
            $0.chartRow(a, 12, c, same)
        }
        #expect(
            told == [
                "unknown target 5: (A, 11) -> C leads to I too, which has no rows and no block: correct the target, "
                    + "or declare I with a block",
                "reserved id used 6: (A, 12) -> C has the reserved id same as a further target: "
                    + "use one of your own (from -2147483632 up)",
            ])
    }

    @Test func misplacedTargets() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.chartRow(a, 11, same, c)
            $0.chartRow(a, 12, `internal`, c)
            $0.chartRow(a, 13, deferred, c)
            $0.chartRow(a, ReservedID.request, c, g)
        }
        let mending = "is no state: remove them, or let the first target be a state too"
        #expect(
            told == [
                "misplaced target 5: (A, 11) -> same has further targets, but same \(mending)",
                "misplaced target 6: (A, 12) -> internal has further targets, but internal \(mending)",
                "misplaced target 7: (A, 13) -> defer has further targets, but defer \(mending)",
                "misplaced target 8: (A, request) -> C has further targets, but a request is for one state: remove them",
            ])
    }

    @Test func deferralsOnlyDefer() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.chartRow(b, 11, deferred, actions: [Recorder().callback("")])
            $0.chartRow(b, 12, deferred, raises: [10])
            $0.chartRow(b, ReservedID.eventless, deferred)
        }
        #expect(
            told == [
                "misplaced target 3: (B, 11) -> defer defers its event, but has actions: "
                    + "move them to the row that takes the event in the end",
                "misplaced target 4: (B, 12) -> defer defers its event, but has events to raise: "
                    + "move them to the row that takes the event in the end",
                "misplaced eventless row 5: (B, eventless) -> defer has no event that it could defer: "
                    + "give it an event, or another target",
            ])
        let mended = Chart.tells {
            Chart.nested(&$0)
            $0.chartRow(b, 11, deferred, guards: [Recorder().callback("")])
            $0.chartRow(c, 11, b, raises: [10])
        }
        #expect(mended == [])
    }

    @Test func aRequestCannotBeDeferred() {
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.row(b, ReservedID.request, deferred)
        }
        #expect(
            told == [
                "reserved id used 3: (B, request) -> defer has a reserved id as its target: "
                    + "use one of your own (from -2147483632 up), or quotes for a name in a document"
            ])
    }

    @Test func conditions() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.state(h, in: a, kind: .deepHistory)
            $0.chartRow(c, 11, d, inStates: [9])
            $0.chartRow(c, 12, d, inStates: [h])
            $0.chartRow(c, 13, d, inStates: [ReservedID.any])
        }
        #expect(
            told == [
                "unknown condition 5: (C, 11) -> D asks whether I is active, which has no rows and no block: "
                    + "correct the state, or declare I with a block",
                "unknown condition 6: (C, 12) -> D asks whether H is active, but a history never is: ask for a state",
                "unknown condition 7: (C, 13) -> D asks whether any is active, which is a reserved id: "
                    + "use one of your own (from -2147483632 up)",
            ])
        #expect(
            Chart.tells {
                Chart.regions(&$0)
                $0.chartRow(c, 11, d, inStates: [g])
            } == [])
    }

    @Test func raisedEvents() throws {
        let type = try #require(EventType(20, arguments: [.i32], place: Place(file: -1, line: 401)))
        let told = Chart.tells {
            Chart.nested(&$0)
            $0.declare(type)
            $0.chartRow(b, 11, c, raises: [20, ReservedID.any])
            $0.state(a, done: 20)
            $0.state(d, done: ReservedID.same)
        }
        #expect(
            told == [
                "reserved id used 3: (B, 11) -> C raises the reserved id any: "
                    + "use one of your own (from -2147483632 up)",
                "reserved id used 105: state D raises the reserved id same: use one of your own (from -2147483632 up)",
                "argument conflict 401,3,104: event 20 is declared with the arguments (i32), but (B, 11) -> C raises it "
                    + "without any: raise another event",
            ])
    }

    @Test func raisedEventsAreKnown() {
        var definition = Definition()
        Chart.nested(&definition)
        definition.chartRow(b, 11, c, raises: [20])
        definition.state(a, done: 21)
        let resolved = ResolvedDefinition(
            definition, isSound: IndexedArray(repeating: true, count: definition.rows.count))
        #expect(resolved.events.ids.elements.filter { $0 != ReservedID.none } == [10, 11, 20, 21])
    }

    @Test func conditionsTellRowsApart() {
        func told(_ second: [ID]) -> [String] {
            Chart.tells {
                Chart.regions(&$0)
                $0.guardPolicy = .firstMatch
                $0.chartRow(c, 11, d, inStates: [f])
                $0.chartRow(c, 11, d, inStates: second)
            }
        }
        #expect(told([g]) == [])
        #expect(told([f]) == ["duplicate 5,6: (C, 11) -> D is defined 2 times: keep one of these rows"])
    }

    @Test func furtherTargetsTellRowsApart() {
        let told = Chart.tells {
            Chart.regions(&$0)
            $0.state(h)
            $0.chartRow(h, 11, d, g)
            $0.chartRow(h, 11, d)
            $0.chartRow(h, 12, d, g)
            $0.chartRow(h, 12, d, g)
        }
        #expect(
            told == [
                "clash 5,6: (H, 11) leads to D and to D: keep one of these rows",
                "duplicate 7,8: (H, 12) -> D is defined 2 times: keep one of these rows",
            ])
    }

    @Test func rowsOfParentAndChildDoNotClash() {
        let told = Chart.tells(.neverTaken) {
            Chart.nested(&$0)
            $0.state(d)
            $0.row(a, 10, d)
            $0.row(d, 10, a)
            $0.row(ReservedID.any, ReservedID.any, a)
            $0.row(a, ReservedID.any, d)
            $0.chartRow(b, ReservedID.eventless, c, inStates: [d])
            $0.row(b, ReservedID.any, d)
        }
        #expect(
            told == [
                "never taken 3: (A, 10) -> D is never taken, since other rows always come before it: "
                    + "remove it, or the rows before it"
            ])
    }
}
