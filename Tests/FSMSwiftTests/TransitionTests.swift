import FSMSwift
import Testing

/// Which transition an event takes.
struct TransitionTests {
    @Test func theFirstStateIsTheInitialOne() {
        let trace = Trace()
        let machine = turnstile(trace)
        #expect(machine.state == .locked)
        #expect(machine.previousState == nil)
        #expect(machine.lastEvent == nil)
        #expect(trace.lines == [])
    }

    @Test func theInitialStateIsNotEntered() {
        let trace = Trace()
        let locked = FSM<Gate, Visit>.StateDefinition(.locked)
        locked.onEnter = { trace.note("entered") }
        let machine = FSM(withDefinitions: [locked, FSM<Gate, Visit>.StateDefinition(.unlocked)])
        #expect(trace.lines == [])
        machine.setState(.unlocked)
        machine.setState(.locked)
        #expect(trace.lines == ["entered"])
    }

    @Test func theLastEventIsSetWhateverComesOfIt() {
        let machine = turnstile(Trace())
        machine.event(.pass)
        #expect(machine.lastEvent == .pass)
        #expect(machine.state == .locked)
        machine.event(.coin)
        #expect(machine.lastEvent == .coin)
        #expect(machine.state == .unlocked)
    }

    @Test func theLastEventIsSetFirst() {
        let trace = Trace()
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.transition(on: .coin, from: .locked) { [unowned machine] in
            trace.note("\(machine.lastEvent as Visit?, default: "none") in \(machine.state)")
            return .unlocked
        }
        machine.event(.coin)
        #expect(trace.lines == ["coin in locked"])
    }

    @Test func theFirstAddedWins() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked, .broken])
        machine.transition(on: .coin, from: .locked, to: .unlocked)
        machine.transition(on: .coin, from: .locked, to: .broken)
        machine.transition(on: .coin, from: [.unlocked, .locked], to: .locked)
        machine.event(.coin)
        #expect(machine.state == .unlocked)
        machine.event(.coin)
        #expect(machine.state == .locked)
    }

    @Test func withoutATargetNothingHappensAndTheNextIsNotAsked() {
        let trace = Trace()
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.note(.locked, in: trace)
        machine.transition(on: .coin, from: .locked) {
            trace.note("first")
            return nil
        }
        machine.transition(on: .coin, from: .locked) {
            trace.note("second")
            return .unlocked
        }
        machine.event(.coin)
        #expect(trace.lines == ["first"])
        #expect(machine.state == .locked)
        #expect(machine.previousState == nil)
        #expect(machine.lastEvent == .coin)
    }

    @Test func theTargetIsEvaluatedAtEachEvent() {
        var targets: [Gate?] = [nil, .unlocked, .broken]
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked, .broken])
        machine.transition(on: .kick, from: [.locked, .unlocked], to: targets.removeFirst())
        var states: [Gate] = []
        for _ in 0..<3 {
            machine.event(.kick)
            states.append(machine.state)
        }
        #expect(states == [.locked, .unlocked, .broken])
    }

    @Test func aListOfStatesIsOneTransitionEach() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked, .broken])
        machine.transition(on: .kick, from: [.locked, .unlocked], to: .broken)
        machine.transition(on: .pass, from: [], to: .broken)
        for state in [Gate.locked, .unlocked] {
            machine.setState(state)
            machine.event(.pass)
            #expect(machine.state == state)
            machine.event(.kick)
            #expect(machine.state == .broken)
        }
        machine.event(.kick)
        #expect(machine.previousState == .unlocked)
    }

    @Test func configureRunsAtTheEndOfInit() {
        var seen: [Gate] = []
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked]) { machine in
            machine.transition(on: .coin, from: .locked, to: .unlocked)
            machine.event(.coin)
            seen.append(machine.state)
        }
        #expect(seen == [.unlocked])
        #expect(machine.state == .unlocked)

        let other = FSM(withDefinitions: [FSM<Gate, Visit>.StateDefinition(.broken)]) { $0.name = "other" }
        #expect(other.name == "other")
    }

    @Test func transitionsMayBeAddedBetweenEvents() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.event(.coin)
        #expect(machine.state == .locked)
        machine.transition(on: .coin, from: .locked, to: .unlocked)
        machine.event(.coin)
        #expect(machine.state == .unlocked)
        machine.transition(on: .pass, from: .unlocked, to: .locked)
        machine.event(.pass)
        #expect(machine.state == .locked)
    }

    @Test func transitionsMayBeAddedFromInsideATarget() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.transition(on: .coin, from: .locked) { [unowned machine] in
            machine.transition(on: .pass, from: .unlocked, to: .locked)
            return .unlocked
        }
        machine.event(.coin)
        machine.event(.pass)
        #expect(machine.state == .locked)
        #expect(machine.previousState == .unlocked)
    }

    @Test func fromAnUndeclaredStateItIsNeverTaken() {
        let machine = FSM<Gate, Visit>(withStates: [.locked, .unlocked])
        machine.transition(on: .coin, from: .broken, to: .locked)
        machine.transition(on: .coin, from: .locked, to: .unlocked)
        machine.event(.coin)
        #expect(machine.state == .unlocked)
        #expect(machine.definedState(.broken) == nil)
    }

    @Test func whatTheMachineTellsMayBeSet() {
        let machine = turnstile(Trace())
        machine.previousState = .broken
        machine.lastEvent = .kick
        #expect(machine.previousState == .broken)
        #expect(machine.lastEvent == .kick)
        machine.event(.coin)
        #expect(machine.previousState == .locked)
        #expect(machine.lastEvent == .coin)
    }

    @Test func subclassesAddWhatTheyNeed() {
        final class Door: FSM<Gate, Visit> {
            var visits = 0

            func enter() {
                visits += 1
                event(.pass)
            }
        }
        let door = Door(withStates: [.unlocked, .locked]) { $0.transition(on: .pass, from: .unlocked, to: .locked) }
        door.enter()
        #expect(door.visits == 1)
        #expect(door.state == .locked)
    }
}
