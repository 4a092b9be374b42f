import Observation
import SwiftFSM

/// What a view of a login shows. Views read `state.state`, `error` and `canSubmit`, and call `submit` and `cancel`.
@MainActor final class LoginModel: SyntaxBuilder {
    nonisolated enum State { case editing, waiting, loggedIn }
    nonisolated enum Event { case submit, accepted, refused, cancel }

    private let machine = FSM<State, Event>.OnMainActor(initialState: .editing)
    private let check: (String) async -> Bool
    private var checking: Task<Void, Never>?

    var name = ""
    private(set) var error: String?
    /// Tells views of changes: all calls return the same object.
    var state: FSMObservedState<State> { machine.observedState }

    init(check: @escaping (String) async -> Bool) throws {
        self.check = check
        try machine.buildTable {
            define(.editing) { when(.submit) | then(.waiting) | { [weak self] in self?.begin() } }
            define(.waiting, onExit: [AnyAction { [weak self] in self?.end() }]) {
                when(.accepted) | then(.loggedIn)
                when(.refused) | then(.editing) | { [weak self] in self?.error = "unknown name" }
                when(.cancel) | then(.editing)
            }
            define(.loggedIn) { when(.cancel) | then(.editing) }
        }
    }

    var canSubmit: Bool { machine.permittedEvents().contains(.submit) }

    func submit() { send(.submit) }
    func cancel() { send(.cancel) }

    /// All actions are synchronous and on the main actor, so that nothing is thrown.
    private func send(_ event: Event) { _ = try? machine.handleEventAtOnce(event) }

    private func begin() {
        error = nil
        checking = Task { [check, name, weak self] in
            let isKnown = await check(name)
            if !Task.isCancelled { self?.send(isKnown ? .accepted : .refused) }
        }
    }

    private func end() { checking?.cancel() }
}
