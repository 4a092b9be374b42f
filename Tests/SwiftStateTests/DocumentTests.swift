import SwiftState
import Testing

/// The code of the document, mostly with the names of states and events in lower case.
@Suite struct DocumentTests {
    enum MyState: StateType { case state0, state1, state2 }
    enum MyEvent: EventType { case event0, event1 }

    /// Long, since it is a whole program of the document.
    @Test func example() {
        var printed: [String] = []
        let machine = StateMachine<MyState, NoEvent>(state: .state0) { machine in
            machine.addRoute(.state0 => .state1)
            machine.addRoute(.any => .state2) { context in
                printed.append("Any => 2, msg=\(String(describing: context.userInfo))")
            }
            machine.addRoute(.state2 => .any) { context in
                printed.append("2 => Any, msg=\(String(describing: context.userInfo))")
            }

            // add handler (`context = (event, fromState, toState, userInfo)`)
            machine.addHandler(.state0 => .state1) { context in
                printed.append("0 => 1")
            }

            // add errorHandler
            machine.addErrorHandler { event, fromState, toState, userInfo in
                printed.append("[ERROR] \(fromState) => \(toState)")
            }
        }

        // initial
        #expect(machine.state == MyState.state0)

        // tryState 0 => 1 => 2 => 1 => 0

        machine <- .state1
        #expect(machine.state == MyState.state1)

        machine <- (.state2, "Hello")
        #expect(machine.state == MyState.state2)

        machine <- (.state1, "Bye")
        #expect(machine.state == MyState.state1)

        machine <- .state0  // fail: no 1 => 0
        #expect(machine.state == MyState.state1)

        #expect(
            printed == [
                "0 => 1", "Any => 2, msg=Optional(\"Hello\")", "2 => Any, msg=Optional(\"Bye\")",
                "[ERROR] state1 => state0",
            ])
    }

    /// Letter by letter, `.Any` and the upper case of the states included.
    @Test func exampleAsItIsWritten() {
        enum MyState: StateType { case State0, State1, State2 }
        var printed: [String] = []

        let machine = StateMachine<MyState, NoEvent>(state: .State0) { machine in
            machine.addRoute(.State0 => .State1)
            machine.addRoute(.Any => .State2) { context in printed.append("Any => 2, msg=\(context.userInfo ?? "")") }
            machine.addRoute(.State2 => .Any) { context in printed.append("2 => Any, msg=\(context.userInfo ?? "")") }
            machine.addRoutes(event: .Any, transitions: [.Any => .State0])
        }

        machine <- .State1 <- (.State2, "Hello") <- (.State1, "Bye")
        #expect(machine.state == .State1)
        #expect(printed == ["Any => 2, msg=Hello", "2 => Any, msg=Bye"])
    }

    @Test func transitionByEvent() {
        var printed: [String] = []
        let machine = StateMachine<MyState, MyEvent>(state: .state0) { machine in
            // add 0 => 1 => 2
            machine.addRoutes(
                event: .event0,
                transitions: [
                    .state0 => .state1,
                    .state1 => .state2,
                ])

            // add event handler
            machine.addHandler(event: .event0) { context in
                printed.append(".event0 triggered!")
            }
        }

        // initial
        #expect(machine.state == MyState.state0)

        // tryEvent
        machine <-! .event0
        #expect(machine.state == MyState.state1)

        // tryEvent
        machine <-! .event0
        #expect(machine.state == MyState.state2)

        // tryEvent (fails)
        machine <-! .event0
        #expect(machine.state == MyState.state2, "event0 doesn't have 2 => Any")

        #expect(printed == [".event0 triggered!", ".event0 triggered!"])
    }

    enum StrState: StateType { case str(String) }
    enum StrEvent: EventType { case str(String) }

    /// Long, since it is a whole program of the document.
    @Test func associatedValues() {
        let machine = Machine<StrState, StrEvent>(state: .str("initial")) { machine in
            machine.addRouteMapping { event, fromState, userInfo -> StrState? in
                // no route for no-event
                guard let event = event else { return nil }

                switch (event, fromState) {
                case (.str("gogogo"), .str("initial")):
                    return .str("Phase 1")
                case (.str("gogogo"), .str("Phase 1")):
                    return .str("Phase 2")
                case (.str("finish"), .str("Phase 2")):
                    return .str("end")
                default:
                    return nil
                }
            }
        }

        // initial
        #expect(machine.state == StrState.str("initial"))

        // tryEvent (fails)
        machine <-! .str("go?")
        #expect(machine.state == StrState.str("initial"), "No change.")

        // tryEvent
        machine <-! .str("gogogo")
        #expect(machine.state == StrState.str("Phase 1"))

        // tryEvent (fails)
        machine <-! .str("finish")
        #expect(machine.state == StrState.str("Phase 1"), "No change.")

        // tryEvent
        machine <-! .str("gogogo")
        #expect(machine.state == StrState.str("Phase 2"))

        // tryEvent (fails)
        machine <-! .str("gogogo")
        #expect(machine.state == StrState.str("Phase 2"), "No change.")

        // tryEvent
        machine <-! .str("finish")
        #expect(machine.state == StrState.str("end"))
    }

    @Test func severalFromStates() {
        let machine = StateMachine<MyState, MyEvent>(state: .state0) { $0.addRoute([.state0, .state1] => .state2) }
        #expect(machine.hasRoute(.state0 => .state2))
        #expect(machine.hasRoute(.state1 => .state2))
        #expect(!machine.hasRoute(.state2 => .state2))
    }

    @Test func entryAndExitHandling() {
        let trace = Trace()
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.any => .any)
            machine.addHandler(.any => .b, handler: trace.whole("entry"))
            machine.addHandler(.b => .any, handler: trace.whole("exit"))
        }
        machine <- .b <- .c
        #expect(trace.lines == ["entry: - a b", "exit: - b c"])
    }

    @Test func blacklisting() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.any => .any, condition: { $0.toState != .c })
        }
        #expect(machine.tryState(.b))
        #expect(!machine.tryState(.c))
        #expect(machine.state == .b)
    }

    @Test func orderOfHandlers() {
        let trace = Trace()
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b, handler: trace.named("100"))
            machine.addHandler(.a => .b, order: 255, handler: trace.named("255"))
            machine.addHandler(.any => .any, order: 0, handler: trace.named("0"))
            machine.addErrorHandler(order: 2, handler: trace.named("error 2"))
            machine.addErrorHandler(order: 1, handler: trace.named("error 1"))
        }
        machine <- .b <- .a
        #expect(trace.lines == ["0", "100", "255", "error 1", "error 2"])
    }

    @Test func removableRoutesAndHandlers() {
        let trace = Trace()
        let machine = PlaceMachine(state: .a)
        let route = machine.addRoute(.any => .any, handler: trace.named("route"))
        let handler = machine.addHandler(.a => .b, handler: trace.named("handler"))
        machine <- .b
        handler.dispose()
        machine <- .a <- .b
        route.dispose()
        machine <- .a
        #expect(trace.lines == ["handler", "route", "route", "route"])
        #expect(machine.state == .b)
        #expect(route.disposed && handler.disposed)
    }

    @Test func routeChaining() {
        let trace = Trace()
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRouteChain(.a => .b => .c) { _ in trace.note("whole") }
        }
        machine <- .b <- .c
        #expect(trace.lines == ["whole"])
    }

    /// The states of the outer machine hold those of the inner ones, which move by routes of their own.
    @Test func hierarchy() {
        enum Inner: StateType { case first, second }
        enum Outer: StateType { case one(Inner), two(Inner) }
        enum Event: EventType { case inner(Inner), leave }

        var entered: [Outer] = []
        let one = StateMachine<Inner, NoEvent>(state: .first) { $0.addRoute(.first => .second) }
        let two = StateMachine<Inner, NoEvent>(state: .second) { $0.addRoute(.second => .first) }
        let outer = StateMachine<Outer, Event>(state: .one(.first)) { machine in
            machine.addRouteMapping { event, fromState, _ in
                switch (event, fromState) {
                case (.inner(let inner), .one): one.canTryState(inner) ? .one(inner) : nil
                case (.inner(let inner), .two): two.canTryState(inner) ? .two(inner) : nil
                case (.leave, .one(.second)): .two(two.state)
                default: nil
                }
            }
            machine.addAnyHandler(.any => .any) { context in
                entered.append(context.toState)
                switch context.toState {
                case .one(let inner): one.tryState(inner)
                case .two(let inner): two.tryState(inner)
                }
            }
        }
        outer <-! .leave <-! .inner(.second) <-! .inner(.first) <-! .leave <-! .inner(.first)
        #expect(entered == [.one(.second), .two(.second), .two(.first)])
        #expect(one.state == .second)
        #expect(two.state == .first)
    }
}
