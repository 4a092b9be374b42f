import SwiftFSM
import Testing

/// The class of the section "Expanded Syntax". In the document its `State` has no `alarming`, and `handleEvent` no
/// `try`.
@MainActor
private final class MyClass: ExpandedSyntaxBuilder {
    enum State { case locked, unlocked, alarming }
    enum Event { case coin, pass }
    enum Enforcement: Predicate { case weak, strong }

    let fsm = FSM<State, Event>(initialState: .locked)
    var trace: [String] = []

    init() { fsm.logHandler = nil }

    func smile() { trace.append("smile") }
    func defconOne() { trace.append("defconOne") }

    func myMethod() throws {
        try fsm.buildTable {
            define(.locked) {
                matching(Enforcement.weak) | when(.pass) | then(.locked) | smile
                matching(Enforcement.strong) | when(.pass) | then(.alarming) | defconOne

                when(.coin) | then(.unlocked)
            }
        }

        try fsm.handleEvent(.pass, predicates: Enforcement.weak)
    }
}

/// The older document's sections from "Example" to "Multiple Predicates" of the expanded syntax.
@Suite @MainActor final class OlderMatchingTests: OlderTurnstile {
    private let enforcement = Enforcement.weak

    private func handleAlarm() {
        switch enforcement {
        case .weak: smile()
        case .strong: defconOne()
        }
    }

    /// The first attempt of the document: the transition is made whatever the policy is.
    @Test func aPolicyElsewhereDoesNotChangeTheTransition() throws {
        try fsm.buildTable {
            define(.locked) {
                when(.pass) | then(.alarming) | handleAlarm
            }
        }
        #expect(try step(.pass) == "smile → alarming")
    }

    /// The second attempt: an event for each policy.
    @Test func anEventForEachPolicy() throws {
        @MainActor final class Gate: SyntaxBuilder {
            enum State { case locked, alarming }
            enum Event { case passWithEnforcement, passWithoutEnforcement }
            var trace: [String] = []
            let fsm = FSM<State, Event>(initialState: .locked)

            func defconOne() { trace.append("defconOne") }
            func smile() { trace.append("smile") }

            func build() throws {
                try fsm.buildTable {
                    define(.locked) {
                        when(.passWithEnforcement) | then(.alarming) | defconOne
                        when(.passWithoutEnforcement) | then(.locked) | smile
                    }
                }
            }
        }
        let gate = Gate()
        try gate.build()
        gate.fsm.logHandler = nil
        try gate.fsm.handleEvent(.passWithoutEnforcement)
        try gate.fsm.handleEvent(.passWithEnforcement)
        #expect(gate.trace == ["smile", "defconOne"])
        #expect(gate.fsm.state == .alarming)
    }

    @Test func theSolution() throws {
        let myObject = MyClass()
        try myObject.myMethod()
        #expect(myObject.trace == ["smile"])
        #expect(myObject.fsm.state == .locked)

        try myObject.fsm.handleEvent(.pass, predicates: MyClass.Enforcement.strong)
        #expect(myObject.trace == ["smile", "defconOne"])
        #expect(myObject.fsm.state == .alarming)
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

    @Test func onlyTheStatementsConcernedKnowThePredicate() throws {
        #expect(try step(.pass, Enforcement.weak, on: enforcing()) == "smile → locked")
        #expect(try step(.pass, Enforcement.strong, on: enforcing()) == "defconOne → alarming")
        #expect(try step(.coin, Enforcement.weak, on: enforcing()) == "unlock → unlocked")
        #expect(try step(.coin, Enforcement.strong, on: enforcing()) == "unlock → unlocked")
    }

    /// "Implicit Matching Statements"
    @Test func absentMatchingsAreInferred() throws {
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
            #expect(try step(.coin, predicate, on: implicit()) == "→ unlocked")
            #expect(try step(.coin, predicate, on: explicit()) == "→ unlocked")
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
    @Test func severalPredicateTypes() throws {
        let fsm = try rewarding()
        #expect(try step(.pass, Enforcement.weak, Reward.positive, on: fsm) == "lock → locked")
        #expect(try step(.coin, Reward.negative, Enforcement.weak, on: fsm) == "unlock → unlocked")
        #expect(try step(.coin, Enforcement.weak, Reward.positive, on: fsm) == "thankyou → unlocked")
        #expect(try step(.coin, Enforcement.strong, Reward.negative, on: fsm) == "idiot → unlocked")
        #expect(try step(.pass, Enforcement.strong, Reward.negative, on: fsm) == "lock → locked")
        #expect(try step(.pass, Enforcement.strong, Reward.negative, on: fsm) == "alarmOn → alarming")
    }

    @Test func absentMatchingsOfSeveralTypesAreInferred() throws {
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
                #expect(try step(.coin, enforcement, reward, on: rewarding()) == "unlock → unlocked")
                #expect(try step(.coin, enforcement, reward, on: explicit()) == "unlock → unlocked")
            }
        }
    }
}
