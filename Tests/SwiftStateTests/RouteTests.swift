import SwiftState
import Testing

@Suite struct RouteTests {
    let trace = Trace()

    @Test func ownEventBeforeAny() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .any, transitions: [.a => .c])
            machine.addRoutes(event: .go, transitions: [.any => .b])
        }
        machine <-! .go
        #expect(machine.state == .b)
    }

    @Test func ownEventBeforeAnyAlsoWhereTheEventIsNamedNowhereElse() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .any, transitions: [.a => .c])
            machine.addRoutes(event: .go, transitions: [.any => .b], condition: trace.condition("go", false))
        }
        #expect(machine.canTryEvent(.go) == .c)
        #expect(machine.canTryEvent(.stop) == .c)
        #expect(trace.lines == ["go?"])
    }

    @Test func theOrderInWhichRoutesAreAsked() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .any, transitions: [.any => .b], condition: trace.condition("any any", false))
            machine.addRoutes(event: .any, transitions: [.a => .b], condition: trace.condition("any a", false))
            machine.addRoutes(event: .go, transitions: [.any => .b], condition: trace.condition("go any", false))
            machine.addRoutes(event: .go, transitions: [.a => .b], condition: trace.condition("go a", false))
            machine.addRoutes(event: .go, transitions: [.a => .c], condition: trace.condition("go a again", false))
            machine.addRouteMapping { _, _, _ in
                trace.note("mapping")
                return nil
            }
            machine.addRouteMapping { _, _, _ in .d }
        }
        machine <-! .go
        #expect(trace.lines == ["go a?", "go a again?", "go any?", "any a?", "any any?", "mapping"])
        #expect(machine.state == .d)
    }

    @Test func explicitFromStateBeforeAnyThenRegistration() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, transitions: [.any => .d, .a => .b, .a => .c])
        }
        machine <-! .go
        #expect(machine.state == .b)
    }

    @Test func toAnyStateMeansToStay() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, transitions: [.any => .any])
            machine.addHandler(event: .go, handler: trace.whole("handler"))
        }
        #expect(machine.canTryEvent(.go) == .a)
        machine <-! .go
        #expect(trace.lines == ["handler: go a a"])
    }

    @Test func severalToStatesOfAnEvent() {
        var mayGoToB = false
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, routes: [[.a] => [.b, .c]])
            machine.addRoutes(
                event: .stop, routes: [Route(transition: .a => .b, condition: { _ in mayGoToB }), .a => [.c, .d]])
        }
        #expect(machine.canTryEvent(.go) == .b)
        #expect(machine.canTryEvent(.stop) == .c)
        mayGoToB = true
        #expect(machine.canTryEvent(.stop) == .b)
    }

    @Test func aRouteOfListsTellsOfThem() throws {
        let route: Route<Place, Signal> = [.a, .b] => .c
        #expect(route.transition == Transition(fromState: .any, toState: .c))
        let condition = try #require(route.condition)
        let machine = PlaceMachine(state: .a) { $0.addRoute(.any => .any, condition: condition) }
        #expect(machine.hasRoute(.b => .c))
        #expect(!machine.hasRoute(.c => .c))
    }

    @Test func toTheSameStateTakesARoute() {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.a => .b) }
        #expect(!machine.tryState(.a))
        machine.addRoute(.a => .a)
        #expect(machine.tryState(.a))
    }

    @Test func statesTakeRoutesAndMappingsOfEvents() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, transitions: [.a => .b], condition: { $0.event == nil })
            machine.addRouteMapping { event, from, _ in event == nil && from == .b ? .c : nil }
            machine.addHandler(event: .any, handler: trace.named("never"))
        }
        #expect(!machine.tryEvent(.go))
        #expect(machine.tryState(.b))
        #expect(machine.tryState(.c))
        #expect(!machine.tryState(.d))
        #expect(trace.lines == [])
    }

    @Test func eventsTakeNoRoutesOfStates() {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.a => .b) }
        machine.addRoutes(event: .go, transitions: [.c => .d])
        #expect(!machine.tryEvent(.go))
    }

    @Test func aFalseConditionIsAFailureAfterAllOthers() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b, condition: trace.condition("exact", false))
            machine.addRoute(.any => .any, condition: trace.condition("any", false))
            machine.addErrorHandler(handler: trace.whole("error"))
        }
        machine <- .b
        #expect(trace.lines == ["exact?", "any?", "error: - a b"])
    }

    @Test func hasRouteOfAnEvent() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b)
            machine.addRoutes(event: .any, transitions: [.a => .c])
            machine.addRoutes(event: .go, transitions: [.b => .any], condition: { $0.userInfo != nil })
            machine.addRouteMapping { event, from, _ in event == .stop && from == .d ? .a : nil }
        }
        #expect(!machine.hasRoute(event: .go, transition: .a => .b))
        #expect(machine.hasRoute(event: .go, transition: .a => .c))
        #expect(machine.hasRoute(event: .go, fromState: .b, toState: .c, userInfo: 1))
        #expect(!machine.hasRoute(event: .go, fromState: .b, toState: .c))
        #expect(machine.hasRoute(event: .stop, transition: .d => .a))
        #expect(!machine.hasRoute(event: .go, transition: .d => .a))
    }

    @Test func hasRouteOfAnyState() {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.any => .any) }
        machine.addRoutes(event: .go, transitions: [.any => .any])
        #expect(machine.hasRoute(.a => .b))
        #expect(!machine.hasRoute(.any => .b))
        #expect(!machine.hasRoute(.a => .any))
        #expect(!machine.hasRoute(event: .go, transition: .any => .b))
        #expect(!machine.hasRoute(event: .go, transition: .a => .any))
    }

    @Test func askingChangesNothing() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b, condition: { $0.userInfo as? Int == 1 }, handler: trace.named("never"))
            machine.addRoutes(event: .go, transitions: [.a => .c])
            machine.addErrorHandler(handler: trace.named("never"))
        }
        #expect(machine.canTryState(.b, userInfo: 1))
        #expect(!machine.canTryState(.b))
        #expect(machine.canTryEvent(.go) == .c)
        #expect(machine.canTryEvent(.stop) == nil)
        #expect(machine.hasRoute(fromState: .a, toState: .b, userInfo: 1))
        #expect(machine.state == .a)
        #expect(trace.lines == [])
    }

    @Test func stepsGoOnAfterFailures() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b)
            machine.addRoutes(event: .go, transitions: [.b => .c])
        }
        machine <- .d <- .b
        #expect(machine.state == .b)
        machine <-! .stop <-! (.go, "now")
        #expect(machine.state == .c)
    }

    @Test func conditionsSeeTheContext() {
        let machine = PlaceMachine(state: .a)
        let note: PlaceMachine.Condition = { [trace] context in
            trace.whole("condition")(context)
            return true
        }
        machine.addRoutes(event: .go, transitions: [.a => .b, .b => .any], condition: note)
        machine.addRoute(.b => .c, condition: note)
        machine <-! (.go, 1) <-! .go
        machine <- (.c, 2)
        #expect(
            trace.lines == [
                "condition: go a b 1", "condition: go b b", "condition: - b c 2",
            ])
    }
}
