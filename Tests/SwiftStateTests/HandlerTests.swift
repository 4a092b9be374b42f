import SwiftState
import Testing

@Suite struct HandlerTests {
    let trace = Trace()

    @Test func twoWorlds() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, transitions: [.a => .b, .b => .c])
            machine.addHandler(event: .go, handler: trace.whole("event"))
            machine.addHandler(.any => .any, handler: trace.whole("state"))
            machine.addAnyHandler(.any => .any, handler: trace.whole("any"))
        }
        machine <-! .go
        machine <- .c
        #expect(trace.lines == ["event: go a b", "any: go a b", "state: - b c", "any: - b c"])
    }

    @Test func anyHandlersAreForTheirTransition() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .any, transitions: [.a => .b, .b => .a])
            machine.addAnyHandler(.a => .b, handler: trace.whole("a b"))
            machine.addAnyHandler(.any => .a, handler: trace.whole("any a"))
        }
        machine <-! .go <-! .stop
        machine <- .b <- .a
        #expect(trace.lines == ["a b: go a b", "any a: stop b a", "a b: - a b", "any a: - b a"])
    }

    @Test func theStateHasChangedAlready() {
        let machine = PlaceMachine(state: .a)
        machine.addRoute(.a => .b) { [unowned machine, trace] context in
            trace.note("\(context.fromState) \(context.toState) \(machine.state)")
        }
        machine <- .b
        #expect(trace.lines == ["a b b"])
    }

    @Test func eventHandlersInOrder() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(event: .go, transitions: [.any => .any])
            machine.addHandler(event: .any, handler: trace.named("any"))
            machine.addHandler(event: .go, handler: trace.named("first"))
            machine.addHandler(event: .go, handler: trace.named("second"))
            machine.addHandler(event: .any, order: 0, handler: trace.named("early"))
            machine.addHandler(event: .go, order: 101, handler: trace.named("late"))
            machine.addHandler(event: .stop, handler: trace.named("never"))
        }
        machine <-! .go
        #expect(trace.lines == ["early", "first", "second", "any", "late"])
    }

    @Test func stateHandlersInOrder() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.any => .any)
            machine.addHandler(.any => .any, handler: trace.named("any any"))
            machine.addHandler(.any => .b, handler: trace.named("any b"))
            machine.addHandler(.a => .any, handler: trace.named("a any"))
            machine.addHandler(.a => .b, handler: trace.named("first"))
            machine.addHandler(.a => .b, handler: trace.named("second"))
            machine.addHandler(.any => .any, order: 99, handler: trace.named("early"))
        }
        machine <- .b
        #expect(trace.lines == ["early", "first", "second", "a any", "any b", "any any"])
    }

    @Test func aRoundEndsAsItBegan() {
        let machine = PlaceMachine(state: .a) { $0.addRoute(.any => .any) }
        var second: (any Disposable)?
        machine.addHandler(.any => .any) { [trace, unowned machine] _ in
            trace.note("first")
            second?.dispose()
            machine.addHandler(.any => .any, handler: trace.named("new"))
        }
        second = machine.addHandler(.any => .any, handler: trace.named("second"))
        machine <- .b
        #expect(trace.lines == ["first", "second"])
        machine <- .c
        #expect(trace.lines == ["first", "second", "first", "new"])
    }

    @Test func aTryInsideAHandlerRunsAtOnce() {
        let machine = PlaceMachine(state: .a)
        machine.addRoute(.any => .any)
        machine.addHandler(.a => .b) { [trace, unowned machine] _ in
            trace.note("before, in \(machine.state)")
            machine <- .c
            trace.note("after, in \(machine.state)")
        }
        machine.addHandler(.any => .any, handler: trace.whole("step"))
        machine <- .b
        #expect(trace.lines == ["before, in b", "step: - b c", "after, in c", "step: - a b"])
        #expect(machine.state == .c)
    }

    @Test func aHandlerGivenWithRoutesIsTheEvents() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoutes(
                event: .go, transitions: [.a => .b], condition: { _ in false }, handler: trace.whole("handler"))
            machine.addRoutes(event: .go, transitions: [.a => .c])
        }
        machine <-! .go
        #expect(trace.lines == ["handler: go a c"])
    }

    @Test func aHandlerGivenWithARouteHasItsCondition() {
        var mayRun = true
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b, condition: { _ in mayRun }, handler: trace.whole("handler"))
            machine.addRoute(.any => .any)
        }
        machine <- .b <- .a
        mayRun = false
        machine <- .b
        #expect(machine.state == .b)
        #expect(trace.lines == ["handler: - a b"])
    }

    @Test func errorsOfBothKinds() {
        let machine = PlaceMachine(state: .a) { machine in
            machine.addErrorHandler(handler: trace.whole("second"))
            machine.addErrorHandler(order: 1, handler: trace.whole("first"))
            machine.addRoute(.a => .c, condition: { _ in false }, handler: trace.whole("never"))
        }
        #expect(!machine.tryEvent(.go, userInfo: 1))
        #expect(!machine.tryState(.c, userInfo: 2))
        #expect(
            trace.lines == ["first: go a a 1", "second: go a a 1", "first: - a c 2", "second: - a c 2"])
    }

    @Test func closuresThatTakeTheParts() {
        let note: PlaceMachine.PartsHandler = { [trace] event, from, to, userInfo in trace.note("\(from) \(to)") }
        let machine = PlaceMachine(state: .a) { machine in
            machine.addRoute(.a => .b, handler: note)
            machine.addRoute([.b] => .c, handler: note)
            machine.addRoutes(event: .go, transitions: [.c => .d], handler: note)
            machine.addRoutes(event: .any, routes: [.d => [.a]]) { event, fromState, toState, userInfo in
                trace.note("\(fromState) \(toState)")
            }
            machine.addHandler(.a => .b, handler: note)
            machine.addAnyHandler(.a => .b) { event, fromState, toState, userInfo in
                trace.note("any \(String(describing: userInfo))")
            }
            machine.addHandler(event: .go, handler: note)
            machine.addErrorHandler { _, fromState, toState, _ in trace.note("error \(fromState) \(toState)") }
        }
        machine <- .b <- .c
        machine <-! .go <-! .stop
        machine <- .d
        #expect(
            trace.lines == ["a b", "a b", "any nil", "b c", "c d", "c d", "c d", "d a", "error a d"])
    }

    @Test func handlersOfEventsThatNoRouteNames() {
        struct Numbered: EventType { var number: Int }
        let machine = Machine<Place, Numbered>(state: .a) { machine in
            machine.addRoutes(event: .any, transitions: [.any => .any])
            machine.addHandler(event: Numbered(number: 1)) { _ in trace.note("one") }
            machine.addHandler(event: Numbered(number: 2)) { _ in trace.note("two") }
        }
        machine <-! Numbered(number: 2) <-! Numbered(number: 3) <-! Numbered(number: 1)
        #expect(trace.lines == ["two", "one"])
    }

    /// An event and a state that counts how often it was hashed.
    struct Counted: EventType, StateType {
        final class Count { var value = 0 }
        let number: Int
        let count: Count

        static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) {
            count.value += 1
            hasher.combine(number)
        }
    }

    @Test func aHandlerDoesNotSlowDownTheEventsOfOthers() {
        let (hashed, size) = (Counted.Count(), 1_000)
        let values = (0...size).map { Counted(number: $0, count: hashed) }
        var ran = 0
        let machine = StateMachine<Counted, Counted>(state: values[0]) { machine in
            for (from, to) in zip(values, values.dropFirst()) {
                machine.addRoutes(event: to, transitions: [from => to], handler: { _ in ran += 1 })
                machine.addHandler(from => to, handler: { _ in ran += 1 })
            }
            machine.addRoute(.any => values[0])
        }
        for value in values.dropFirst() { machine <-! value }
        machine <- values[0]
        for value in values.dropFirst() { machine <- value }
        #expect(ran == 2 * size)
        #expect(hashed.value < 100 * size)
    }
}
