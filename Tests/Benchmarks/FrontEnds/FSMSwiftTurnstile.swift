import FSMSwift

/// Acts where transitions are asked for their targets.
final class FSMSwiftTurnstile {
    private let machine = FSM<GateState, GateEvent>(withStates: [.locked, .unlocked])
    let counter = GateCounter()

    init() {
        add(.coin, .locked, .unlocked)
        add(.pass, .locked, .locked)
        add(.coin, .unlocked, .unlocked)
        add(.pass, .unlocked, .locked)
    }

    private func add(_ event: GateEvent, _ state: GateState, _ target: GateState) {
        machine.transition(on: event, from: state) { [counter] in
            counter.act()
            return target
        }
    }

    func handle(_ count: Int, _ event: (Int) -> GateEvent) {
        for number in 0..<count { machine.event(event(number)) }
    }
}

/// Two states, between which each of many events leads to and fro: events of two bytes.
final class FSMSwiftRing {
    private let machine = FSM<Bool, UInt16>(withStates: [false, true])
    private let events: Int

    init(events: Int) {
        self.events = events
        for event in 0..<UInt16(events) {
            machine.transition(on: event, from: false, to: true)
            machine.transition(on: event, from: true, to: false)
        }
    }

    func handle(_ count: Int) {
        for number in 0..<count { machine.event(UInt16(truncatingIfNeeded: number % events)) }
    }

    /// As it is after an even number of events.
    var isBackAtStart: Bool { machine.previousState == true && machine.state == false }
}

/// The same with events that have to be looked up by their hash.
final class FSMSwiftHashedRing {
    private let machine = FSM<Bool, Int>(withStates: [false, true])
    private let events: Int

    init(events: Int) {
        self.events = events
        for event in 0..<events {
            machine.transition(on: event, from: false, to: true)
            machine.transition(on: event, from: true, to: false)
        }
    }

    func handle(_ count: Int) {
        for number in 0..<count { machine.event(number % events) }
    }

    /// As it is after an even number of events.
    var isBackAtStart: Bool { machine.previousState == true && machine.state == false }
}
