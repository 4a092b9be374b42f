/// An immutable box around an action, so that calling the action needs neither reference counting nor allocation.
@usableFromInline
class ActionBox {
    /// A synchronous action without an event parameter.
    private let action: (() -> Void)?

    fileprivate init(_ action: (() -> Void)?) { self.action = action }

    /// Calls a synchronous action directly with the event at this address. Requires that the action is not isolated, or
    /// isolated as its caller is.
    final func callDirectly(_ event: UnsafeRawPointer) {
        if let action { action() } else { callWithEvent(event) }
    }

    fileprivate func callWithEvent(_ event: UnsafeRawPointer) {}
}

/// A box around an action of a machine with these events.
final class TypedActionBox<Event: FSMHashable>: ActionBox {
    private let action: Action<Event>
    /// A synchronous action that takes the event.
    private let actionWithEvent: ((Event) -> Void)?

    init(_ action: Action<Event>) {
        self.action = action
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only
        // because they may run in another isolation, which `callDirectly` does not. The cast allocates: do it once.
        switch action {
        case .sync(let action):
            actionWithEvent = nil
            super.init(unsafeBitCast(action, to: (() -> Void).self))
        case .syncWithEvent(let action):
            actionWithEvent = unsafeBitCast(action, to: ((Event) -> Void).self)
            super.init(nil)
        case .async, .asyncWithEvent:
            actionWithEvent = nil
            super.init(nil)
        }
    }

    override fileprivate func callWithEvent(_ event: UnsafeRawPointer) {
        actionWithEvent?(event.assumingMemoryBound(to: Event.self).pointee)
    }

    /// Calls an action on its actor.
    func call(_ event: Event, isolation: isolated (any Actor)?) async {
        if action.isSynchronous && (action.isolation == nil || action.isolation === isolation) {
            withUnsafePointer(to: event) { callDirectly($0) }
            return
        }
        switch action {
        case .sync(let action): await action()
        case .syncWithEvent(let action): await action(event)
        case .async(let action): await action()
        case .asyncWithEvent(let action): await action(event)
        }
    }
}

extension Action {
    var isSynchronous: Bool {
        switch self {
        case .sync, .syncWithEvent: true
        case .async, .asyncWithEvent: false
        }
    }

    var isolation: (any Actor)? {
        switch self {
        case .sync(let action): action.isolation
        case .syncWithEvent(let action): action.isolation
        case .async(let action): action.isolation
        case .asyncWithEvent(let action): action.isolation
        }
    }
}
