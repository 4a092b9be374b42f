import FSMSwift
import Testing

/// The code of the document, block by block.
struct DocumentTests {
    enum State { case on, off }
    enum Event { case powerOn, powerOff }

    @Test func madeWithStates() {
        let machine = FSM<State, Event>(withStates: [.off, .on])
        #expect(machine.state == .off)
    }

    @Test func madeWithDefinitions() {
        let machine = FSM<State, Event>(withDefinitions: [
            FSM<State, Event>.StateDefinition(.off), FSM<State, Event>.StateDefinition(.on),
        ])
        #expect(machine.state == .off)
    }

    @Test func typedAsPartsOfTheMachine() {
        typealias Machine = FSM<State, Event>
        let transition: (Machine, State) -> Void = { $0.transition(on: .powerOn, from: $1, to: .on) }
        let machine = Machine(withStates: [.off, .on], configure: { transition($0, .off) })
        let event: (Event) -> Void = machine.event
        let setState: (State) -> Void = machine.setState
        let definedState: (State) -> Machine.StateDefinition? = machine.definedState
        event(.powerOn)
        #expect(machine.state == .on)
        setState(.off)
        #expect(machine.state == .off)
        #expect(definedState(.on) != nil)
    }

    @Test func transitionsWithAValueAndWithAClosure() {
        let trace = Trace()
        let machine = FSM<State, Event>(withStates: [.off, .on])
        machine.transition(on: .powerOn, from: .off, to: .on)
        machine.transition(
            on: .powerOff, from: .on,
            with: {
                trace.note("asked")
                return .off
            })
        machine.event(.powerOn)
        #expect(machine.state == .on)
        machine.event(.powerOff)
        #expect(machine.state == .off)
        #expect(trace.lines == ["asked"])
    }

    @Test func callbacksOfDefinedStates() {
        let trace = Trace()
        let machine = FSM<State, Event>(withStates: [.off, .on])
        machine.definedState(.off)?.onEnter = {
            trace.note("entering off")
        }
        machine.setState(.on)
        machine.setState(.off)
        #expect(trace.lines == ["entering off"])
    }

    @Test func callbacksOfDefinitions() {
        let trace = Trace()
        let sd1 = FSM<State, Event>.StateDefinition(.off)
        sd1.onEnter = { trace.note("enter") }
        sd1.onCycle = { trace.note("cycle") }
        sd1.onLeave = { trace.note("leave") }
        let machine = FSM<State, Event>(withDefinitions: [sd1, FSM.StateDefinition(.on)])
        machine.setState(.off)
        machine.setState(.on)
        machine.setState(.off)
        #expect(trace.lines == ["cycle", "leave", "enter"])
        #expect(machine.definedState(.off) === sd1)
    }

    @Test func example() {
        let trace = Trace()

        // Create the machine
        let machine = FSM<State, Event>(withStates: [.off, .on])  // The default starting state is the first state

        // Add transitions...
        machine.transition(on: .powerOff, from: .on, to: .off)
        machine.transition(
            on: .powerOn, from: .off,
            with: {
                // Initialize stuff
                trace.note("initialize")
                return .on  // Return the next state
            })

        // Optionaly add callbacks...
        machine.definedState(.off)?.onEnter = {
            // Do stuff on entering off state
            trace.note("entering off")
        }

        // Done!
        machine.event(.powerOn)
        #expect(machine.state == .on)
        machine.event(.powerOff)
        #expect(machine.state == .off)
        #expect(trace.lines == ["initialize", "entering off"])
    }
}
