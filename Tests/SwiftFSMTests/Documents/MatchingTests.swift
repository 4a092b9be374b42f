import SwiftFSM
import Testing

/// The class of the section "Expanded Syntax". In the document its machine is called `fsm` in one place and `turnstile`
/// in the other, its `State` has no `alarming`, and `handleEvent` no `await`.
private final class MyClass: ExpandedSyntaxBuilder {
    enum State { case locked, unlocked, alarming }
    enum Event { case coin, pass }
    enum Enforcement: Predicate { case weak, strong }

    let turnstile = FSM<State, Event>(initialState: .locked)
    var trace: [String] = []

    init() { turnstile.logHandler = nil }

    func smile() { trace.append("smile") }
    func defconOne() { trace.append("defconOne") }

    func myMethod() async throws {
        try turnstile.buildTable {
            define(.locked) {
                matching(Enforcement.weak) | when(.pass) | then(.locked) | smile
                matching(Enforcement.strong) | when(.pass) | then(.alarming) | defconOne

                when(.coin) | then(.unlocked)
            }
        }
        await turnstile.handleEvent(.pass, predicates: Enforcement.weak)
    }
}

/// The sections from "Example" to "Multiple Predicates" of the expanded syntax.
@Suite final class MatchingTests: Turnstile {
    private let enforcement = Enforcement.weak

    private func handleAlarm() {
        switch enforcement {
        case .weak: smile()
        case .strong: defconOne()
        }
    }

    /// The first attempt of the document: the transition is made whatever the policy is.
    @Test func aPolicyElsewhereDoesNotChangeTheTransition() async throws {
        try turnstile.buildTable {
            define(.locked) {
                when(.pass) | then(.alarming) | handleAlarm
            }
        }
        #expect(await step(.pass) == "smile → alarming")
    }

    /// The second attempt: an event for each policy.
    @Test func anEventForEachPolicy() async throws {
        final class Gate: SyntaxBuilder {
            enum State { case locked, alarming }
            enum Event { case passWithEnforcement, passWithoutEnforcement }
            var trace: [String] = []
            let turnstile = FSM<State, Event>(initialState: .locked)

            func defconOne() { trace.append("defconOne") }
            func smile() { trace.append("smile") }

            func build() throws {
                try turnstile.buildTable {
                    define(.locked) {
                        when(.passWithEnforcement) | then(.alarming) | defconOne
                        when(.passWithoutEnforcement) | then(.locked) | smile
                    }
                }
            }
        }
        let gate = Gate()
        try gate.build()
        gate.turnstile.logHandler = nil
        await gate.turnstile.handleEvent(.passWithoutEnforcement)
        await gate.turnstile.handleEvent(.passWithEnforcement)
        #expect(gate.trace == ["smile", "defconOne"])
        #expect(gate.turnstile.state == .alarming)
    }

    @Test func theSolution() async throws {
        let myObject = MyClass()
        try await myObject.myMethod()
        #expect(myObject.trace == ["smile"])
        #expect(myObject.turnstile.state == .locked)

        await myObject.turnstile.handleEvent(.pass, predicates: MyClass.Enforcement.strong)
        #expect(myObject.trace == ["smile", "defconOne"])
        #expect(myObject.turnstile.state == .alarming)
    }

    private func enforcing(_ initialState: State = .locked) throws -> Machine {
        try machine(from: initialState) {
            define(.locked) {
                matching(Enforcement.weak) | when(.pass) | then(.locked) | smile
                matching(Enforcement.strong) | when(.pass) | then(.alarming) | defconOne

                when(.coin) | then(.unlocked) | unlock
            }
        }
    }

    @Test func onlyTheStatementsConcernedKnowThePredicate() async throws {
        #expect(await step(.pass, Enforcement.weak, on: try enforcing()) == "smile → locked")
        #expect(await step(.pass, Enforcement.strong, on: try enforcing()) == "defconOne → alarming")
        #expect(await step(.coin, Enforcement.weak, on: try enforcing()) == "unlock → unlocked")
        #expect(await step(.coin, Enforcement.strong, on: try enforcing()) == "unlock → unlocked")
    }

    /// "Implicit Matching Statements"
    @Test func absentMatchingsAreInferred() async throws {
        func implicit() throws -> Machine {
            try machine {
                define(.locked) { when(.coin) | then(.unlocked) }
                define(.unlocked) { matching(Enforcement.weak) | when(.pass) | then(.locked) }
            }
        }
        // is inferred to mean:
        func explicit() throws -> Machine {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak) | when(.coin) | then(.unlocked)
                    matching(Enforcement.strong) | when(.coin) | then(.unlocked)
                }
                define(.unlocked) { matching(Enforcement.weak) | when(.pass) | then(.locked) }
            }
        }
        for predicate in Enforcement.allCases {
            #expect(await step(.coin, predicate, on: try implicit()) == "→ unlocked")
            #expect(await step(.coin, predicate, on: try explicit()) == "→ unlocked")
        }
    }

    // MARK: Multiple Predicates

    private func rewarding(_ initialState: State = .locked) throws -> Machine {
        try machine(from: initialState) {
            define(.locked) {
                matching(Enforcement.weak) | when(.pass) | then(.locked) | lock
                matching(Enforcement.strong) | when(.pass) | then(.alarming) | alarmOn

                when(.coin) | then(.unlocked) | unlock
            }
            define(.unlocked) {
                matching(Reward.positive) | when(.coin) | then(.unlocked) | thankyou
                matching(Reward.negative) | when(.coin) | then(.unlocked) | idiot

                when(.pass) | then(.locked) | lock
            }
        }
    }

    /// "The result of the call to `handleEvent`, assuming the current state is `.locked`, will be to stay in the
    /// `.locked` state and call the `lock` function."
    @Test func severalPredicateTypes() async throws {
        let turnstile = try rewarding()
        #expect(await step(.pass, Enforcement.weak, Reward.positive, on: turnstile) == "lock → locked")
        #expect(await step(.coin, Reward.negative, Enforcement.weak, on: turnstile) == "unlock → unlocked")
        #expect(await step(.coin, Enforcement.weak, Reward.positive, on: turnstile) == "thankyou → unlocked")
        #expect(await step(.coin, Enforcement.strong, Reward.negative, on: turnstile) == "idiot → unlocked")
        #expect(await step(.pass, Enforcement.strong, Reward.negative, on: turnstile) == "lock → locked")
        #expect(await step(.pass, Enforcement.strong, Reward.negative, on: turnstile) == "alarmOn → alarming")
    }

    @Test func absentMatchingsOfSeveralTypesAreInferred() async throws {
        func explicit() throws -> Machine {
            try machine {
                define(.locked) {
                    matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then(.unlocked) | unlock
                    matching(Enforcement.strong, and: Reward.positive) | when(.coin) | then(.unlocked) | unlock
                    matching(Enforcement.weak, and: Reward.negative) | when(.coin) | then(.unlocked) | unlock
                    matching(Enforcement.strong, and: Reward.negative) | when(.coin) | then(.unlocked) | unlock
                }
            }
        }
        for enforcement in Enforcement.allCases {
            for reward in Reward.allCases {
                #expect(await step(.coin, enforcement, reward, on: try rewarding()) == "unlock → unlocked")
                #expect(await step(.coin, enforcement, reward, on: try explicit()) == "unlock → unlocked")
            }
        }
    }
}
