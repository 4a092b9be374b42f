/// An action that may fail, with what the machine does then.
@usableFromInline
final class AttemptedAction<Event: FSMHashable> {
    enum Form {
        case sync(@isolated(any) () throws -> Void)
        case syncWithEvent(@isolated(any) (Event) throws -> Void)
        case async(@isolated(any) () async throws -> Void)
        case asyncWithEvent(@isolated(any) (Event) async throws -> Void)
    }

    private let form: Form
    /// The actor of the function.
    let isolation: (any Actor)?
    /// An `FSMFailure` of the machine's states.
    let failure: any Sendable
    /// A synchronous function as one that is called directly. The cast allocates: it is done once.
    private let direct: ((Event) throws -> Void)?

    init(_ form: Form, _ failure: any Sendable) {
        self.form = form
        self.failure = failure
        // An `@isolated(any)` function has the calling convention of any other function.
        switch form {
        case .sync(let action):
            isolation = action.isolation
            let called = unsafeBitCast(action, to: (() throws -> Void).self)
            direct = { _ in try called() }
        case .syncWithEvent(let action):
            isolation = action.isolation
            direct = unsafeBitCast(action, to: ((Event) throws -> Void).self)
        case .async(let action):
            isolation = action.isolation
            direct = nil
        case .asyncWithEvent(let action):
            isolation = action.isolation
            direct = nil
        }
    }

    var isSynchronous: Bool { direct != nil }

    /// Calls a synchronous function, whose isolation is that of the caller.
    func callDirectly(_ event: Event) throws { try direct?(event) }

    /// Calls the function on its actor.
    func call(_ event: Event, isolation: isolated (any Actor)?) async throws {
        if isSynchronous && (self.isolation == nil || self.isolation === isolation) { return try callDirectly(event) }
        switch form {
        case .sync(let action): try await action()
        case .syncWithEvent(let action): try await action(event)
        case .async(let action): try await action()
        case .asyncWithEvent(let action): try await action(event)
        }
    }
}

/// The actions of a machine that have failed since it last looked, and the actor of the machine. An object, which only
/// machines have with actions that may fail, or begin or end the task of a state.
final class ActionFailures {
    /// The actor on which the machine was used last; `nil` if that is gone, or there was none.
    weak var actor: (any Actor)?
    var visits = VisitCount()
    /// Those of the step whose actions the engine calls.
    var step = StateVisits()
    /// The failures, each an `FSMFailure`, and the errors.
    private var all: [(failure: any Sendable, error: any Error)] = []

    func append(_ failure: any Sendable, _ error: any Error) { all.append((failure, error)) }

    /// How many there are. Those of a step come after those of the steps around it.
    var count: Int { all.count }

    /// Takes those that came after the first ones, which belong to the steps around.
    func take(after first: Int) -> [(failure: any Sendable, error: any Error)] {
        guard first < all.count else { return [] }
        defer { all.removeSubrange(first...) }
        return Array(all[first...])
    }
}
