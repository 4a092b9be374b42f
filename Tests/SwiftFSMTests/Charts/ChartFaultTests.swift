import SwiftFSM
import Testing

/// What can be wrong with a chart. Each fault names its statements, with lines counted from that of the table.
@Suite struct ChartFaultTests: ChartSyntaxBuilder {
    enum State { case a, b, c, p, q, r, h, end }
    enum Event { case go, next }

    func faults(
        line: Int = #line, in initialState: State = .a,
        @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> [String] {
        let machine = FSM<State, Event>(initialState: initialState)
        machine.logHandler = nil
        do {
            try machine.buildTable(block)
            return machine.warnings.map { "warning: \($0.summary(from: line))" }
        } catch {
            return (error as? SwiftFSMError)?.faults.map { $0.summary(from: line) } ?? ["\(error)"]
        }
    }

    func act() {}

    @Test func twoParents() {
        let found = faults {
            define(.p) { define(.a) }
            define(.q) { define(.a) }
        }
        #expect(found == ["secondParent: define(a) 1, define(a) 2"])
    }

    @Test func nestedInItself() {
        let found = faults {
            define(.p) { define(.q) { define(.p) { define(.a) } } }
        }
        #expect(found == ["circularNesting: define(p) 1, define(q) 1"])
    }

    @Test func noInitialAmongSeveral() {
        let found = faults {
            define(.p) {
                define(.a)
                define(.b)
            }
        }
        #expect(found == ["missingInitial: define(p) 1, define(a) 2, define(b) 3"])
    }

    @Test func theInitialStateIsElsewhereOrNowhere() {
        let found = faults {
            define(.p) {
                initial(.c)
                define(.a)
            }
            define(.q) {
                initial(.r)
                define(.b)
            }
            define(.c)
        }
        #expect(found == ["misplacedInitial: define(p) 1", "undefinedState: define(q) 5"])
    }

    @Test func twoInitialStates() {
        let found = faults {
            define(.p) {
                initial(.a)
                initial(.b)
                define(.a)
                define(.b)
            }
        }
        #expect(found == ["conflictingDefines: define(p) 1, define(p) 1"])
    }

    @Test func aParallelStateHasNoInitialOne() {
        let found = faults {
            parallel(.p) {
                initial(.a)
                define(.a)
                define(.b)
            }
        }
        #expect(found == ["misplacedInitial: parallel(p) 1"])
    }

    @Test func aHistoryIsNoState() {
        let found = faults {
            define(.p) {
                history(.h)
                define(.a)
            }
            define(.h) { when(.go) | then(.a) }
        }
        #expect(found == ["invalidHistory: history(h) 2, h 5 go 5 a 5"])
    }

    @Test func aHistoryOfNothing() {
        let found = faults {
            define(.a) { history(.h) }
            define(.b) { when(.go) | then(.h) }
        }
        #expect(found == ["invalidHistory: history(h) 1"])
    }

    @Test func aFinalStateWithRows() {
        let found = faults {
            final(.a)
            define(.a) { when(.go) | then(.b) }
            define(.b)
        }
        #expect(found == ["invalidFinalState: final(a) 1, a 2 go 2 b 2"])
    }

    @Test func targetsThatExcludeEachOther() {
        let found = faults {
            define(.a) { when(.go) | then(.b, and: .c) }
            define(.b)
            define(.c)
        }
        #expect(found == ["exclusiveTargets: a 1 go 1 b 1"])
    }

    @Test func aDeferredRowWithActions() {
        let found = faults {
            define(.a) {
                when(.go) | deferred | act
                when(.next) | then(.b)
            }
            define(.b) { when(.go) | then() }
        }
        #expect(found == ["misplacedTarget: a 1 go 2"])
    }

    @Test func rowsThatNeverComeToAnEnd() {
        let found = faults {
            define(.a) { when(.go) | then(.b) }
            define(.b) { always | then(.c) }
            define(.c) { always | then(.b) }
        }
        #expect(found == ["endlessLoop: b 2 always 2 c 2, c 3 always 3 b 3"])
    }

    @Test func namesWithoutADefine() {
        let found = faults(in: .b) {
            define(.a) {
                when(.go) | then(.c)
                condition(in: .q) | when(.next) | then(.a)
                always | deferred
            }
        }
        #expect(
            found == [
                "undefinedState: ", "undefinedState: a 1 go 2 c 2", "undefinedState: a 1 next 3 a 3",
                "deferredAlways: a 1 always 1",
            ])
    }

    @Test func predicatesWithoutAnEvent() {
        let found = faults {
            define(.a) {
                matching(A.x) | always | then(.b)
                matching(A.y) { done | then(.b) }
            }
            define(.b)
        }
        #expect(found == ["alwaysWithPredicates: a 1 matching(A.x) 2 always 2 b 2"])
    }

    @Test func statementsInTheWrongBlock() {
        let found = faults {
            define(.p, adopts: SuperState { initial(.a) }) {
                define(.a)
                local { history(.h) | then(.a) }
            }
        }
        #expect(found == ["initial in SuperState: 1", "history in local: 3"])
    }

    @Test func clashesAreFoundInEachState() {
        let found = faults {
            define(.p) {
                when(.go) | then(.b)
                define(.a) {
                    when(.go) | then(.c)
                    when(.go) | then(.b)
                    condition { true } | when(.next) | then(.c)
                    when(.next) | then(.b)
                }
            }
            define(.b)
            define(.c)
        }
        #expect(found == ["clash: a 3 go 4 c 4 | a 3 go 5 b 5"])
    }

    @Test func warnings() {
        let found = faults {
            parallel(.p) {
                define(.q) {
                    initial(.a)
                    history(.h)
                    define(.a) { when(.go) | then(.c) }
                    define(.b) { when(.next) | deferred }
                    done | then(.a)
                }
                define(.r) {
                    define(.c)
                }
            }
        }
        #expect(
            found == [
                "warning: targetInSiblingRegion: parallel(p) 1, q 2 done 7 a 7",
                "warning: targetInSiblingRegion: parallel(p) 1, a 5 go 5 c 5",
                "warning: uselessDeferral: b 6 next 6", "warning: neverDone: define(q) 2",
                "warning: unusedHistory: history(h) 4",
            ])
    }

    @Test func textsTellHowToCorrectThem() {
        let machine = FSM<State, Event>(initialState: .a)
        let line = #line
        do {
            try machine.buildTable {
                define(.p) { define(.a) }
                define(.q) { define(.a) { always | then(.b, and: .c) } }
                define(.b)
            }
            Issue.record("there is no fault")
        } catch {
            #expect(
                "\(error)" == """
                    There are 2 faults in the table of a state machine:

                    1. 'c' is named, but no 'define' defines it.
                       Add 'define(c)' where it belongs: in a chart each state needs one.

                       define(a)        SwiftFSMTests/ChartFaultTests.swift:\(line + 4)
                       always           SwiftFSMTests/ChartFaultTests.swift:\(line + 4)
                       then(b, and: c)  SwiftFSMTests/ChartFaultTests.swift:\(line + 4)

                    2. State a is nested in p and in q.
                       Keep one of these parents.

                       define(a)  SwiftFSMTests/ChartFaultTests.swift:\(line + 3)
                       define(a)  SwiftFSMTests/ChartFaultTests.swift:\(line + 4)

                    """)
        }
    }
}
