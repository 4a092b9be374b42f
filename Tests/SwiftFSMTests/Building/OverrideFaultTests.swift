import SwiftFSM
import Testing

/// What can be wrong with overriding rows.
struct OverrideFaultTests: GateTests {
    @Test func nothingToOverride() {
        let found = faults {
            define(.locked) {
                overriding {
                    when(.coin) | then(.locked)
                }
            }
        }
        #expect(found == ["nothing to override: locked 1 overriding coin 3 locked 3"])
    }

    @Test func theMatchingHasToBeTheSame() {
        let line = #line
        let base = SuperState {
            matching(A.x) | when(.coin) | then(.unlocked)
            matching(B.x) | when(.pass) | then(.unlocked)
        }
        let found = faults(line: line) {
            define(.locked, adopts: base) {
                overriding { when(.coin) | then(.locked) }
                overriding { matching(A.y) | when(.coin) | then(.locked) }
                matching(B.x) { overriding { when(.pass) | then(.alarming) } }
            }
        }
        #expect(
            found == [
                "nothing to override: locked 6 overriding coin 7 locked 7",
                "nothing to override: locked 6 matching(A.y) 8 overriding coin 8 locked 8",
            ])
    }

    @Test func outOfOrder() {
        let line = #line
        let early = SuperState { overriding { when(.coin) | then(.alarming) } }
        let late = SuperState(adopts: early) { when(.coin) | then(.unlocked) }
        let found = faults(line: line) {
            define(.locked, adopts: late)
        }
        #expect(
            found == [
                "out of order: locked 4 overriding coin 1 alarming 1 before locked 4 coin 2 unlocked 2"
            ])
    }

    @Test func laterSuperStatesMayOverrideEarlierOnes() {
        let base = SuperState { when(.coin) | then(.unlocked) }
        let other = SuperState { overriding { when(.coin) | then(.alarming) } }
        #expect(faults { define(.locked, adopts: base, other) } == [])
    }

    @Test func withinOneBlockTheWordMeansNothing() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.locked)
                overriding { when(.coin) | then(.locked) }
            }
        }
        #expect(found == ["duplicates: locked 1 coin 2 locked 2 | locked 1 overriding coin 3 locked 3"])
    }

    @Test func oneOverrideReplacesAllThatAreInherited() {
        let first = SuperState { when(.coin) | then(.unlocked) }
        let second = SuperState { when(.coin) | then(.alarming) }
        #expect(
            faults {
                define(.locked, adopts: first, second, first) { overriding { when(.coin) | then() } }
            } == [])
    }

    @Test func theLastOfAChainIsTheOnlyOneThatIsChecked() {
        let first = SuperState { when(.coin) | then(.unlocked) }
        let second = SuperState(adopts: first) { overriding { when(.coin) | then(.alarming) } }
        let third = SuperState(adopts: second) { overriding { when(.coin) | then(.locked) } }
        #expect(faults { define(.locked, adopts: third) { overriding { when(.coin) | then() } } } == [])
    }

    @Test func overridingNothingAtAllIsFine() {
        #expect(faults { define(.locked) { overriding {} } } == [])
        let found = faults {
            define(.locked) {
                overriding {}
                when(.coin) | then()
            }
        }
        #expect(found == [])
    }
}
