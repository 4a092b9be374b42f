import MSFSM
import Testing

/// Activation, deactivation, memory and updates.
@Suite struct LifeTests {
    private let trace = Trace()

    private func told(_ state: Phase?) -> String { state.map { "\($0)" } ?? "nil" }

    /// A machine that records its memory too when it is left.
    private func structure(hasMemory: Bool) -> TracedStructure {
        let structure = TracedStructure()
        if hasMemory { structure.memory(.idle) } else { structure.initial(.idle) }
        return structure.traced()
            .on(.start, to: .busy)
            .state(.busy)
            .didEnter { _, binder, trace in trace.add("didEnter", in: binder) }
            .willLeave { [told] _, binder, trace in
                trace.add("willLeave remembering \(told(binder.memory))", in: binder)
            }
    }

    private func live(_ machine: TracedFSM) -> [String] {
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        machine.deactivate(info: trace)
        trace.add(told(machine.state))
        machine.activate(info: trace)
        return trace.take()
    }

    @Test func withoutMemoryAMachineBeginsAnew() {
        let machine = TracedFSM(structure: structure(hasMemory: false))
        #expect(
            live(machine) == [
                "didEnter in idle", "willLeave in idle", "on start in idle", "didEnter in busy",
                "willLeave remembering nil in busy", "nil", "didEnter in idle",
            ])
        #expect(machine.state == .idle)
        #expect(machine.memory == nil)
    }

    @Test func withMemoryItComesBackToWhereItWas() {
        let machine = TracedFSM(structure: structure(hasMemory: true))
        #expect(
            live(machine) == [
                "didEnter in idle", "willLeave in idle", "on start in idle", "didEnter in busy",
                "willLeave remembering busy in busy", "nil", "didEnter in busy",
            ])
        #expect(machine.state == .busy)
        #expect(machine.memory == .busy)
    }

    @Test func simpleMachinesDeclareAMemoryToo() {
        let machine = SimplestFSM<Phase, Signal>()
            .memory(.idle).on(.start) { _, _, _, _ in .busy }
            .state(.busy)
        machine.activate()
        machine.process(event: .start)
        machine.deactivate()
        #expect(machine.memory == .busy)
        machine.activate()
        #expect(machine.state == .busy)
    }

    @Test func whatIsRememberedMayBeSetAndForgotten() {
        let machine = SimplestFSM<Phase, Signal>().memory(.idle).state(.busy)
        machine.memory = .busy
        machine.activate()
        #expect(machine.state == .busy)
        machine.deactivate()
        machine.memory = nil
        machine.activate()
        #expect(machine.state == .idle)
    }

    @Test func withoutMemoryInTheStructureThatOfTheBinderIsLeftAlone() {
        let machine = SimplestFSM<Phase, Signal>().initial(.idle).state(.busy)
        machine.memory = .busy
        machine.activate()
        #expect(machine.state == .idle)
        machine.deactivate()
        #expect(machine.memory == .busy)
    }

    @Test func activatingTwiceEntersTheInitialStateOnceMore() {
        let machine = TracedFSM(structure: structure(hasMemory: false))
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        _ = trace.take()
        machine.activate(info: trace)
        #expect(trace.take() == ["didEnter in idle"])
    }

    @Test func theStateThatTheClientSetsIsTheOneThatCounts() {
        let machine = TracedFSM(structure: structure(hasMemory: false))
        machine.state = .idle
        machine.process(event: .start, info: trace)
        #expect(machine.state == .busy)
    }

    @Test func theEventOfAnUpdateIsReturnedUnprocessed() {
        let machine = TracedFSM()
            .initial(.idle)
            .update { _, binder, trace in
                trace.add("update", in: binder)
                return .start
            }
            .on(.start, to: .busy)
            .state(.busy)
        machine.activate(info: trace)
        let event = machine.update(info: trace)
        #expect(event == .start)
        #expect(machine.state == .idle)
        if let event { machine.process(event: event, info: trace) }
        #expect(machine.update(info: trace) == nil)
        #expect(trace.take() == ["update in idle", "on start in idle"])
    }
}
