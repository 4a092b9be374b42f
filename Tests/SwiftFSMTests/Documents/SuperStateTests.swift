import SwiftFSM
import Testing

/// The section "Super States".
@Suite final class SuperStateTests: Turnstile {
    @Test func statesAdoptASuperState() async throws {
        try turnstile.buildTable {
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
            await steps(.reset, .pass, .coin, .pass, .reset, .coin, .coin, .reset) == [
                "alarmOff, lock → locked", "alarmOn → alarming", "notFound", "notFound", "alarmOff, lock → locked",
                "unlock → unlocked", "thankyou → unlocked", "alarmOff, lock → locked",
            ])
    }

    @Test func superStatesAdoptSuperStates() async throws {
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
                await steps(.coin, .coin, .pass, .pass, on: machine) == [
                    "unlock → unlocked", "unlock → unlocked", "alarmOn → alarming", "notFound",
                ])
        }
    }

    /// "`define` will then add the transitions declared in each of the `SuperState` instances before the other
    /// transitions declared in the `define`": the order of events shows it.
    @Test func transitionsOfSuperStatesComeFirst() throws {
        let s1 = SuperState { when(.reset) | then(.locked) }
        let s2 = SuperState(adopts: s1) { when(.pass) | then(.alarming) }
        let machine = try machine {
            define(.locked, adopts: s2) { when(.coin) | then(.unlocked) }
        }
        #expect(machine.permittedEvents() == [.reset, .pass, .coin])
    }

    /// The older document alone has this block. "Without the `overriding`, this multiple inheritance would otherwise
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

    /// Both ways lead to one superstate: its transitions are there twice.
    @Test func aDiamondIsADuplicate() {
        let found = faults {
            let top = SuperState { when(.coin) | then(.unlocked) }
            let left = SuperState(adopts: top)
            let right = SuperState(adopts: top) { when(.pass) | then() }
            define(.locked, adopts: left, right)
        }
        #expect(
            found == """
                duplicates:
                  define(locked) 4 when(coin) 1 then(unlocked) 1
                  define(locked) 4 when(coin) 1 then(unlocked) 1
                """)
    }
}
