import SwiftFSM
import Testing

/// States with associated values, and next states that are told by the event, in tables of an `FSM`.
@Suite @MainActor struct StateValueTests {
    enum P: Predicate { case a, b }

    @MainActor final class Desk: ExpandedSyntaxBuilder {
        enum State: FSMHashable { case draft, review(by: String), list([Int]), empty, failed(code: Int) }
        enum Event: FSMHashable { case submit(name: String), loaded([Int]), reject, fail(Int), reset, later, redo }
        struct Jam: Error {}

        let fsm: FSM<State, Event>
        var trace: [String] = []
        var isLenient = false

        init(_ state: State = .draft, actionsPolicy: StateActionsPolicy = .executeOnChangeOnly) {
            fsm = FSM(initialState: state, actionsPolicy: actionsPolicy)
            fsm.logHandler = nil
        }

        func enter() { trace.append("enter") }
        func leave() { trace.append("leave") }
        func note(_ event: Event) { trace.append("\(event)") }
        func slow() async {
            for _ in 0..<3 { await Task.yield() }
            trace.append("slow \(fsm.state)")
        }
        func jam() throws { throw Jam() }
        func sendReset() throws { _ = try fsm.handleEventAtOnce(.reset) }

        @TableBuilder<State, Event> var rules: [Syntax.Define<State, Event>] {
            define(.draft) {
                when(any: .submit(name: ""))
                    | then { event in
                        if case .submit(let name) = event { .review(by: name) } else { .draft }
                    } | note
                when(any: .loaded([]))
                    | then { event in
                        if case .loaded(let items) = event { .list(items) } else { .empty }
                    }
                when(.loaded([])) | then(.empty)
                when(any: .fail(0))
                    | then { [self] event in
                        if case .fail(let code) = event, !isLenient { .failed(code: code) } else { .draft }
                    }
                when(.later) | then(.review(by: "later")) | slow
                when(.redo) | then(.list([1])) | attempt(jam, orElse: .enter(.review(by: "jam")))
            }
            define(any: .review(by: ""), onEntry: enter*, onExit: leave*) {
                when(any: .submit(name: ""))
                    | then { if case .submit(let name) = $0 { .review(by: name) } else { .draft } }
                when(.reject) | then()
                when(.later) | then(.review(by: "later"))
                when(any: .loaded([]), or: .fail(0)) | then(.draft)
                when(.reset) | then(.draft)
            }
            define(.review(by: "boss")) { when(.reject) | then(.review(by: "nobody")) }
            define(any: .list([])) { when(.reset) | then(.draft) }
            define(.empty) { when(.reset) | then(.review(by: "reset")) }
        }

        func built() throws -> Desk {
            try fsm.buildTable { rules }
            return self
        }

        @discardableResult
        func send(_ event: Event) throws -> FSMOutcome<State> { try fsm.handleEventAtOnce(event) }
    }

