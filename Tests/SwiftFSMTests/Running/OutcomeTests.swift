import SwiftFSM
import Testing

/// What handling an event tells, and what a machine can be asked.
@Suite @MainActor struct OutcomeTests {
    enum Enforcement: Predicate { case weak, strong }
    enum Reward: Predicate { case positive, negative }
    enum Foreign: Predicate { case one }

    @MainActor final class Gate: ExpandedSyntaxBuilder {
        enum State { case locked, unlocked, alarming }
        enum Event { case coin, pass, reset, never }

        let fsm: FSM<State, Event>
        var isOpen = Flag()
        var asked = Flag()

        init(_ type: FSM<State, Event>.PredicateHandling = .eager) throws {
            fsm = FSM(type: type, initialState: .locked)
            fsm.logHandler = nil
            let (isOpen, asked) = (isOpen, asked)
            try fsm.buildTable {
                define(.locked) {
                    condition {
                        asked.value += 1
                        return isOpen.value > 0
                    } | when(.coin) | then(.unlocked)
                    when(.pass) {
                        matching(Enforcement.weak) | then()
                        matching(Enforcement.strong, and: Reward.negative) | then(.alarming)
                    }
                }
                define(.unlocked) { when(.reset) | then(.locked) }
            }
        }

        func send(_ event: Event, _ predicates: any Predicate...) async -> FSMOutcome<State> {
            switch predicates.count {
            case 0: await fsm.handleEvent(event)
            case 1: await fsm.handleEvent(event, predicates: predicates[0])
            case 2: await fsm.handleEvent(event, predicates: predicates[0], predicates[1])
            default: await fsm.handleEvent(event, predicates: predicates[0], predicates[1], predicates[2])
            }
        }
    }

    /// A number that a condition, which is `Sendable`, can change: on the main actor alone.
    final class Flag: @unchecked Sendable {
        var value = 0
    }

    @Test func aTransitionTellsBothStates() async throws {
        let gate = try Gate()
        #expect(await gate.send(.pass, Enforcement.weak, Reward.positive) == .transitioned(from: .locked, to: .locked))
        #expect(
            await gate.send(.pass, Enforcement.strong, Reward.negative) == .transitioned(from: .locked, to: .alarming))
        #expect(gate.fsm.state == .alarming)
    }

    @Test func aConditionThatDoesNotHoldIsAskedOnce() async throws {
        let gate = try Gate()
        #expect(await gate.send(.coin, Enforcement.weak, Reward.positive) == .notExecuted)
        #expect(gate.asked.value == 1)
        gate.isOpen.value = 1
        #expect(await gate.send(.coin, Enforcement.weak, Reward.positive).isTransition)
        #expect(gate.asked.value == 2)
    }

    @Test func withoutPredicatesAConditionIsAskedOnceToo() async throws {
        let gate = try Gate(.lazy)
        #expect(await gate.send(.coin) == .notExecuted)
        #expect(throws: Never.self) { try gate.fsm.handleEvent(.coin) as FSMOutcome }
        #expect(gate.asked.value == 2)
    }

    @Test func anEventWithoutARow() async throws {
        let gate = try Gate(.lazy)
        #expect(await gate.send(.reset) == .notFound)
        #expect(await gate.send(.never) == .notFound)
        #expect(await gate.send(.pass, Enforcement.strong, Reward.positive) == .notFound)
        #expect(gate.fsm.state == .locked)
    }

    @Test func eagerMachinesTellWhatIsWrongWithThePredicates() async throws {
        let gate = try Gate()
        #expect(await gate.send(.pass) == .missingPredicate(Enforcement.self))
        #expect(await gate.send(.pass, Enforcement.weak) == .missingPredicate(Reward.self))
        #expect(
            await gate.send(.pass, Enforcement.weak, Reward.positive, Foreign.one) == .unknownPredicate(Foreign.self))
        #expect(
            await gate.send(.pass, Enforcement.weak, Reward.positive, Enforcement.strong)
                == .repeatedPredicate(Enforcement.self))
        #expect(gate.fsm.state == .locked)
        #expect(await gate.send(.pass, Reward.positive, Enforcement.weak).isTransition)
    }

    @Test func lazyMachinesTakeWhatThereIs() async throws {
        let gate = try Gate(.lazy)
        #expect(await gate.send(.pass) == .notFound)
        #expect(await gate.send(.pass, Foreign.one, Enforcement.weak).isTransition)
        #expect(await gate.send(.pass, Enforcement.weak, Enforcement.strong, Reward.negative).isTransition)
        #expect(gate.fsm.state == .locked)
    }

    @Test func beforeThereIsATable() async {
        let fsm = FSM<Int, Int>(initialState: 7)
        fsm.logHandler = nil
        #expect(await fsm.handleEvent(1) == .notFound)
        #expect(fsm.state == 7)
        #expect(fsm.permittedEvents() == [])
    }

    @Test func permittedEvents() throws {
        let gate = try Gate()
        #expect(gate.fsm.permittedEvents() == [])
        #expect(gate.fsm.permittedEvents(Enforcement.weak, Reward.positive) == [.pass])
        gate.isOpen.value = 1
        #expect(gate.fsm.permittedEvents(Enforcement.weak, Reward.positive) == [.coin, .pass])
        #expect(gate.fsm.permittedEvents(Enforcement.strong, Reward.positive) == [.coin])
        let lazy = try Gate(.lazy)
        #expect(lazy.fsm.permittedEvents() == [])
        #expect(lazy.fsm.permittedEvents(Enforcement.weak) == [.pass])
    }

    @Test func whatALogHandlerIsTold() async throws {
        let gate = try Gate(.lazy)
        var lines: [String] = []
        gate.fsm.logHandler = { lines.append("\($0)") }
        await gate.fsm.handleEvent(.coin)
        await gate.fsm.handleEvent(.never)
        await gate.fsm.handleEvent(.pass, predicates: Enforcement.weak)
        #expect(
            lines == [
                "Info: the condition for coin does not hold", "Warning: no transition found for never",
                "Info: pass matching [\(String(reflecting: Enforcement.weak))] has led from locked to locked",
            ])
        let strict = try Gate()
        strict.fsm.logHandler = { lines.append("\($0)") }
        await strict.fsm.handleEvent(.pass)
        #expect(lines.last == "Warning: no transition found for pass: a predicate of Enforcement has to come with it")
    }
}
