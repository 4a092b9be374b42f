import SwiftState
import Testing

@Suite struct ValueTests {
    @Test func statesAndAny() {
        #expect(State(rawValue: Place.a) == .some(.a))
        #expect(State<Place>(rawValue: nil) == .any)
        #expect(State.some(Place.a).rawValue == .a)
        #expect(State<Place>.any.rawValue == nil)
        #expect(State.some(Place.a) == Place.a && Place.a == State.some(.a))
        #expect(!(State<Place>.any == Place.a) && State.some(Place.a) != .any)
        #expect(Set([State.some(Place.a), .any, .some(.a)]).count == 2)
    }

    @Test func eventsAndAny() {
        #expect(Event(rawValue: Signal.go) == .some(.go))
        #expect(Event<Signal>(rawValue: nil) == .any)
        #expect(Event.some(Signal.go) == Signal.go && Signal.go == Event.some(.go))
        #expect(!(Event<Signal>.any == Signal.go))
        #expect(Set([Event.some(Signal.go), .any, .some(.stop)]).count == 3)
    }

    @Test func transitions() {
        let transition = Place.a => Place.b
        #expect(transition == Transition(fromState: .a, toState: .b))
        #expect(transition != Transition(fromState: .a, toState: .any))
        #expect(Transition(fromState: .any, toState: Place.b).toState == Place.b)
        #expect(
            transition.description
                == "\(State.some(Place.a)) => \(State.some(Place.b)) (\(transition.hashValue))")
    }

    @Test func theDefaultOrder() {
        #expect(_defaultOrder == 100)
    }
}
