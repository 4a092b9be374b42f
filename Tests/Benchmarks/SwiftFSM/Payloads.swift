import BenchmarkMeasuring
import SwiftFSM

enum ReviewState: FSMHashable { case draft, review(by: Int) }
enum ReviewEvent: FSMHashable { case submit(by: Int), withdraw }

/// A document that is reviewed by somebody: its state has a value, which comes from the event.
final class Review {
    var actions = 0

    @inline(never)
    func act() { actions += 1 }
    @inline(never)
    func actOrFail() throws { actions += 1 }
}

/// What a program would write for itself.
final class SwitchReview {
    private(set) var state = ReviewState.draft
    let review: Review

    init(_ review: Review) { self.review = review }

    @inline(never)
    func handle(_ event: ReviewEvent) {
        switch (state, event) {
        case (.draft, .submit(let name)): state = .review(by: name)
        case (.review, .withdraw): state = .draft
        default: return
        }
        review.act()
    }
}

/// Rules with a context: the next state is computed from the event.
struct ComputedRules: ContextSyntaxBuilder {
    typealias State = ReviewState
    typealias Event = ReviewEvent
    typealias Context = Review

    var rules: Rules {
        define(.draft) {
            when(any: .submit(by: 0))
                | then { event in if case .submit(let name) = event { .review(by: name) } else { .draft } } | Review.act
        }
        define(any: .review(by: 0)) { when(.withdraw) | then(.draft) | Review.act }
    }
}

/// Rules with a context whose actions may fail.
struct AttemptingRules: ContextSyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent
    typealias Context = Review

    var rules: Rules {
        define(.locked) { when(.coin) | then(.unlocked) | attempt(Review.actOrFail, orElse: .enter(.locked)) }
        define(.unlocked) { when(.pass) | then(.locked) | attempt(Review.actOrFail, orElse: .enter(.locked)) }
    }
}

@MainActor final class ReviewTable: SyntaxBuilder {
    typealias State = ReviewState
    typealias Event = ReviewEvent

    let machine = FSM<ReviewState, ReviewEvent>(initialState: .draft)
    let review: Review

    init(_ review: Review) throws {
        self.review = review
        machine.logHandler = nil
        try machine.buildTable {
            define(.draft) {
                when(any: .submit(by: 0))
                    | then { event in if case .submit(let name) = event { .review(by: name) } else { .draft } }
                    | review.act
            }
            define(any: .review(by: 0)) { when(.withdraw) | then(.draft) | review.act }
        }
    }
}

@MainActor final class AttemptingTable: SyntaxBuilder {
    typealias State = GateState
    typealias Event = GateEvent

    let machine = FSM<GateState, GateEvent>(initialState: .locked)
    let review: Review

    init(_ review: Review) throws {
        self.review = review
        machine.logHandler = nil
        try machine.buildTable {
            define(.locked) { when(.coin) | then(.unlocked) | attempt(review.actOrFail, orElse: .enter(.locked)) }
            define(.unlocked) { when(.pass) | then(.locked) | attempt(review.actOrFail, orElse: .enter(.locked)) }
        }
    }
}

extension SwiftFSMBenchmark {
    static func comparePayloads() async throws {
        let review = Review()
        let nested = SwitchReview(review)
        let older = try ReviewTable(review)
        let computed = try FSMContextTable(ComputedRules(), initialState: .draft).machine(review)
        let olderAttempting = try AttemptingTable(review)
        let attempting = try FSMContextTable(AttemptingRules(), initialState: .locked).machine(review)
        func event(_ number: Int) -> ReviewEvent { number & 1 == 0 ? .submit(by: number) : .withdraw }
        func gateEvent(_ number: Int) -> GateEvent { number & 1 == 0 ? .coin : .pass }
        let subjects = [
            Subject(name: "switch") { count in
                for number in 0..<count { nested.handle(event(number)) }
            },
            Subject(name: "with values and a computed target") { count in
                for number in 0..<count { try older.machine.handleEventAtOnce(event(number)) }
            },
            Subject(name: "the same with a context") { count in
                for number in 0..<count { try computed.handleEventAtOnce(event(number)) }
            },
            Subject(name: "the same, awaited") { count in
                for number in 0..<count { await computed.handleEvent(event(number)) }
            },
            Subject(name: "attempt") { count in
                for number in 0..<count { try olderAttempting.machine.handleEventAtOnce(gateEvent(number)) }
            },
            Subject(name: "attempt with a context") { count in
                for number in 0..<count { try attempting.handleEventAtOnce(gateEvent(number)) }
            },
        ]
        try await compare("States with values, and actions that may fail", subjects, count: 20_000, turns: 7)
        precondition(review.actions == 6 * 8 * 20_000)
    }
}
