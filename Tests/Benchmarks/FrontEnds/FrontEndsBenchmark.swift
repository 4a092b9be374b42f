import BenchmarkMeasuring

/// What an event costs in the front ends that are synchronous: a turnstile that acts at each event, beside a nested
/// switch; and what it costs with 1,000 transitions instead of four.
@main @MainActor struct FrontEndsBenchmark {
    static func main() async throws {
        try await compareTurnstiles()
        try await compareManyTransitions()
    }

    private static func compareTurnstiles() async throws {
        let nested = SwitchTurnstile()
        let (swiftState, msfsm, fsmSwift) = (SwiftStateTurnstile(), MSFSMTurnstile(), FSMSwiftTurnstile())
        let subjects = [
            Subject(name: "nested switch") { count in
                for number in 0..<count { nested.handle(event(number)) }
            },
            Subject(name: "SwiftState, <-!", limit: 120) { swiftState.handle($0, event) },
            Subject(name: "MSFSM, process(event:)", limit: 120) { msfsm.handle($0, event) },
            Subject(name: "FSMSwift, event(_:)", limit: 120) { fsmSwift.handle($0, event) },
        ]
        try await compare("A turnstile, coin and pass in turn", subjects, count: 100_000, turns: 15)
        let counters = [swiftState.counter, msfsm.counter, fsmSwift.counter]
        precondition(counters.allSatisfy { $0.actions == nested.counter.actions }, "each event is to act once")
    }

    private static func compareManyTransitions() async throws {
        let (few, small, hashed) = (FSMSwiftRing(events: 2), FSMSwiftRing(events: 500), FSMSwiftHashedRing(events: 500))
        let subjects = [
            Subject(name: "4 transitions") { few.handle($0) },
            Subject(name: "1,000 transitions", limit: 120) { small.handle($0) },
            Subject(name: "1,000 transitions, events by their hash") { hashed.handle($0) },
        ]
        try await compare("FSMSwift, an event", subjects, count: 100_000, turns: 15)
        precondition(few.isBackAtStart && small.isBackAtStart && hashed.isBackAtStart, "each event is to change state")
    }

    @inline(__always)
    nonisolated private static func event(_ number: Int) -> GateEvent { number & 1 == 0 ? .coin : .pass }
}
