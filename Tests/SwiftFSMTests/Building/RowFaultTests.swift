import SwiftFSM
import Testing

/// What can be wrong between rows.
struct RowFaultTests: GateTests {
    func open() {}
    func close() {}

    @Test func duplicatesAreAlikeInStateEventAndNextState() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.unlocked) | open
                when(.pass) | then(.alarming)
                when(.coin) | then(.unlocked) | close
            }
        }
        #expect(found == ["duplicates: locked 1 coin 2 unlocked 2 | locked 1 coin 4 unlocked 4"])
    }

    @Test func aClashIsAlikeInStateAndEvent() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.unlocked) | open
                when(.coin)
                    | then(.locked)
                    | close
            }
        }
        #expect(found == ["clash: locked 1 coin 2 unlocked 2 | locked 1 coin 3 locked 4"])
    }

    @Test func aRowIsReportedAsADuplicateFirst() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.unlocked)
                when(.coin) | then(.unlocked)
                when(.coin) | then(.alarming)
            }
        }
        #expect(
            found == [
                "duplicates: locked 1 coin 2 unlocked 2 | locked 1 coin 3 unlocked 3",
                "clash: locked 1 coin 2 unlocked 2 | locked 1 coin 4 alarming 4",
            ])
    }

    @Test func severalEventsAreOneRowEach() {
        let found = faults {
            define(.locked) { when(.coin, or: .coin, .pass, .pass) | then(.unlocked) }
        }
        #expect(
            found == [
                "duplicates: locked 1 coin 1 unlocked 1 | locked 1 coin 1 unlocked 1",
                "duplicates: locked 1 pass 1 unlocked 1 | locked 1 pass 1 unlocked 1",
            ])
    }

    @Test func stayingIsLeadingToTheSameState() {
        let found = faults {
            define(.locked) {
                when(.coin) | then()
                when(.coin) | then(.locked)
            }
        }
        #expect(found == ["duplicates: locked 1 coin 2 then() 2 | locked 1 coin 3 locked 3"])
    }

    @Test func definesOfOneStateAddUp() {
        let found = faults {
            define(.locked) { when(.coin) | then(.unlocked) }
            define(.unlocked) { when(.coin) | then(.unlocked) }
            define(.locked) { when(.coin) | then(.alarming) }
        }
        #expect(found == ["clash: locked 1 coin 1 unlocked 1 | locked 3 coin 3 alarming 3"])
    }

    @Test func conditionsAndActionsTellNoRowsApart() {
        let found = faults {
            define(.locked) {
                condition { true } | when(.coin) | then(.unlocked)
                condition { false } | when(.coin) | then(.alarming)
                when(.pass) | then(.locked) | open
                condition { true } | when(.pass) | then(.locked) | close
            }
        }
        #expect(
            found == [
                "duplicates: locked 1 pass 4 locked 4 | locked 1 condition 5 pass 5 locked 5",
                "clash: locked 1 condition 2 coin 2 unlocked 2 | locked 1 condition 3 coin 3 alarming 3",
            ])
    }

    @Test func matchingsAreComparedAsSets() {
        let found = faults {
            define(.locked) {
                matching(A.x, or: A.y, and: B.x, C.y) | when(.coin) | then(.unlocked)
                matching(C.y) {
                    matching(A.y, or: A.x) {
                        matching(B.x) | when(.coin) | then(.unlocked)
                    }
                }
            }
        }
        #expect(
            found == [
                "duplicates: locked 1 matching(A.x, or: A.y, and: B.x, C.y) 2 coin 2 unlocked 2 "
                    + "| locked 1 matching(C.y) 3 matching(A.y, or: A.x) 4 matching(B.x) 5 coin 5 unlocked 5"
            ])
    }

    @Test func blocksGiveTheirLines() {
        let found = faults {
            define(.locked) {
                when(.coin) {
                    matching(A.x) | then(.unlocked)
                    matching(A.x)
                        | then(.alarming)
                }
                then(.alarming) {
                    when(.pass) {
                        matching(B.x) | open
                        matching(B.x) | close
                    }
                }
            }
        }
        #expect(
            found == [
                "duplicates: locked 1 matching(B.x) 9 pass 8 alarming 7 | locked 1 matching(B.x) 10 pass 8 alarming 7",
                "clash: locked 1 matching(A.x) 3 coin 2 unlocked 3 | locked 1 matching(A.x) 4 coin 2 alarming 5",
            ])
    }

    @Test func twoStatesInTheBlockOfOneEvent() {
        let found = faults {
            define(.locked) {
                when(.coin) {
                    then(.unlocked) | open
                    then(.locked) | close
                }
            }
        }
        #expect(found == ["clash: locked 1 coin 2 unlocked 3 | locked 1 coin 2 locked 4"])
    }

    @Test func whatIsInheritedTwiceIsThereTwice() {
        let line = #line
        let base = SuperState { when(.coin) | then(.unlocked) }
        let first = SuperState(adopts: base) { when(.pass) | then() }
        let found = faults(line: line) {
            define(.locked, adopts: base, base)
            define(.unlocked, adopts: base, first)
            define(.alarming, adopts: base) { when(.coin) | then() }
        }
        #expect(
            found == [
                "duplicates: locked 4 coin 1 unlocked 1 | locked 4 coin 1 unlocked 1",
                "duplicates: unlocked 5 coin 1 unlocked 1 | unlocked 5 coin 1 unlocked 1",
                "clash: alarming 6 coin 1 unlocked 1 | alarming 6 coin 6 then() 6",
            ])
    }
}
