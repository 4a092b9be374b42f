import Testing

@testable import SwiftFSM

/// The values of events that are raised and deferred: in the order in which the engine handles the events, and known to the
/// guards and resolvers that are asked about them.
@Suite struct ReadingKeptValueTests {
    enum State: String, CaseIterable { case a, b, c, d }
    enum Event: EventWithValues, CaseIterable {
        case go(FSMValue<Int>), next(FSMValue<Int>), tick, back
        static let allCases: [Event] = [.go(.any), .next(.any), .tick, .back]
    }

    final class Trace {
        var asked: [Event] = []
        var shown: [Event] = []
    }

    static let guarded =
        "  state a\n    next -> defer\n    go -> b\n  state b\n    next ? ok -> c / show\n    tick -> d\n"
        + "  state c final\n  state d\n    back -> same\n"

    /// Every guard holds for `next(4)`, every resolver leads to `d`, every action is noted.
    static func machine(_ rules: String, _ trace: Trace) throws -> FSM<State, Event> {
        let text = "definition\n  guards first match\n  initial a\n  named events go next tick back\n" + rules
        let machine = try FSMTable<State, Event>(reading: text, file: "kept.fsm").machine { wanted in
            switch wanted.role {
            case .guard:
                .guard { event in
                    trace.asked.append(event)
                    return event == .next(4)
                }
            case .resolver:
                .resolver { (event: Event) in
                    trace.asked.append(event)
                    return State.d
                }
            default: .action { event in trace.shown.append(event) }
            }
        }
        machine.logHandler = nil
        return machine
    }

    @Test func aGuardIsAskedAboutTheEventThatWasDeferred() throws {
        let trace = Trace()
        let machine = try Self.machine(Self.guarded, trace)
        #expect(try machine.handleEvent(.next(4)) == .deferred)
        #expect(try machine.handleEvent(.go(7)) == .transitioned(from: .a, to: .b))
        #expect(trace.asked == [.next(4)] && trace.shown == [.next(4)] && machine.state == .c)
    }

    @Test func whatItRefusesIsGone() throws {
        let trace = Trace()
        let machine = try Self.machine(Self.guarded, trace)
        for number in [1, 2, 4] { try machine.handleEvent(.next(.some(number))) }
        try machine.handleEvent(.go(7))
        #expect(trace.asked == [.next(1), .next(2), .next(4)] && trace.shown == [.next(4)] && machine.state == .c)
    }

    @Test func aResolverIsAskedAboutTheEventThatWasDeferred() throws {
        let trace = Trace()
        let machine = try Self.machine(
            "  state a\n    next -> defer\n    go -> b\n  state b\n    next -> dynamic by pick\n    tick -> c\n"
                + "  state c\n    back -> same\n  state d\n    back -> same\n", trace)
        try machine.handleEvent(.next(5))
        try machine.handleEvent(.go(7))
        #expect(trace.asked == [.next(5)] && machine.state == .d)
    }

    @Test func aGuardIsAskedAboutTheEventThatARowRaises() throws {
        let trace = Trace()
        let machine = try Self.machine(
            "  state a\n    go -> b raises next\n  state b\n    next ? ok -> c\n    back -> a\n    tick -> d\n"
                + "  state c final\n  state d final\n", trace)
        try machine.handleEvent(.go(7))
        #expect(trace.asked == [.next(.any)])
    }

    @Test func whatARowRaisesHasNotTheValueOfWhatWaits() throws {
        let trace = Trace()
        let machine = try Self.machine(
            "  state a\n    next -> defer\n    go -> b raises next\n  state b\n    next -> c / show\n    back -> a\n"
                + "  state c\n    next -> same / show\n    tick -> d\n  state d final\n", trace)
        try machine.handleEvent(.next(5))
        try machine.handleEvent(.go(1))
        #expect(trace.shown == [.next(.any), .next(5)])
    }

    @Test func whatIsDeferredAgainComesFirst() throws {
        let trace = Trace()
        let machine = try Self.machine(
            "  state a\n    next -> defer\n    tick -> defer\n    go -> b\n  state b\n    next -> defer\n    tick -> c\n"
                + "  state c\n    next -> same / show\n    back -> d\n  state d final\n", trace)
        for event in [Event.next(1), .tick, .next(2), .go(0)] { try machine.handleEvent(event) }
        #expect(machine.state == .c && trace.shown == [.next(1), .next(2)])
    }

    @Test func theEventsOfASnapshotHaveNone() throws {
        let rules =
            "  state a\n    next -> defer\n    go -> b\n  state b\n    next -> same / show\n    tick -> c\n"
            + "  state c final\n  state d final\n"
        let kept = try Self.machine(rules, Trace())
        try kept.handleEvent(.next(.any))
        let trace = Trace()
        let machine = try Self.machine(rules, trace)
        try machine.handleEvent(.next(9))
        try machine.restore(try kept.snapshot())
        try machine.handleEvent(.next(7))
        try machine.handleEvent(.go(1))
        #expect(trace.shown == [.next(.any), .next(7)])
    }
}
