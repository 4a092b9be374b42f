import SwiftFSM
import Testing

/// The older document's sections "Overriding SuperStates" and "Override Chains".
@Suite @MainActor final class OlderOverridingTests: OlderTurnstile {
    @Test func adoptersCannotReplaceSilently() {
        let found = faults {
            let s1 = SuperState { when(.coin) | then(.unlocked) | unlock }
            let s2 = SuperState(adopts: s1) {
                when(.coin) | then(.locked) | beGrumpy  // 💥 error: clashing transitions
            }
            define(.locked, adopts: s1) {
                when(.coin) | then(.locked) | beGrumpy  // 💥 error: clashing transitions
            }
            // A superstate is judged where it is adopted.
            define(.unlocked, adopts: s2)
        }
        #expect(
            found == """
                clash:
                  define(locked) 5 when(coin) 1 then(unlocked) 1
                  define(locked) 5 when(coin) 6 then(locked) 6
                clash:
                  define(unlocked) 9 when(coin) 1 then(unlocked) 1
                  define(unlocked) 9 when(coin) 3 then(locked) 3
                """)
    }

    @Test func overridingReplacesTheInheritedTransition() throws {
        try fsm.buildTable {
            let s1 = SuperState { when(.coin) | then(.unlocked) | unlock }
            let s2 = SuperState(adopts: s1) {
                overriding {
                    when(.coin) | then(.locked) | beGrumpy  // ✅ overrides inherited transition
                }
            }
            define(.locked, adopts: s1) {
                overriding {
                    when(.coin) | then(.locked) | beGrumpy  // ✅ overrides inherited transition
                }
                when(.pass) | then(.alarming)
            }
            define(.alarming, adopts: s2)
        }
        #expect(try steps(.coin, .pass, .coin) == ["beGrumpy → locked", "→ alarming", "beGrumpy → locked"])
    }

    @Test func overridingReplacesAllMatchingTransitions() throws {
        try fsm.buildTable {
            let s1 = SuperState { when(.coin) | then(.unlocked) | doSomething }
            let s2 = SuperState { when(.coin) | then(.unlocked) | doSomethingElse }
            define(.locked, adopts: s1, s2) {
                overriding {
                    when(.coin) | then(.locked) | doYetAnotherThing  // ✅ overrides both inherited transitions
                }
            }
        }
        #expect(try step(.coin) == "doYetAnotherThing → locked")
    }

    @Test func nothingToOverride() {
        let found = faults {
            define(.locked) {
                overriding {
                    when(.coin) | then(.locked) | beGrumpy  // 💥 error: nothing to override
                }
            }
        }
        #expect(
            found == """
                nothing to override:
                  overriding define(locked) 1 when(coin) 3 then(locked) 3
                """)
    }

    /// The document's block has no `define`, in which alone superstates are judged.
    @Test func overridingInTheParentIsOutOfOrder() {
        let found = faults {
            let s1 = SuperState {
                overriding {
                    when(.coin) | then(.locked) | beGrumpy
                }
            }
            let s2 = SuperState(adopts: s1) { when(.coin) | then(.unlocked) | unlock }
            // 💥 error: overrides are out of order
            define(.locked, adopts: s2)
        }
        #expect(
            found == """
                override out of order:
                  overriding define(locked) 8 when(coin) 3 then(locked) 3
                  define(locked) 8 when(coin) 6 then(unlocked) 6
                """)
    }

    @Test func overridingInTheSameBlockHasNoMeaning() {
        let found = faults {
            define(.locked) {
                when(.coin) | then(.locked) | doSomething
                overriding {
                    when(.coin) | then(.locked) | doSomethingElse
                }
            }
            // 💥 error: duplicate transitions
        }
        #expect(
            found == """
                duplicates:
                  define(locked) 1 when(coin) 2 then(locked) 2
                  overriding define(locked) 1 when(coin) 4 then(locked) 4
                """)
    }

    /// The document's call of `handleEvent` lacks `try`.
    @Test func theLastOfAChainTakesPrecedence() throws {
        func action(_ name: String) -> () -> Void { { self.trace.append(name) } }
        let (a1, a2, a3, a4, a5) = (action("a1"), action("a2"), action("a3"), action("a4"), action("a5"))
        try fsm.buildTable {
            let s1 = SuperState { when(.coin) | then(.unlocked) | a1 }
            let s2 = SuperState(adopts: s1) { overriding { when(.coin) | then(.unlocked) | a2 } }
            let s3 = SuperState(adopts: s2) { overriding { when(.coin) | then(.unlocked) | a3 } }
            let s4 = SuperState(adopts: s3) { overriding { when(.coin) | then(.unlocked) | a4 } }
            define(.locked, adopts: s4) {
                overriding { when(.coin) | then(.unlocked) | a5 }  // ✅ overrides all others
            }
        }
        #expect(try step(.coin) == "a5 → unlocked")  // 'a5' is called

        // A chain may be adopted anywhere: the last of it there is called.
        let middle = try machine(from: .alarming) {
            let s1 = SuperState { when(.coin) | then(.unlocked) | a1 }
            let s2 = SuperState(adopts: s1) { overriding { when(.coin) | then(.unlocked) | a2 } }
            define(.alarming, adopts: s2)
        }
        #expect(try step(.coin, on: middle) == "a2 → unlocked")
    }
}
