import MSFSM
import Testing

/// States and events are what `==` says, and the values themselves come through.
@Suite struct EqualityTests {
    /// Values that are equal whatever note they carry.
    struct Noted: FSMState, FSMEvent, CustomStringConvertible {
        let name: String
        var note = ""

        static func == (left: Noted, right: Noted) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
        var description: String { note.isEmpty ? name : "\(name)[\(note)]" }
    }

    private let machine = SimpleFSM<Noted, Trace, Noted>()
        .initial(Noted(name: "a", note: "declared"))
        .on(Noted(name: "go", note: "declared")) { event, _, _, trace in
            trace.add("\(event)")
            return Noted(name: "b", note: "returned")
        }
        .exec(Noted(name: "look", note: "declared")) { event, _, _, trace in trace.add("\(event)") }
        .state(Noted(name: "b", note: "declared"))
        .didEnter { _, binder, trace in trace.add("didEnter \(binder.state.map { "\($0)" } ?? "nil")") }

    @Test func callbacksAreGivenTheEventThatWasSent() {
        let trace = Trace()
        machine.activate(info: trace)
        machine.process(event: Noted(name: "look", note: "sent"), info: trace)
        machine.process(event: Noted(name: "go", note: "sent too"), info: trace)
        #expect(trace.take() == ["look[sent]", "go[sent too]", "didEnter b[returned]"])
    }

    @Test func theStateIsTheReturnedValueNotTheDeclaredOne() {
        let trace = Trace()
        machine.activate(info: trace)
        #expect(machine.state?.note == "declared")
        machine.process(event: Noted(name: "go"), info: trace)
        #expect(machine.state?.note == "returned")
    }

    @Test func theMemoryIsTheValueThatTheStateHad() {
        let machine = SimplestFSM<Noted, Signal>()
            .memory(Noted(name: "a", note: "declared"))
            .on(.start) { _, _, _, _ in Noted(name: "a", note: "returned") }
        machine.activate()
        machine.process(event: .start)
        machine.deactivate()
        machine.activate()
        #expect(machine.state?.note == "returned")
    }

    /// Small values are looked up by their bits; some with other bits are equal nonetheless.
    @Test func equalValuesOfTwoBytesWithOtherBitsAreFoundToo() {
        struct Small: FSMEvent {
            let kind: UInt8
            let value: UInt8

            static func == (left: Small, right: Small) -> Bool { left.kind == right.kind }
            func hash(into hasher: inout Hasher) { hasher.combine(kind) }
        }
        var values: [UInt8] = []
        let machine = SimplestFSM<Phase, Small>()
            .initial(.idle)
            .exec(Small(kind: 1, value: 0)) { event, _, _, _ in values.append(event.value) }
        machine.activate()
        for value in [0, 7, 255] as [UInt8] { machine.process(event: Small(kind: 1, value: value)) }
        machine.process(event: Small(kind: 2, value: 0))
        #expect(values == [0, 7, 255])
    }
}
