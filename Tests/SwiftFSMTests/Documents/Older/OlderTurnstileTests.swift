import SwiftFSM
import Testing

/// "Basic Syntax", with the additional code for context: actions that record that they ran.
@MainActor
private final class MyClass: SyntaxBuilder {
    enum State { case locked, unlocked }
    enum Event { case coin, pass }

    let fsm = FSM<State, Event>(initialState: .locked)
    var trace: [String] = []

    init() { fsm.logHandler = nil }

    func unlock() { trace.append("unlock") }
    func alarm() { trace.append("alarm") }
    func thankyou() { trace.append("thankyou") }
    func lock() { trace.append("lock") }

    func myMethod() throws {
        try fsm.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.locked) | alarm
            }

            define(.unlocked) {
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked) | lock
            }
        }

        try fsm.handleEvent(.coin)
    }
}

/// The older document's sections "Basic Syntax", "Actions and Concurrency", "Arrays of Actions", "Optional Arguments"
/// and "Syntactic Sugar".
@Suite @MainActor final class OlderTurnstileTests: OlderTurnstile {
    @Test func aClassHoldsItsMachine() throws {
        let myObject = MyClass()
        try myObject.myMethod()
        #expect(myObject.trace == ["unlock"])
        #expect(myObject.fsm.state == .unlocked)

        try myObject.fsm.handleEvent(.coin)
        try myObject.fsm.handleEvent(.pass)
        try myObject.fsm.handleEvent(.pass)
        #expect(myObject.trace == ["unlock", "thankyou", "lock", "alarm"])
    }

    /// "`unlock` is a function, also declarable as follows". A class needs `self.` there.
    @Test func anActionMayBeAClosure() throws {
        try fsm.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | { self.unlock() /*; otherFunction(); etc. */ }
            }
        }
        #expect(try steps(.pass, .coin) == ["notFound", "unlock → unlocked"])
    }

    // MARK: Actions and Concurrency

    private func buildWithFourSignatures() throws {
        let action: @MainActor () -> Void = first
        let asyncAction: @MainActor () async -> Void = secondAsync
        let actionWithEvent: @MainActor (Event) -> Void = thirdWithEvent
        let asyncActionWithEvent: @MainActor (Event) async -> Void = fourthWithEventAsync
        try fsm.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | action
                when(.pass) | then(.alarming) | asyncAction
            }
            define(.unlocked) {
                when(.coin) | then(.locked) | actionWithEvent
                when(.pass) | then(.alarming) | asyncActionWithEvent
            }
        }
    }

    /// "The synchronous `handleEvent` function must be called with `try`, because it will throw if it is asked to call
    /// an async action."
    ///
    /// Decided here: it throws before anything has changed.
    @Test func handleEventCallsSynchronousActionsOnly() throws {
        try buildWithFourSignatures()
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try fsm.handleEvent(.pass) }
        #expect(fsm.state == .locked)
        #expect(try step(.coin) == "first → unlocked")
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try fsm.handleEvent(.pass) }
        #expect(fsm.state == .unlocked)
        #expect(try step(.coin) == "third(coin) → locked")
    }

    /// One asynchronous action is enough, and none of the others is called. Entry actions count too.
    @Test func nothingIsDoneIfSomeActionIsAsynchronous() throws {
        try fsm.buildTable {
            define(.locked) {
                when(.coin) | then() | first & secondAsync
                when(.pass) | then(.unlocked) | first
            }
            define(.unlocked, onEntry: fourthWithEventAsync*) { when(.pass) | then() }
        }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try fsm.handleEvent(.coin) }
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try fsm.handleEvent(.pass) }
        #expect(trace.isEmpty)
        #expect(fsm.state == .locked)
    }

    /// "it is a valid context from which to call both synchronous and asynchronous actions"
    @Test func handleEventAsyncCallsAllActions() async throws {
        try buildWithFourSignatures()
        #expect(await stepAsync(.coin) == "first → unlocked")
        #expect(await stepAsync(.coin) == "third(coin) → locked")
        #expect(await stepAsync(.coin) == "first → unlocked")
        #expect(await stepAsync(.pass) == "fourth(pass) → alarming")
        #expect(await stepAsync(.pass) == "notFound")
    }

    // MARK: Arrays of Actions

    @Test func actionsAreJoinedInOrder() async throws {
        try fsm.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | first & secondAsync & thirdWithEvent }
            // This is equivalent to the more verbose (but equally valid):
            define(.unlocked) {
                when(.coin) | then(.locked) | { event in
                    self.first()
                    await self.secondAsync()
                    self.thirdWithEvent(event)
                }
            }
        }
        #expect(await stepAsync(.coin) == "first, secondAsync, third(coin) → unlocked")
        #expect(await stepAsync(.coin) == "first, secondAsync, third(coin) → locked")
    }

    // MARK: Optional Arguments

    @Test func thenWithoutStateStays() throws {
        try fsm.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.alarming) | alarmOn
                when(.reset) | then() | alarmOff & lock
            }

            define(.unlocked) {
                when(.reset) | then(.locked) | alarmOff & lock
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked) | lock
            }

            define(.alarming) {
                when(.coin) | then()
                when(.pass) | then()
                when(.reset) | then(.locked) | alarmOff & lock
            }
        }
        #expect(
            try steps(.reset, .pass, .coin, .pass, .reset, .coin, .coin, .reset) == [
                "alarmOff, lock → locked", "alarmOn → alarming", "→ alarming", "→ alarming",
                "alarmOff, lock → locked", "unlock → unlocked", "thankyou → unlocked", "alarmOff, lock → locked",
            ])
    }

    // MARK: Syntactic Sugar

    @Test func severalEventsInOneStatement() throws {
        let sugar = try machine {
            define(.locked) { when(.coin, or: .pass, .reset) | then(.unlocked) | unlock }
        }
        // equivalent to:
        let plain = try machine {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.unlocked) | unlock
                when(.reset) | then(.unlocked) | unlock
            }
        }
        #expect(sugar.permittedEvents() == plain.permittedEvents())
        #expect(try step(.pass, on: sugar) == "unlock → unlocked")
        #expect(try step(.pass, on: plain) == "unlock → unlocked")
    }
}
