import MSFSM
import Testing

/// Where the state is kept.
@Suite struct BinderTests {
    final class Holder: StateBinder {
        var state: Phase?
    }

    final class RememberingHolder: StateBinderWithMemory {
        var state: Phase?
        var memory: Phase?
    }

    private let remembering = FSMStructure<Phase, Void, Signal>()
        .memory(.idle).on(.start) { _, _, _, _ in .busy }
        .state(.busy)

    @Test func aBinderToABinderReadsAndWritesItsState() {
        let holder = Holder()
        let binder = AnyStateBinder(holder)
        binder.state = .busy
        #expect(holder.state == .busy)
        holder.state = .done
        #expect(binder.state == .done)
        #expect(binder.memory == nil)
    }

    @Test func aBinderKeepsTheMemoryOfOneThatHasIt() {
        let holder = RememberingHolder()
        let machine = BindableFSM(structure: remembering)
        let binder = AnyStateBinder(AnyStateBinder(holder))
        machine.activate(binder: binder)
        machine.process(event: .start, binder: binder)
        machine.deactivate(binder: binder)
        #expect(holder.state == nil)
        #expect(holder.memory == .busy)
        machine.activate(binder: binder)
        #expect(holder.state == .busy)
    }

    /// As it is made where nothing is known of the binder but that it is one.
    private func erased<Binder: StateBinder>(_ binder: Binder) -> AnyStateBinder<Binder.StateType> {
        AnyStateBinder(binder)
    }

    @Test func aBinderToABinderKeepsTheMemoryInGenericCodeToo() {
        let holder = RememberingHolder()
        let binder = erased(AnyStateBinder(holder))
        binder.memory = .done
        #expect(holder.memory == .done)
        #expect(binder.memory == .done)
    }

    @Test func aSimpleMachineIsABinder() {
        let machine = SimplestFSM<Phase, Signal>(structure: remembering)
        let binder = AnyStateBinder(machine)
        machine.activate()
        BindableFSM(structure: remembering).process(event: .start, binder: binder)
        #expect(machine.state == .busy)
        binder.memory = .idle
        #expect(machine.memory == .idle)
    }

    @Test func callbacksReachTheStateThroughTheirBinder() {
        var seen: [Phase?] = []
        let structure = FSMStructure<Phase, Void, Signal>()
            .initial(.idle)
            .didEnter { _, binder, _ in seen.append(binder.state) }
            .exec(.ping) { _, _, binder, _ in seen.append(binder.state) }
        let holder = Holder()
        let machine = BindableFSM(structure: structure)
        let binder = AnyStateBinder(holder)
        machine.activate(binder: binder)
        machine.process(event: .ping, binder: binder)
        machine.update(binder: binder)
        machine.deactivate(binder: binder)
        #expect(seen == [.idle, .idle])
        #expect(holder.state == nil)
    }

    @Test func nothingKeepsAMachineAliveThatNobodyHas() {
        var machine: SimplestFSM<Phase, Signal>? = SimplestFSM(structure: remembering)
        weak let observed = machine
        machine?.activate()
        machine?.process(event: .start)
        #expect(observed?.state == .busy)
        machine = nil
        #expect(observed == nil)
    }

    /// Through the protocol.
    private func start<Machine: FSM>(
        _ machine: Machine, _ binder: Machine.StateBinderType, info: Machine.InfoType, _ event: Machine.EventType
    ) -> Machine.EventType? {
        machine.activate(time: 0, binder: binder, info: info)
        machine.process(event: event, time: 0, binder: binder, info: info)
        defer { machine.deactivate(time: 0, binder: binder, info: info) }
        return machine.update(time: 0, binder: binder, info: info)
    }

    @Test func machinesAreUsedThroughTheProtocol() {
        let trace = Trace()
        let structure = TracedStructure()
            .initial(.idle).traced().on(.start, to: .busy)
            .state(.busy).update { _, _, _ in .stop }
        let holder = Holder()
        #expect(start(BindableFSM(structure: structure), AnyStateBinder(holder), info: trace, .start) == .stop)
        #expect(trace.take() == ["didEnter in idle", "willLeave in idle", "on start in idle"])
        #expect(holder.state == nil)
    }
}
