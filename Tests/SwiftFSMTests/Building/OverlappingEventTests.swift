import SwiftFSM
import Testing

/// Rows for a value and for `.any` value of an event.
struct OverlappingEventTests: ExpandedSyntaxBuilder {
    enum State { case idle, first, second, third }
    enum Event: EventWithValues {
        case set(FSMValue<String>), pay(FSMValue<Int>, FSMValue<String>), reset
    }

    private func machine() -> FSM<State, Event> {
        let machine = FSM<State, Event>(initialState: .idle)
        machine.logHandler = nil
        return machine
    }

    private func faults(
        line: Int = #line, @TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]
    ) -> [String] {
        do {
            try machine().buildTable(block)
            return []
        } catch {
            return (error as? SwiftFSMError)?.faults.map { $0.summary(from: line) } ?? []
        }
    }

    @Test func inOneStateTheyAreDuplicatesOrClash() {
        let found = faults {
            define(.idle) {
                when(.set("a")) | then(.first)
                when(.set(.any)) | then(.first)
            }
            define(.first) {
                when(.set(.any)) | then(.first)
                when(.set("a")) | then(.second)
                when(.set("b")) | then(.third)
            }
        }
        #expect(
            found == [
                "duplicates: idle 1 set(a) 2 first 2 | idle 1 set(FSMValue<String>.any) 3 first 3",
                "clash: first 5 set(FSMValue<String>.any) 6 first 6 | first 5 set(a) 7 second 7",
                "clash: first 5 set(FSMValue<String>.any) 6 first 6 | first 5 set(b) 8 third 8",
            ])
    }

    @Test func anyTwiceIsToldOfOnce() {
        let found = faults {
            define(.idle) {
                when(.set(.any)) | then(.first)
                when(.set(.any)) | then(.second)
            }
            define(.first) {
                when(.set("a"), or: .set("b")) | then(.second)
            }
        }
        #expect(
            found == [
                "clash: idle 1 set(FSMValue<String>.any) 2 first 2 | idle 1 set(FSMValue<String>.any) 3 second 3"
            ])
    }

    @Test func valuesOfWhichNeitherStandsForTheOther() {
        let found = faults {
            define(.idle) {
                when(.pay(.any, "a")) | then(.first)
                when(.pay(1, .any)) | then(.second)
            }
            define(.first) {
                when(.pay(.any, "a")) | then(.first)
                when(.pay(1, "b")) | then(.second)
            }
        }
        #expect(
            found == [
                "clash: idle 1 pay(FSMValue<Int>.any, a) 2 first 2 | idle 1 pay(1, FSMValue<String>.any) 3 second 3"
            ])
    }

    @Test func inDifferentStatesTheyAreFine() async throws {
        let machine = machine()
        try machine.buildTable {
            define(.idle) { when(.set("a")) | then(.first) }
            define(.first) { when(.set(.any)) | then(.second) }
            define(.second) {
                when(.pay(.any, "a")) | then(.third)
                when(.set("a")) | then(.idle)
            }
            define(.third) { when(.pay(1, .any)) | then(.idle) }
        }
        #expect(await machine.handleEvent(.set("b")) == .notFound)
        #expect(await machine.handleEvent(.set("a")) == .transitioned(from: .idle, to: .first))
        #expect(await machine.handleEvent(.set("a")) == .transitioned(from: .first, to: .second))
        #expect(await machine.handleEvent(.pay(1, "a")) == .transitioned(from: .second, to: .third))
        #expect(machine.permittedEvents().map { "\($0)" } == ["pay(1, FSMValue<String>.any)"])
        #expect(await machine.handleEvent(.pay(2, "a")) == .notFound)
        #expect(await machine.handleEvent(.pay(1, "a")) == .transitioned(from: .third, to: .idle))
    }

    @Test func predicatesTellThemApartAndTheNarrowerRowIsFound() async throws {
        let machine = machine()
        try machine.buildTable {
            define(.idle) {
                when(.set(.any)) | then(.first)
                matching(A.x) | when(.set("a")) | then(.second)
                matching(A.y) | when(.set(.any)) | then(.third)
            }
            define(.first, .second, .third)
        }
        for (event, predicate, state) in [
            (Event.set("a"), A.x, State.second), (.set("b"), .x, .first), (.set("a"), .y, .third),
            (.set("a"), .z, .first),
        ] {
            #expect(await machine.handleEvent(event, predicates: predicate) == .transitioned(from: .idle, to: state))
            await machine.handleEvent(.reset, predicates: predicate)
        }
    }

    /// States that `.reset` leads back.
    private func define(_ states: State...) -> [Syntax.Define<State, Event>] {
        states.map { define($0) { when(.reset) | then(.idle) } }
    }

    @Test func anOverrideForOneValueLeavesTheOthers() async throws {
        let base = SuperState { when(.set(.any)) | then(.first) }
        let machine = machine()
        try machine.buildTable {
            define(.idle, adopts: base) { overriding { when(.set("a")) | then(.second) } }
            define(.first, .second)
        }
        #expect(await machine.handleEvent(.set("a")) == .transitioned(from: .idle, to: .second))
        await machine.handleEvent(.reset)
        #expect(await machine.handleEvent(.set("b")) == .transitioned(from: .idle, to: .first))
    }

    @Test func anOverrideForAnyValueReplacesThoseThatAreThere() async throws {
        let base = SuperState { when(.set("a"), or: .set("b")) | then(.first) }
        let machine = machine()
        try machine.buildTable {
            define(.idle, adopts: base) { overriding { when(.set(.any)) | then(.second) } }
            define(.second)
        }
        for value in ["a", "b", "c"] {
            #expect(await machine.handleEvent(.set(.some(value))) == .transitioned(from: .idle, to: .second))
            await machine.handleEvent(.reset)
        }
        let found = faults {
            define(.idle) {
                overriding { when(.set(.any)) | then() }
                when(.set("a"), or: .reset) | then()
            }
        }
        #expect(
            found == ["duplicates: idle 1 overriding set(FSMValue<String>.any) 2 then() 2 | idle 1 set(a) 3 then() 3"])
    }
}
