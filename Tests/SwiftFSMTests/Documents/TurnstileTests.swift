import SwiftFSM
import Testing

/// "Basic Syntax", with the additional code for context: actions that record that they ran.
private final class MyClass: SyntaxBuilder {
    enum State { case locked, unlocked }
    enum Event { case coin, pass }

    let turnstile = FSM<State, Event>(initialState: .locked)
    var trace: [String] = []

    init() { turnstile.logHandler = nil }

    func unlock() { trace.append("unlock") }
    func alarm() { trace.append("alarm") }
    func thankyou() { trace.append("thankyou") }
    func lock() { trace.append("lock") }

    func myMethod() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.locked) | alarm
            }
            define(.unlocked) {
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked) | lock
            }
        }
        await turnstile.handleEvent(.coin)
    }
}

/// The sections "Basic Syntax", "Arrays of Actions", "Optional Arguments" and "Syntactic Sugar".
@Suite final class TurnstileTests: Turnstile {
    @Test func aClassHoldsATurnstile() async throws {
        let myObject = MyClass()
        try await myObject.myMethod()
        #expect(myObject.trace == ["unlock"])
        #expect(myObject.turnstile.state == .unlocked)

        await myObject.turnstile.handleEvent(.coin)
        await myObject.turnstile.handleEvent(.pass)
        await myObject.turnstile.handleEvent(.pass)
        #expect(myObject.trace == ["unlock", "thankyou", "lock", "alarm"])
        #expect(myObject.turnstile.state == .locked)
    }

    @Test func theTableLeadsFromStateToState() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | unlock
                when(.pass) | then(.locked) | alarm
            }
            define(.unlocked) {
                when(.coin) | then(.unlocked) | thankyou
                when(.pass) | then(.locked) | lock
            }
        }
        #expect(
            await steps(.pass, .coin, .coin, .pass) == [
                "alarm → locked", "unlock → unlocked", "thankyou → unlocked", "lock → locked",
            ])
    }

    /// "If no transition is found, nothing will happen, and if compiled for debugging, a warning message will print."
    ///
    /// The message goes to the log handler, which prints it unless it is replaced.
    @Test func anEventWithoutTransitionComesToNothing() async throws {
        var logged: [String] = []
        turnstile.logHandler = { logged.append("\($0)") }
        try turnstile.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | unlock }
        }
        #expect(await steps(.pass, .coin, .coin) == ["notFound", "unlock → unlocked", "notFound"])
        #expect(
            logged == [
                "Warning: no transition found for pass", "Info: coin has led from locked to unlocked",
                "Warning: no transition found for coin",
            ])
    }

    /// "it could also be declared as follows". The document's closure has no `self.`, which a class needs.
    @Test func anActionMayBeAClosure() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | { self.unlock() /*; otherFunction(); etc. */ }
            }
        }
        #expect(await step(.coin) == "unlock → unlocked")
    }

    /// "Two types of functions are valid as Swift FSM actions"
    @Test func bothTypesOfFunctionsAreActions() async throws {
        let action: @isolated(any) () async -> Void = secondAsync
        let actionWithEvent: @isolated(any) (Event) async -> Void = fourthWithEventAsync
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | action
                when(.pass) | then() | actionWithEvent
            }
        }
        #expect(await steps(.pass, .coin) == ["fourth(pass) → locked", "secondAsync → unlocked"])
    }

    // MARK: Arrays of Actions

    @Test func actionsAreJoinedInOrder() async throws {
        try turnstile.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | first & secondAsync & thirdWithEvent }
        }
        #expect(await step(.coin) == "first, secondAsync, third(coin) → unlocked")
    }

    /// In the document's block `first` is awaited too, which is not needed for a synchronous function.
    @Test func theSameActionsInOneClosure() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.coin) | then(.unlocked) | { event in
                    self.first()
                    await self.secondAsync()
                    self.thirdWithEvent(event)
                }
            }
        }
        #expect(await step(.coin) == "first, secondAsync, third(coin) → unlocked")
    }

    // MARK: Optional Arguments

    @Test func thenWithoutStateStays() async throws {
        try turnstile.buildTable {
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
            await steps(.reset, .pass, .coin, .pass, .reset, .coin, .coin, .reset, .coin, .pass) == [
                "alarmOff, lock → locked", "alarmOn → alarming", "→ alarming", "→ alarming",
                "alarmOff, lock → locked", "unlock → unlocked", "thankyou → unlocked", "alarmOff, lock → locked",
                "unlock → unlocked", "lock → locked",
            ])
    }

    // MARK: Syntactic Sugar

    @Test func severalEventsInOneStatement() async throws {
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
        #expect(sugar.permittedEvents() == [.coin, .pass, .reset])
        #expect(plain.permittedEvents() == [.coin, .pass, .reset])
        for event in [Event.coin, .pass, .reset] {
            let machine = try machine {
                define(.locked) { when(.coin, or: .pass, .reset) | then(.unlocked) | unlock }
            }
            #expect(await step(event, on: machine) == "unlock → unlocked")
        }
        #expect(await step(.pass, on: plain) == "unlock → unlocked")
    }
}
