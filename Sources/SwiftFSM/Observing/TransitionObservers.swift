import Synchronization

/// Those who observe one machine. Belongs to the machine's isolation domain, but for streams, which end on any thread.
@usableFromInline
final class TransitionObservers<State: FSMHashable, Event: FSMHashable> {
    typealias Transition = FSMTransition<State, Event>

    private let streams = Streams()
    private var traces: [WeakTrace] = []
    /// Kept as long as the machine, so that all who ask for it share it.
    private(set) var state: FSMObservedState<State>?
    var handler: FSMTransitionHandler<State, Event>?

    /// The continuations of streams, which their tasks remove.
    private final class Streams: Sendable {
        private let continuations = Mutex<(next: Int, all: [Int: AsyncStream<Transition>.Continuation])>((0, [:]))

        var all: [AsyncStream<Transition>.Continuation] {
            continuations.withLock { Array($0.all.values) }
        }

        func add(_ continuation: AsyncStream<Transition>.Continuation) {
            let number = continuations.withLock { continuations in
                continuations.next += 1
                continuations.all[continuations.next] = continuation
                return continuations.next
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.continuations.withLock { $0.all.removeValue(forKey: number) }
            }
        }
    }

    private struct WeakTrace {
        weak var trace: FSMTrace<State, Event>?
    }

    deinit {
        for continuation in streams.all { continuation.finish() }
    }

    /// Whether nobody observes any longer.
    var isEmpty: Bool {
        state == nil && handler == nil && streams.all.isEmpty && !traces.contains { $0.trace != nil }
    }

    func trace() -> FSMTrace<State, Event> {
        let trace = FSMTrace<State, Event>()
        traces.removeAll { $0.trace == nil }
        traces.append(WeakTrace(trace: trace))
        return trace
    }

    func stream(_ policy: AsyncStream<Transition>.Continuation.BufferingPolicy) -> AsyncStream<Transition> {
        let (stream, continuation) = AsyncStream.makeStream(of: Transition.self, bufferingPolicy: policy)
        streams.add(continuation)
        return stream
    }

    func observedState(_ current: State) -> FSMObservedState<State> {
        let observed = state ?? FSMObservedState(current)
        state = observed
        return observed
    }

    /// Tells of a transition, before its actions run: those of events that they send come after it. `current` is the state
    /// of the machine.
    func notify(_ transition: Transition, current: State) {
        for continuation in streams.all { continuation.yield(transition) }
        for trace in traces { trace.trace?.add(transition) }
        state?.change(to: current)
        handler?(transition)
    }
}
