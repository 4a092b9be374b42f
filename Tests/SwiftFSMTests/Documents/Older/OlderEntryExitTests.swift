import SwiftFSM
import Testing

/// The older document's sections "Entry and Exit Actions" and "Configuring Entry and Exit Actions Behaviour".
@Suite @MainActor final class OlderEntryExitTests: OlderTurnstile {
    private func build(_ fsm: Machine) throws {
        try fsm.buildTable {
            let resetable = SuperState {
                when(.reset) | then(.locked)
            }
            define(.locked, adopts: resetable, onEntry: lock*) {
                when(.coin) | then(.unlocked)
                when(.pass) | then(.alarming)
            }
            define(.unlocked, adopts: resetable, onEntry: unlock*) {
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked)
            }
            define(.alarming, adopts: resetable, onEntry: alarmOn*, onExit: alarmOff*)
        }
    }

    /// The last exit action comes before the first entry action, and the initial state is not entered.
    @Test func statesAreEnteredAndLeft() throws {
        try build(fsm)
        #expect(
            try steps(.reset, .pass, .reset, .coin, .coin, .pass) == [
                "→ locked", "alarmOn → alarming", "alarmOff, lock → locked", "unlock → unlocked",
                "thankyou → unlocked", "lock → locked",
            ])
    }

    @Test func smcEntersStatesThatDoNotChange() throws {
        let fsm = FSM<State, Event>(initialState: .locked, actionsPolicy: .executeAlways)
        fsm.logHandler = nil
        try build(fsm)
        #expect(
            try steps(.reset, .coin, .coin, .pass, on: fsm) == [
                "lock → locked", "unlock → unlocked", "thankyou, unlock → unlocked", "lock → locked",
            ])
    }

    @Test func arraysOfActionsAreWrittenInSeveralWays() throws {
        // In `_ = unlock*` and the other lines of the document's block.
        let ones: [[AnyAction]] = [
            unlock*,  // preferred syntax, same as...
            Array(unlock),  // same as...
            [AnyAction(unlock)],
        ]
        let pairs: [[AnyAction]] = [
            unlock & thankyou,  // preferred syntax, same as...
            AnyAction(unlock) & thankyou,  // same as...
            AnyAction(unlock) & AnyAction(thankyou),  // same as...
            [AnyAction(unlock), AnyAction(thankyou)],
        ]
        for (actions, expected) in ones.map({ ($0, "unlock → unlocked") })
            + pairs.map({ ($0, "unlock, thankyou → unlocked") })
        {
            let machine = try machine {
                define(.locked) { when(.coin) | then(.unlocked) }
                define(.unlocked, onEntry: actions) { when(.pass) | then() }
            }
            #expect(try step(.coin, on: machine) == expected)
        }
    }

    @Test func superStatesHaveEntryAndExitActions() throws {
        let resetable = SuperState(onEntry: lock*) {
            when(.reset) | then(.locked)
        }
        let adopting = try machine(from: .alarming) {
            define(.locked, adopts: resetable) {
                when(.coin) | then(.unlocked)
                when(.pass) | then(.alarming)
            }
            define(.alarming) { when(.reset) | then(.locked) }
        }
        // equivalent to:
        let plain = try machine(from: .alarming) {
            define(.locked, onEntry: lock*) {
                when(.reset) | then(.locked)
                when(.coin) | then(.unlocked)
                when(.pass) | then(.alarming)
            }
            define(.alarming) { when(.reset) | then(.locked) }
        }
        for machine in [adopting, plain] {
            #expect(
                try steps(.reset, .reset, .pass, .reset, .coin, on: machine) == [
                    "lock → locked", "→ locked", "→ alarming", "lock → locked", "→ unlocked",
                ])
        }
    }

    /// The document's `onEntry: [unlock, alarmOn]` is no array of `AnyAction`: `&` makes one.
    @Test func superStatesInheritEntryAndExitActions() throws {
        let s1 = SuperState(onEntry: unlock*) { when(.coin) | then(.unlocked) }
        let s2 = SuperState(onEntry: alarmOn*) { when(.pass) | then(.alarming) }
        let s3 = SuperState(adopts: s1, s2)
        // s3 is equivalent to:
        let s4 = SuperState(onEntry: unlock & alarmOn) {
            when(.coin) | then(.unlocked)
            when(.pass) | then(.alarming)
        }
        for superState in [s3, s4] {
            let machine = try machine {
                define(.locked, adopts: superState)
                define(.alarming, adopts: superState)
            }
            #expect(
                try steps(.pass, .pass, .coin, on: machine) == [
                    "unlock, alarmOn → alarming", "→ alarming", "→ unlocked",
                ])
        }
    }
}
