import SwiftFSM
import Testing

/// The sections "Entry and Exit Actions" and "Configuring Entry and Exit Actions Behaviour".
@Suite final class EntryExitTests: Turnstile {
    private func build(_ turnstile: Machine) throws {
        try turnstile.buildTable {
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
    @Test func statesAreEnteredAndLeft() async throws {
        try build(turnstile)
        #expect(
            await steps(.reset, .pass, .reset, .coin, .coin, .pass) == [
                "→ locked", "alarmOn → alarming", "alarmOff, lock → locked", "unlock → unlocked",
                "thankyou → unlocked", "lock → locked",
            ])
    }

    @Test func smcEntersStatesThatDoNotChange() async throws {
        let turnstile = FSM<State, Event>(initialState: .locked, actionsPolicy: .executeAlways)
        turnstile.logHandler = nil
        try build(turnstile)
        #expect(
            await steps(.reset, .coin, .coin, .pass, on: turnstile) == [
                "lock → locked", "unlock → unlocked", "thankyou, unlock → unlocked", "lock → locked",
            ])
    }

    @Test func aTransitionRunsItsOwnActionsFirst() async throws {
        try turnstile.buildTable {
            define(.locked, onExit: alarmOff & first) { when(.coin) | then(.unlocked) | thankyou }
            define(.unlocked, onEntry: unlock & thirdWithEvent) { when(.pass) | then() }
        }
        #expect(await step(.coin) == "thankyou, alarmOff, first, unlock, third(coin) → unlocked")
    }

    /// `then()` and `then(.locked)` are no change in `.locked`: only `.executeAlways` runs exit and entry there.
    @Test(arguments: [StateActionsPolicy.executeOnChangeOnly, .executeAlways])
    func thenTheSameStateIsNoChange(_ policy: StateActionsPolicy) async throws {
        let machine = machine(actionsPolicy: policy)
        try machine.buildTable {
            define(.locked, onEntry: lock*, onExit: unlock*) {
                when(.coin) | then() | thankyou
                when(.pass) | then(.locked) | thankyou
            }
        }
        let expected = policy == .executeAlways ? "thankyou, unlock, lock → locked" : "thankyou → locked"
        #expect(await steps(.coin, .pass, on: machine) == [expected, expected])
    }

    @Test func arraysOfActionsAreWrittenInSeveralWays() async throws {
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
            #expect(await step(.coin, on: machine) == expected)
        }
    }

    @Test func superStatesHaveEntryAndExitActions() async throws {
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
                await steps(.reset, .reset, .pass, .reset, .coin, on: machine) == [
                    "lock → locked", "→ locked", "→ alarming", "lock → locked", "→ unlocked",
                ])
        }
    }

    /// The document's `onEntry: [unlock, alarmOn]` is no array of `AnyAction`: `&` makes one.
    @Test func superStatesInheritEntryAndExitActions() async throws {
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
                await steps(.pass, .pass, .coin, on: machine) == [
                    "unlock, alarmOn → alarming", "→ alarming", "→ unlocked",
                ])
        }
    }

    /// Those of superstates come first, for exit too.
    @Test func inheritedExitActionsComeFirst() async throws {
        try turnstile.buildTable {
            let top = SuperState(onExit: first*) { when(.coin) | then(.unlocked) }
            let middle = SuperState(adopts: top, onExit: secondAsync*)
            define(.locked, adopts: middle, onExit: thirdWithEvent*)
        }
        #expect(await step(.coin) == "first, secondAsync, third(coin) → unlocked")
    }

    /// The state changes before any action: an event that an action sends is handled there and then, in the new state.
    @Test func actionsRunInTheNewState() async throws {
        try turnstile.buildTable {
            define(.locked, onExit: alarmOff*) {
                when(.coin) | then(.unlocked) | {
                    self.trace.append("\(self.turnstile.state)")
                    await self.turnstile.handleEvent(.pass)
                } & lock
            }
            define(.unlocked, onEntry: unlock*) { when(.pass) | then(.alarming) | thankyou }
        }
        #expect(await step(.coin) == "unlocked, thankyou, lock, alarmOff, unlock → unlocked → alarming")
    }

    /// The first `define` of a state gives its entry actions, the one that holds the row the exit actions.
    @Test func twoDefinesOfAStateAddUp() async throws {
        try turnstile.buildTable {
            define(.locked, onEntry: lock*, onExit: first*) { when(.coin) | then(.unlocked) }
            define(.locked, onEntry: beGrumpy*, onExit: doSomething*) { when(.pass) | then(.unlocked) }
            define(.unlocked) { when(.reset) | then(.locked) }
        }
        #expect(
            await steps(.coin, .reset, .pass, .reset) == [
                "first → unlocked", "lock → locked", "doSomething → unlocked", "lock → locked",
            ])
    }
}
