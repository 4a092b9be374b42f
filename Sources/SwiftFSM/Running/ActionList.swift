/// The actions of a step: a range in the machine's array of actions, and their common properties.
@usableFromInline
struct ActionList<Event: FSMHashable> {
    /// The index of the first action.
    @usableFromInline var first: Int
    @usableFromInline var count: Int
    /// Whether all actions are synchronous.
    @usableFromInline var isSynchronous: Bool
    /// The actor that isolates some of the actions; `nil` if none is isolated.
    @usableFromInline var isolation: ObjectIdentifier?
    /// Whether the actions belong to several actors.
    @usableFromInline var isMixed: Bool

    /// Whether a caller with this isolation can call all actions without `await`.
    @inlinable @inline(__always)
    func isDirect(for caller: ObjectIdentifier?) -> Bool {
        isSynchronous && (isolation == nil || isolation == caller) && !isMixed
    }
}

/// The actions of one machine, by row. They are not `Sendable`: machines do not share them.
@usableFromInline
struct ActionLists<Event: FSMHashable> {
    @usableFromInline private(set) var lists: ContiguousArray<ActionList<Event>> = []
    @usableFromInline private(set) var actions: ContiguousArray<Action<Event>> = []

    init<State>(_ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy) {
        for row in assembly.rows { add(assembly.actions(of: row, policy)) }
    }

    private mutating func add(_ actions: [Action<Event>]) {
        var list = ActionList<Event>(
            first: self.actions.count, count: actions.count, isSynchronous: true, isolation: nil, isMixed: false)
        for action in actions {
            if !action.isSynchronous { list.isSynchronous = false }
            guard let isolation = action.isolation.map({ ObjectIdentifier($0) }) else { continue }
            if let other = list.isolation, other != isolation { list.isMixed = true }
            list.isolation = isolation
        }
        lists.append(list)
        self.actions += actions
    }
}

/// An immutable box around an action, so that calling the action needs no reference counting.
@usableFromInline
final class ActionBox<Event: FSMHashable> {
    @usableFromInline let action: Action<Event>

    init(_ action: Action<Event>) { self.action = action }
}

extension Action {
    @usableFromInline var isSynchronous: Bool {
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

    /// Calls a synchronous action directly. Requires that the action is not isolated, or isolated as its caller is.
    @inlinable @inline(__always)
    func callDirectly(_ event: Event) {
        // An `@isolated(any)` function has the calling convention of any other function. Callers must await it only
        // because they may run in another isolation, which this one does not.
        switch self {
        case .sync(let action): unsafeBitCast(action, to: (() -> Void).self)()
        case .syncWithEvent(let action): unsafeBitCast(action, to: ((Event) -> Void).self)(event)
        case .async, .asyncWithEvent: break
        }
    }

    /// Calls an action on its actor.
    @usableFromInline
    func call(_ event: Event, isolation: isolated (any Actor)?) async {
        switch self {
        case .sync(let action):
            if isDirect(action.isolation, isolation) { callDirectly(event) } else { await action() }
        case .syncWithEvent(let action):
            if isDirect(action.isolation, isolation) { callDirectly(event) } else { await action(event) }
        case .async(let action): await action()
        case .asyncWithEvent(let action): await action(event)
        }
    }

    private func isDirect(_ isolation: (any Actor)?, _ caller: (any Actor)?) -> Bool {
        isolation == nil || isolation === caller
    }
}
