import MSFSM
import Testing

/// What runs for an event, in which order, and what the state is meanwhile.
@Suite struct TransitionTests {
    private let trace = Trace()
    private let machine = TracedFSM()
        .initial(.idle).traced()
        .on(.start, to: .busy)
        .on(.stop, to: .idle)
        .exec(.ping) { event, _, binder, trace in trace.add("exec \(event)", in: binder) }
        .state(.busy).traced()
        .on(.stop, to: .idle)

    private func steps(_ event: Signal) -> [String] {
        machine.process(event: event, info: trace)
        return trace.take()
    }

    @Test func theStateIsLeftThenTheTransitionRunsThenTheNextOneIsEntered() {
        machine.activate(info: trace)
        #expect(trace.take() == ["didEnter in idle"])
        #expect(steps(.start) == ["willLeave in idle", "on start in idle", "didEnter in busy"])
        #expect(machine.state == .busy)
    }

    @Test func aTransitionToTheSameStateLeavesAndEntersIt() {
        machine.activate(info: trace)
        _ = trace.take()
        #expect(steps(.stop) == ["willLeave in idle", "on stop in idle", "didEnter in idle"])
        #expect(machine.state == .idle)
    }

    @Test func anExecutionRunsAlone() {
        machine.activate(info: trace)
        _ = trace.take()
        #expect(steps(.ping) == ["exec ping in idle"])
        #expect(machine.state == .idle)
    }

    @Test func anEventThatIsNotDeclaredDoesNothingAtAll() {
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        _ = trace.take()
        #expect(steps(.ping) == [])  // known in another state
        #expect(steps(.unknown) == [])  // known nowhere
        #expect(machine.state == .busy)
    }

    @Test func aStructureWithoutReactionsTakesEveryEventAsUnknown() {
        let machine = TracedFSM().initial(.idle).traced()
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        #expect(trace.take() == ["didEnter in idle"])
        #expect(machine.state == .idle)
    }

    @Test func anEventFromACallbackIsProcessedThenAndThere() {
        let machine = TracedFSM()
        machine
            .initial(.idle).traced()
            .on(.start, to: .busy)
            .state(.busy)
            .didEnter { [unowned machine] _, binder, trace in
                trace.add("didEnter", in: binder)
                machine.process(event: .stop, info: trace)
                trace.add("after stop", in: binder)
            }
            .on(.stop, to: .done)
            .state(.done).traced()
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        #expect(
            trace.take() == [
                "didEnter in idle", "willLeave in idle", "on start in idle", "didEnter in busy", "on stop in busy",
                "didEnter in done", "after stop in done",
            ])
        #expect(machine.state == .done)
    }

    @Test func timesArePassedOnUntouchedAndAreZeroOtherwise() {
        var times: [TimeInterval] = []
        let machine = SimplestFSM<Phase, Signal>()
            .initial(.idle)
            .didEnter { time, _, _ in times.append(time) }
            .willLeave { time, _, _ in times.append(time) }
            .update { time, _, _ in
                times.append(time)
                return nil
            }
            .on(.start) { _, time, _, _ in
                times.append(time)
                return .idle
            }
            .exec(.ping) { _, time, _, _ in times.append(time) }
        machine.activate(time: 1.5)
        machine.process(event: .start, time: 2.5)
        machine.process(event: .ping, time: -3)
        machine.update(time: 4)
        machine.deactivate(time: .infinity)
        #expect(times == [1.5, 2.5, 2.5, 2.5, -3, 4, .infinity])
        times = []
        machine.activate()
        machine.process(event: .start)
        machine.process(event: .ping)
        machine.update()
        machine.deactivate()
        #expect(times == [0, 0, 0, 0, 0, 0, 0])
    }
}
