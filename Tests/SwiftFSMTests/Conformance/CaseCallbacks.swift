@testable import ConformanceCases
import FSMEngine
import SwiftFSM

/// The conditions and actions of a case: they note that they are called, and conditions say what is expected of them.
@MainActor
final class CaseCallbacks {
    /// A callback that was called: the event that it was given, if it takes one, and the state at that moment.
    struct Called {
        var words: String
        var event: ID?
        var state: ID
    }

    private(set) var called: [Called] = []
    private var answers: [Bool] = []
    /// What the machine tells of its state.
    var state: () -> ID = { ReservedID.none }

    /// Forgets what was called. Of the conditions that are asked next each says what is expected of it, and yes if
    /// nothing is.
    func begin(_ trace: [Conformance.Happening]) {
        called = []
        answers = trace.filter { $0.role == .guard }.map { $0.answer != 0 }.reversed()
    }

    private func note(_ words: String, _ event: ID? = nil) {
        called.append(Called(words: words, event: event, state: state()))
    }

    func ask(_ name: String) -> Bool {
        note(Conformance.words(.guard, name))
        return answers.popLast() ?? true
    }

    /// An action, which takes the event or not, as its name is long or short: both forms are to be performed.
    func action<Event: NumberedValue>(_ role: Conformance.Role, _ name: String, _: Event.Type) -> AnyAction {
        let words = Conformance.words(role, name)
        if name.count.isMultiple(of: 2) { return AnyAction { [unowned self] in note(words) } }
        return AnyAction { [unowned self] (event: Event) in note(words, event.id) }
    }
}
