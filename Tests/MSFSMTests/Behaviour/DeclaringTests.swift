import MSFSM
import Testing

/// What was declared later, and through the protocol.
@Suite struct DeclaringTests {
    /// What the machine does for `start` in its initial state.
    private func reaction(of machine: TracedFSM) -> [String] {
        let trace = Trace()
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        return trace.take()
    }

    @Test func theLastReactionToAnEventReplacesTheFormer() {
        let machine = TracedFSM()
            .initial(.idle)
            .on(.start) { _, _, _, trace in
                trace.add("first")
                return .idle
            }
            .on(.start) { _, _, _, trace in
                trace.add("second")
                return .idle
            }
        #expect(reaction(of: machine) == ["second"])
    }

    @Test func anExecutionReplacesATransitionAndTheOtherWayRound() {
        let machine = TracedFSM().initial(.idle).on(.start, to: .idle)
        machine.exec(.start) { _, _, _, trace in trace.add("exec") }
        #expect(reaction(of: machine) == ["exec"])
        machine.on(.start, to: .idle)
        #expect(reaction(of: machine) == ["on start in idle"])
    }

    @Test func theSameEventMeansSomethingElseInAnotherState() {
        let trace = Trace()
        let machine = TracedFSM()
            .initial(.idle).on(.start, to: .busy)
            .state(.busy).exec(.start) { _, _, _, trace in trace.add("exec") }
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        machine.process(event: .start, info: trace)
        #expect(trace.take() == ["on start in idle", "exec"])
    }

    @Test func theLastCallbackOfAStateReplacesTheFormer() {
        let machine = TracedFSM()
            .initial(.idle)
            .didEnter { _, _, trace in trace.add("first") }
            .didEnter { _, _, trace in trace.add("second") }
        #expect(reaction(of: machine) == ["second"])
    }

    @Test func theInitialStateNeedNotComeFirst() {
        let structure = TracedStructure().state(.busy).initial(.idle)
        #expect(structure.initialState == .idle)
        #expect(!structure.hasMemory)
        #expect(TracedStructure().initialState == nil)
        #expect(TracedStructure().memory(.idle).hasMemory)
    }

    @Test func declaringMayGoOnWhileMachinesRun() {
        let structure = TracedStructure().initial(.idle).on(.start, to: .idle)
        let machine = TracedFSM(structure: structure)
        #expect(reaction(of: machine) == ["on start in idle"])
        structure.on(.stop) { _, _, _, trace in
            trace.add("stop")
            return .busy
        }
        structure.state(.busy)
        let trace = Trace()
        machine.process(event: .stop, info: trace)
        #expect(trace.take() == ["stop"])
        #expect(machine.state == .busy)
    }

    @Test func aCallbackMayAddToItsOwnStructure() {
        let structure = TracedStructure().initial(.idle)
        structure
            .on(.start) { [unowned structure] _, _, _, trace in
                trace.add("before")
                structure.on(.start) { _, _, _, trace in
                    trace.add("replaced")
                    return .busy
                }
                structure.state(.busy).didEnter { _, _, trace in trace.add("didEnter busy") }
                return .idle
            }
        let machine = TracedFSM(structure: structure)
        let trace = Trace()
        machine.activate(info: trace)
        machine.process(event: .start, info: trace)
        machine.process(event: .start, info: trace)
        #expect(trace.take() == ["before", "replaced", "didEnter busy"])
    }

    private final class Kept {}

    @Test func whatIsReplacedIsLetGo() {
        let structure = TracedStructure().initial(.idle)
        let machine = TracedFSM(structure: structure)
        machine.activate(info: Trace())
        var kept: [() -> Kept?] = []
        for _ in 0..<1_000 {
            let object = Kept()
            kept.append { [weak object] in object }
            structure.on(.start) { _, _, _, _ in withExtendedLifetime(object) { .idle } }
            machine.process(event: .start, info: Trace())
        }
        #expect(kept.compactMap { $0() }.count == 1)
    }

    @Test func whatAStructureHoldsGoesWithIt() {
        weak var observed: Kept?
        do {
            let object = Kept()
            observed = object
            let machine = TracedFSM()
                .initial(.idle)
                .didEnter { _, _, _ in withExtendedLifetime(object) {} }
                .on(.start) { _, _, _, _ in withExtendedLifetime(object) { .idle } }
            machine.activate(info: Trace())
            machine.process(event: .start, info: Trace())
            #expect(observed != nil)
        }
        #expect(observed == nil)
    }

    /// Through the protocol, and so through the methods without places.
    private func build<Machine: BuildableFSM>(
        _ machine: Machine
    ) -> Machine where Machine.StateType == Phase, Machine.InfoType == Trace, Machine.EventType == Signal {
        machine
            .initial(.idle).traced().on(.start, to: .busy)
            .state(.busy).update { _, _, trace in
                trace.add("update")
                return .stop
            }
            .exec(.ping) { _, _, _, trace in trace.add("ping") }
    }

    @Test func structuresAndMachinesAreBuiltThroughTheProtocolAlike() {
        for machine in [build(TracedFSM()), TracedFSM(structure: build(TracedStructure()))] {
            #expect(
                reaction(of: machine) == ["didEnter in idle", "willLeave in idle", "on start in idle"])
            let trace = Trace()
            machine.process(event: .ping, info: trace)
            #expect(machine.update(info: trace) == .stop)
            #expect(trace.take() == ["ping", "update"])
        }
    }

    struct Number: FSMState, FSMEvent { var value: Int }

    /// Declares something when nothing retains it any more.
    private final class Declarer {
        private let declare: () -> Void

        init(_ declare: @escaping () -> Void) { self.declare = declare }

        deinit { declare() }
    }

    /// The error tells the place of the transition that replaces another one: it is stored last.
    @Test func whatIsReplacedMayDeclareMore() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let structure = FSMStructure<Number, Void, Number>().initial(Number(value: 0))
            structure.on(
                Number(value: 0),
                transition: Self.staying { [unowned structure] in
                    for number in 1...100 { structure.exec(Number(value: number)) { _, _, _, _ in } }
                }, line: 1_000)
            structure.on(Number(value: 0), transition: { _, _, _, _ in Number(value: 101) }, line: 2_000)
            let machine = SimpleFSM(structure: structure)
            machine.activate()
            for number in 0...100 { machine.process(event: Number(value: 100 - number)) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("DeclaringTests.swift:2000: Fatal error: MSFSM: .on("))
    }

    /// A transition that alone retains an object which declares something when it is deallocated.
    private static func staying(_ declare: @escaping () -> Void) -> TransitionCallback<Number, Void, Number> {
        let declarer = Declarer(declare)
        return { _, _, _, _ in
            _ = declarer
            return Number(value: 0)
        }
    }
}
