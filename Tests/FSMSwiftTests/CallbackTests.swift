import FSMSwift
import Testing

/// What runs at a step, in which order, and what the machine tells meanwhile.
struct CallbackTests {
    @Test func toAnotherState() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.event(.coin)
        machine.event(.pass)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "unlocked.onEnter: unlocked after locked",
                "unlocked.onLeave: unlocked after locked", "locked.onEnter: locked after unlocked",
            ])
    }

    @Test func toTheSameState() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.setState(.unlocked)
        machine.event(.coin)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "unlocked.onEnter: unlocked after locked",
                "unlocked.onCycle: unlocked after unlocked",
            ])
    }

    @Test func withoutATransition() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.event(.pass)
        #expect(trace.lines == [])
    }

    @Test func eventsFromEnteringNest() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.definedState(.unlocked)?.onEnter = { [unowned machine] in
            trace.note("pushed in \(machine.state)")
            machine.event(.pass)
            trace.note("through, in \(machine.state)")
        }
        machine.event(.coin)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "pushed in unlocked", "unlocked.onLeave: unlocked after locked",
                "locked.onEnter: locked after unlocked", "through, in locked",
            ])
        #expect(machine.lastEvent == .pass)
    }

    /// What leaving comes to while a state is being left is handled at once; then the step goes on from there.
    @Test func eventsFromLeavingNest() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.definedState(.locked)?.onLeave = { [unowned machine] in
            trace.note("left")
            machine.definedState(.locked)?.onLeave = nil
            machine.event(.kick)
        }
        machine.event(.coin)
        #expect(
            trace.lines == ["left", "broken.onEnter: broken after locked", "unlocked.onEnter: unlocked after broken"])
        #expect(machine.state == .unlocked)
    }

    @Test func eventsFromATargetNest() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.transition(on: .pass, from: .locked) { [unowned machine] in
            machine.event(.coin)
            return .broken
        }
        machine.event(.pass)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "unlocked.onEnter: unlocked after locked",
                "unlocked.onLeave: unlocked after locked", "broken.onEnter: broken after unlocked",
            ])
    }

    @Test func callbacksMayBeReplaced() {
        let trace = Trace()
        let machine = turnstile(trace)
        machine.event(.coin)
        machine.definedState(.unlocked)?.onCycle = nil
        machine.definedState(.unlocked)?.onLeave = { trace.note("another") }
        machine.event(.coin)
        machine.event(.kick)
        #expect(
            trace.lines == [
                "locked.onLeave: locked after nothing", "unlocked.onEnter: unlocked after locked", "another",
                "broken.onEnter: broken after unlocked",
            ])
    }

    @Test func ofEqualDefinitionsTheFirstCounts() {
        let trace = Trace()
        let definitions = ["first", "second"].map { name in
            let definition = FSM<Gate, Visit>.StateDefinition(.locked)
            definition.onCycle = { trace.note(name) }
            return definition
        }
        let unlocked = FSM<Gate, Visit>.StateDefinition(.unlocked)
        unlocked.onEnter = { trace.note("unlocked") }
        let machine = FSM(withDefinitions: definitions + [unlocked])
        machine.setState(.locked)
        machine.setState(.unlocked)
        machine.setState(.locked)
        machine.setState(.locked)
        #expect(trace.lines == ["first", "unlocked", "first"])
    }

    /// Nothing of it is kept by what it has called.
    @Test func aMachineGoesWithItsLastReference() {
        weak var gone: FSM<Gate, Visit>?
        do {
            let machine = turnstile(Trace())
            machine.event(.coin)
            gone = machine
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }
}