    @Test func targetsAreComputedFromTheEvent() async throws {
        let desk = try Desk().built()
        #expect(
            await desk.fsm.handleEvent(.submit(name: "Ann")) == .transitioned(from: .draft, to: .review(by: "Ann")))
        #expect(desk.fsm.state == .review(by: "Ann") && desk.fsm.states == [.review(by: "Ann")])
        #expect(desk.fsm.isIn(.review(by: "Ann")) && !desk.fsm.isIn(.review(by: "Bob")) && !desk.fsm.isIn(.draft))
        #expect(try desk.send(.reject) == .transitioned(from: .review(by: "Ann"), to: .review(by: "Ann")))
        // Another value is another state.
        #expect(
            try desk.send(.submit(name: "Bob")) == .transitioned(from: .review(by: "Ann"), to: .review(by: "Bob")))
        #expect(try desk.send(.submit(name: "Bob")).isTransition)
        #expect(desk.trace == [#"submit(name: "Ann")"#, "enter", "leave", "enter"])
        #expect(try desk.send(.fail(7)) == .transitioned(from: .review(by: "Bob"), to: .draft))
        #expect(desk.fsm.state == .draft && desk.trace.last == "leave")
    }

    @Test func withExecuteAlways() throws {
        let desk = try Desk(.review(by: "Ann"), actionsPolicy: .executeAlways).built()
        #expect(desk.fsm.state == .review(by: "Ann"))
        try desk.send(.reject)
        try desk.send(.submit(name: "Ann"))
        #expect(desk.trace == ["leave", "enter", "leave", "enter"])
        #expect(desk.fsm.state == .review(by: "Ann"))
    }

    @Test func aValueComesBeforeItsCase() throws {
        let desk = try Desk().built()
        #expect(try desk.send(.loaded([])) == .transitioned(from: .draft, to: .empty))
        #expect(try desk.send(.reset) == .transitioned(from: .empty, to: .review(by: "reset")))
        try desk.send(.reset)
        #expect(try desk.send(.loaded([1, 2])) == .transitioned(from: .draft, to: .list([1, 2])))
        #expect(try desk.send(.reset) == .transitioned(from: .list([1, 2]), to: .draft))
        try desk.send(.submit(name: "boss"))
        #expect(try desk.send(.submit(name: "Ann")) == .notFound)
        #expect(try desk.send(.reject) == .transitioned(from: .review(by: "boss"), to: .review(by: "nobody")))
        #expect(try desk.send(.submit(name: "Ann")).isTransition)
    }

    @Test func aStateThatTheTableDoesNotName() async throws {
        let desk = try Desk().built()
        var entries: [String] = []
        desk.fsm.logHandler = { entries.append("\($0)") }
        #expect(await desk.fsm.handleEvent(.fail(3)) == .unknownTarget(.failed(code: 3)))
        #expect(try desk.send(.fail(3)) == .unknownTarget(.failed(code: 3)))
        #expect(desk.fsm.state == .draft && desk.trace.isEmpty)
        #expect(
            entries
                == Array(
                    repeating: "Warning: fail(3) leads to failed(code: 3), which the table does not name", count: 2))
        desk.isLenient = true
        #expect(try desk.send(.fail(3)) == .transitioned(from: .draft, to: .draft))
    }

    @Test func actionsThatAreAwaited() async throws {
        let desk = try Desk().built()
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try desk.send(.later) }
        #expect(desk.fsm.state == .draft)
        let sending = Task { await desk.fsm.handleEvent(.later) }
        await Task.yield()
        #expect(throws: FSMHandlingError.otherEventUnderWay) { try desk.send(.reject) }
        // Events of other tasks wait.
        #expect(await desk.fsm.handleEvent(.submit(name: "Ann")).isTransition)
        #expect(await sending.value == .transitioned(from: .draft, to: .review(by: "later")))
        #expect(desk.trace == [#"slow review(by: "later")"#, "enter", "leave", "enter"])
        // The same value is no change.
        #expect(await desk.fsm.handleEvent(.later).isTransition)
        #expect(await desk.fsm.handleEvent(.later).isTransition)
        #expect(desk.trace.count == 6)
    }

    @Test func anActionThatFails() async throws {
        let desk = try Desk().built()
        let trace = desk.fsm.trace()
        #expect(try desk.send(.redo) == .transitioned(from: .draft, to: .list([1])))
        #expect(desk.fsm.state == .review(by: "jam") && desk.trace == ["enter"])
        #expect(trace.transitions.map(\.to) == [.list([1]), .review(by: "jam")])
        try desk.send(.reset)
        #expect(await desk.fsm.handleEvent(.redo).isTransition)
        #expect(desk.fsm.state == .review(by: "jam"))
    }

    /// An event that an action sends is handled at once, in the new state.
    @Test func nestedEvents() throws {
        let desk = Desk()
        try desk.fsm.buildTable {
            desk.define(.draft) {
                desk.when(any: .submit(name: ""))
                    | desk.then(to: { if case .submit(let name) = $0 { .review(by: name) } else { .draft } })
                    | desk.attempt(desk.sendReset, orElse: .send(.redo))
            }
            desk.define(any: .review(by: ""), onEntry: desk.enter*, onExit: desk.leave*) {
                desk.when(.reset) | desk.then(.empty) | desk.note
            }
            desk.define(.empty) { desk.when(.reset) | desk.then(.draft) }
        }
        var entries: [String] = []
        desk.fsm.logHandler = { entries.append("\($0)") }
        let trace = desk.fsm.trace()
        try desk.send(.submit(name: "Ann"))
        #expect(desk.fsm.state == .empty)
        #expect(desk.trace == ["reset", "leave", "enter"])
        #expect(trace.transitions.map(\.to) == [.review(by: "Ann"), .empty])
        #expect(entries.count == 2 && entries.first?.hasSuffix(#"from draft to review(by: "Ann")"#) == true)
    }

    @Test func predicatesAndConditions() throws {
        let desk = Desk()
        try desk.fsm.buildTable(conditions: .firstMatch) {
            desk.define(.draft) {
                desk.matching(P.a) | desk.when(any: .fail(0)) | desk.then(.list([1]))
                desk.matching(P.b)
                    | desk.when(any: .fail(0))
                    | desk.then(to: { if case .fail(let code) = $0 { .list([code]) } else { .draft } })
                desk.condition { @MainActor in desk.isLenient } | desk.when(.redo) | desk.then(.list([2]))
                desk.when(.redo) | desk.then(.list([3]))
            }
            desk.define(any: .list([])) { desk.when(.reset) | desk.then(.draft) }
        }
        func state(_ event: Desk.Event, _ predicate: P) throws -> Desk.State {
            try desk.fsm.handleEventAtOnce(event, predicates: predicate)
            defer { _ = try? desk.fsm.handleEventAtOnce(.reset, predicates: predicate) }
            return desk.fsm.state
        }
        #expect(try state(.fail(9), .a) == .list([1]))
        #expect(try state(.fail(9), .b) == .list([9]))
        #expect(try state(.redo, .a) == .list([3]))
        desk.isLenient = true
        #expect(try state(.redo, .a) == .list([2]))
    }

    @Test func observersSeeTheValues() async throws {
        let desk = try Desk().built()
        let observed = desk.fsm.observedState
        let transitions = desk.fsm.transitions()
        try desk.send(.submit(name: "Ann"))
        for await transition in transitions {
            #expect(transition.to == .review(by: "Ann"))
            break
        }
        #expect(observed.state == .review(by: "Ann"))
        #expect(desk.fsm.explain(.reject).map(\.isTaken) == [true])
        #expect(desk.fsm.isPermitted(.submit(name: "x")) && !desk.fsm.isPermitted(.redo))
    }

    @Test func superstates() throws {
        let desk = Desk()
        let shared = SuperState(onEntry: desk.enter*) { desk.when(.reject) | desk.then(.draft) }
        try desk.fsm.buildTable {
            desk.define(.draft) { desk.when(.redo) | desk.then(.review(by: "x")) }
            desk.define(any: .review(by: ""), adopts: shared)
        }
        try desk.send(.redo)
        #expect(desk.fsm.state == .review(by: "x") && desk.trace == ["enter"])
        #expect(try desk.send(.reject) == .transitioned(from: .review(by: "x"), to: .draft))
    }

    /// What the define of the row performs on exit, where a state has several: also if the function tells where it leads.
    @Test func severalDefinesOfAState() throws {
        let desk = Desk()
        try desk.fsm.buildTable {
            desk.define(any: .list([]), onEntry: desk.enter*) {
                desk.when(.redo) | desk.then(to: { _ in .list([2]) })
                desk.when(.later) | desk.then(.list([3]))
            }
            desk.define(any: .list([]), onExit: desk.leave*) {
                desk.when(.reset) | desk.then(to: { _ in .list([1]) })
                desk.when(.reject) | desk.then(.list([4]))
            }
            desk.define(.draft) { desk.when(.redo) | desk.then(.list([])) }
        }
        try desk.send(.redo)
        for event in [Desk.Event.redo, .redo, .reset, .reset, .later, .reject] { try desk.send(event) }
        #expect(desk.trace == ["enter", "enter", "leave", "enter", "enter", "leave", "enter"])
    }
}
