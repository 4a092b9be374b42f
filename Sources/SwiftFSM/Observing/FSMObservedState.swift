import Observation

/// The state of a machine for `Observation`: views that read ``state`` are updated when it changes.
///
/// It belongs to the isolation domain of the machine, the main actor, say. It keeps the last state when the machine is gone.
public final class FSMObservedState<State: FSMHashable>: Observable {
    private let registrar = ObservationRegistrar()
    private var current: State

    init(_ state: State) { current = state }

    /// The state of the machine.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return current
    }

    /// Observers are told of changes alone, not of transitions that stay.
    func change(to state: State) {
        guard state != current else { return }
        registrar.withMutation(of: self, keyPath: \.state) { current = state }
    }
}
