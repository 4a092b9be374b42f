import MSFSM

enum Phase: FSMState { case idle, busy, done }
enum Signal: FSMEvent { case start, stop, ping, unknown }

/// Records what ran, and in which state.
final class Trace {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func add(_ line: String, in binder: AnyStateBinder<Phase>) {
        add(line + " in " + (binder.state.map { "\($0)" } ?? "nil"))
    }

    /// What was recorded since it was last asked for.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

typealias TracedFSM = SimpleFSM<Phase, Trace, Signal>
typealias TracedStructure = FSMStructure<Phase, Trace, Signal>

extension BuildableFSM where StateType == Phase, InfoType == Trace, EventType == Signal {
    /// Callbacks that record the entering and leaving of the state that was declared last.
    @discardableResult
    func traced() -> Self {
        didEnter { _, binder, trace in trace.add("didEnter", in: binder) }
            .willLeave { _, binder, trace in trace.add("willLeave", in: binder) }
    }

    /// A transition that records itself.
    @discardableResult
    func on(_ event: Signal, to next: Phase) -> Self {
        on(event) { event, _, binder, trace in
            trace.add("on \(event)", in: binder)
            return next
        }
    }
}
