import SwiftFSM
import Testing

/// The older document's section "Super States".
@Suite @MainActor final class OlderSuperStateTests: OlderTurnstile {
    @Test func statesAdoptASuperState() throws {
        try fsm.buildTable {
            let resetable = SuperState {
                when(.reset) | then(.locked) | alarmOff & lock
            }
            define(.locked, adopts: resetable) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.alarming) | alarmOn
            }
            define(.unlocked, adopts: resetable) {
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked) | lock
            }
            define(.alarming, adopts: resetable)
        }
        #expect(
            try steps(.reset, .pass, .coin, .pass, .reset, .coin, .coin, .reset) == [
                "alarmOff, lock → locked", "alarmOn → alarming", "notFound", "notFound", "alarmOff, lock → locked",
                "unlock → unlocked", "thankyou → unlocked", "alarmOff, lock → locked",
            ])
    }

    @Test func superStatesAdoptSuperStates() throws {
        let s1 = SuperState { when(.coin) | then(.unlocked) | unlock }
        let s2 = SuperState { when(.pass) | then(.alarming) | alarmOn }
        let s3 = SuperState(adopts: s1, s2)
        // s3 is equivalent to:
        let s4 = SuperState {
            when(.coin) | then(.unlocked) | unlock
            when(.pass) | then(.alarming) | alarmOn
        }
        for superState in [s3, s4] {
            let machine = try machine {
                define(.locked, adopts: superState)
                define(.unlocked, adopts: superState)
            }
            #expect(
                try steps(.coin, .coin, .pass, .pass, on: machine) == [
                    "unlock → unlocked", "unlock → unlocked", "alarmOn → alarming", "notFound",
                ])
        }
    }

    /// "Without the `overriding`, this multiple inheritance would otherwise
    /// create duplicate transitions."
    @Test func inheritingTheSameTwiceIsADuplicate() {
        let found = faults {
            let s1 = SuperState { when(.coin) | then(.unlocked) | doSomething }
            let s2 = SuperState { when(.coin) | then(.unlocked) | doSomethingElse }
            define(.locked, adopts: s1, s2)  // 💥 error: duplicate transitions
        }
        #expect(
            found == """
                duplicates:
                  define(locked) 3 when(coin) 1 then(unlocked) 1
                  define(locked) 3 when(coin) 2 then(unlocked) 2
                """)
    }
}
