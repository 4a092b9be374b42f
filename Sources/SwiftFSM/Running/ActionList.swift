/// The actions that a row comes to, ready to be performed.
@usableFromInline
struct ActionList<Event: FSMHashable> {
    /// In the machine's list of actions.
    @usableFromInline var first: Int
    @usableFromInline var count: Int
    /// All of them are synchronous.
    @usableFromInline var isSynchronous: Bool
    /// The actor to which some of them belong; `nil` if they belong to none.
    @usableFromInline var isolation: ObjectIdentifier?
    /// They belong to several actors.
    @usableFromInline var isMixed: Bool

    /// Whether a caller of this isolation may call all of them without awaiting anything.
    @inlinable @inline(__always)
    func isDirect(for caller: ObjectIdentifier?) -> Bool {
        isSynchronous && (isolation == nil || isolation == caller) && !isMixed
    }
}

/// The actions of one machine, row by row. They are not `Sendable`, and so belong to the machine alone.
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

/// Holds an action where it never changes, so that calling it takes no counting.
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

    /// Calls a synchronous action without a hop. The caller is isolated as the action is, or the action is not
    /// isolated at all.
    @inlinable @inline(__always)
    func callDirectly(_ event: Event) {
        // An `@isolated(any)` function is called like any other: that it has to be awaited is a rule for callers that
        // may be isolated otherwise, which this one is not.
        switch self {
        case .sync(let action): unsafeBitCast(action, to: (() -> Void).self)()
        case .syncWithEvent(let action): unsafeBitCast(action, to: ((Event) -> Void).self)(event)
        case .async, .asyncWithEvent: break
        }
    }

    /// Calls an action on the actor to which it belongs.
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
