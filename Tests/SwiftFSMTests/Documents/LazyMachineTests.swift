import SwiftFSM
import Testing

/// The section "Predicate Performance", and what the section "Runtime Errors" says of predicates that are sent.
@Suite final class LazyMachineTests: Turnstile {
    private enum Unrelated: Predicate { case a }

    private func build(_ turnstile: Machine) throws {
        try turnstile.buildTable {
            define(.locked) {
                matching(Enforcement.weak, and: Reward.positive) | when(.coin) | then() | thankyou
                matching(Enforcement.weak) | when(.coin) | then() | smile
                when(.coin) | then() | unlock
                when(.pass) | then() | lock
            }
        }
    }

    /// "In most cases, `.eager` is the preferred solution": both find the same row.
    @Test func bothHandleOnePredicateOfEachTypeAlike() async throws {
        let eager = FSM<State, Event>(type: .eager, initialState: .locked)
        let lazy = FSM<State, Event>(type: .lazy, initialState: .locked)
        for turnstile in [eager, lazy] {
            turnstile.logHandler = nil
            try build(turnstile)
            #expect(await step(.coin, Enforcement.weak, Reward.positive, on: turnstile) == "thankyou → locked")
            #expect(await step(.coin, Reward.negative, Enforcement.weak, on: turnstile) == "smile → locked")
            #expect(await step(.coin, Enforcement.strong, Reward.positive, on: turnstile) == "unlock → locked")
            #expect(await step(.pass, Enforcement.strong, Reward.negative, on: turnstile) == "lock → locked")
        }
    }

    /// "passing in `Predicate` instances that do not appear anywhere in the transition table will not error.
    /// Nonetheless, the FSM will be unable to perform any transitions": the outcome tells why.
    @Test func eagerMachinesExpectTheTypesOfTheTable() async throws {
        try build(turnstile)
        #expect(
            await turnstile.handleEvent(.pass, predicates: Enforcement.weak, Reward.positive, Unrelated.a)
                == .unknownPredicate(Unrelated.self))
        #expect(await turnstile.handleEvent(.pass, predicates: Enforcement.weak) == .missingPredicate(Reward.self))
        #expect(await turnstile.handleEvent(.pass) == .missingPredicate(Enforcement.self))
        #expect(trace.isEmpty)
    }

    /// Types that are missing can match only the rows that do not name them; others are ignored.
    @Test func lazyMachinesTakeWhatThereIs() async throws {
        let turnstile = machine(.lazy)
        try build(turnstile)
        #expect(await step(.coin, on: turnstile) == "unlock → locked")
        #expect(await step(.coin, Enforcement.weak, on: turnstile) == "smile → locked")
        #expect(await step(.coin, Reward.positive, on: turnstile) == "unlock → locked")
        #expect(await step(.coin, Unrelated.a, Enforcement.weak, Reward.positive, on: turnstile) == "thankyou → locked")
        #expect(await step(.coin, Enforcement.strong, Enforcement.weak, on: turnstile) == "unlock → locked")
    }

    /// "If no predicates are used, both implementations are identical".
    @Test func withoutPredicatesBothAreIdentical() async throws {
        for type in [Machine.PredicateHandling.eager, .lazy] {
            let turnstile = machine(type)
            try turnstile.buildTable {
                define(.locked) { when(.coin) | then(.unlocked) | unlock }
            }
            #expect(await steps(.pass, .coin, .coin, on: turnstile) == ["notFound", "unlock → unlocked", "notFound"])
        }
    }
}
