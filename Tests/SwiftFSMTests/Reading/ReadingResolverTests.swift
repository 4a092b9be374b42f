import Testing

@testable import SwiftFSM

/// The resolvers of documents: rows that lead to `dynamic`.
@Suite struct ReadingResolverTests {
    enum State: String, CaseIterable { case packed, near, far, lost }
    enum Event: EventWithValues, CaseIterable {
        case route(kilometers: FSMValue<Int>), lose

        static let allCases: [Event] = [.route(kilometers: .any), .lose]
    }
    typealias Machine = FSM<State, Event>

    static func text(_ order: String = "") -> String {
        """
        definition parcel
          guards first match
        \(order)  event route (i64 kilometers)
          on step count
          initial packed
          state packed
            exit leave
            route -> dynamic by next / stamp
            lose -> lost
          state near
            entry arrive
          state far
            entry arrive
            route -> dynamic by next
          state lost
            entry arrive

        """
    }

    final class Trace {
        var names: [String] = []

        func take() -> [String] {
            defer { names = [] }
            return names
        }
    }

    static func next(_ event: Event) -> State? {
        guard case .route(.some(let kilometers)) = event, kilometers >= 0 else { return nil }
        return kilometers < 100 ? .near : .far
    }

    static func machine(_ trace: Trace = Trace(), order: String = "") throws -> Machine {
        let table = try FSMTable<State, Event>(reading: text(order), file: "parcel.fsm")
        let machine = try table.machine { wanted in
            wanted.role == .resolver
                ? .resolver { event in next(event) } : .action { trace.names.append(wanted.name) }
        }
        machine.logHandler = nil
        return machine
    }

    @Test func theStateFollowsFromTheEvent() throws {
        let trace = Trace()
        let machine = try Self.machine(trace)
        #expect(try machine.handleEvent(.route(kilometers: 500)) == .transitioned(from: .packed, to: .far))
        #expect(machine.state == .far && trace.take() == ["leave", "stamp", "arrive", "count"])
        #expect(try machine.handleEvent(.route(kilometers: 5)) == .transitioned(from: .far, to: .near))
        #expect(machine.state == .near)
    }

    @Test func nilRefuses() throws {
        let trace = Trace()
        let machine = try Self.machine(trace)
        #expect(try machine.handleEvent(.route(kilometers: -1)) == .notExecuted)
        #expect(machine.state == .packed && trace.take() == ["count"])
        #expect(machine.isPermitted(.route(kilometers: 7)) && !machine.isPermitted(.route(kilometers: -7)))
        #expect(machine.permittedEvents() == [.lose])
    }

    /// With the order of phases in which the target is asked for after the actions.
    @Test func itMayBeAskedLater() throws {
        let trace = Trace()
        let machine = try Self.machine(trace, order: "  order exit actions resolve commit entry\n")
        var steps: [FSMOutcome<State>] = []
        machine.stepHandler = { steps.append($0.outcome) }
        #expect(try machine.handleEvent(.route(kilometers: -1)) == .notExecuted)
        #expect(machine.state == .packed && trace.take() == ["leave", "stamp", "count"])
        #expect(try machine.handleEvent(.route(kilometers: 500)) == .transitioned(from: .packed, to: .far))
        #expect(trace.take() == ["leave", "stamp", "arrive", "count"])
        #expect(steps == [.notExecuted, .transitioned(from: .packed, to: .far)])
        #expect(try machine.handleEvent(.lose) == .notFound)
    }

    @Test(arguments: ["", "  order exit actions resolve commit entry\n"])
    func itIsAskedWhereActionsAreAwaited(_ order: String) async throws {
        let table = try FSMTable<State, Event>(reading: Self.text(order), file: "parcel.fsm")
        let machine = try table.machine { wanted in
            switch wanted.role {
            case .resolver: .resolver { event in Self.next(event) }
            case .step: .action {}
            default: .action { await Task.yield() }
            }
        }
        machine.logHandler = nil
        #expect(await machine.handleEvent(.route(kilometers: 5)) == .transitioned(from: .packed, to: .near))
    }

    @Test(arguments: ["", "  order exit actions resolve commit entry\n"])
    func aStateThatTheDocumentDoesNotHave(_ order: String) throws {
        let text = "definition\n  guards first match\n\(order)  initial a\n  a go -> dynamic by next\n  b go -> a\n"
        let table = try FSMTable<String, String>(reading: text, file: "a.fsm")
        let machine = try table.machine { wanted in wanted.role == .resolver ? .resolver { "c" } : nil }
        machine.logHandler = nil
        #expect(try machine.handleEvent("go") == .unknownTarget("c"))
        #expect(machine.state == "a")
    }

    @Test func othersAreErrors() throws {
        let table = try FSMTable<State, Event>(reading: Self.text(), file: "parcel.fsm")
        func faults(_ resolver: FSMCallback<Event>?, _ action: FSMCallback<Event> = .action {}) -> String {
            do { _ = try table.machine { $0.role == .resolver ? resolver : action } } catch { return "\(error)" }
            return ""
        }
        #expect(
            faults(.resolver { "near" }).contains("resolver 'next': found one that returns a String instead of a State")
        )
        #expect(
            faults(.action {}).contains(
                "parcel.fsm:8:25: error: expected a callback for resolver 'next': found an action"))
        #expect(faults(nil).contains("resolver 'next': none was supplied"))
        #expect(faults(.resolver { State.near }, .resolver { State.near }).contains("action 'stamp': found a resolver"))
        #expect(faults(.resolver { State.near }).isEmpty)
    }

    @Test @MainActor func itMayBelongToAnActor() throws {
        var next = State.near
        let table = try FSMTable<State, Event>(reading: Self.text(), file: "parcel.fsm")
        let machine = try table.machine { wanted in
            wanted.role == .resolver ? .resolver { @MainActor in next } : .action {}
        }
        machine.logHandler = nil
        next = .far
        try machine.handleEvent(.route(kilometers: 1))
        #expect(machine.state == .far)
    }
}
