/// A list of actions: those of a row, of an `onEntry`, or of an `onExit`. A range in the machine's array of actions, and
/// their common properties.
@usableFromInline
struct ActionList {
    /// The index of the first action.
    @usableFromInline var first: Int
    @usableFromInline var count = 0
    /// Whether all actions are synchronous.
    @usableFromInline var isSynchronous = true
    /// The actor that isolates some of the actions; `nil` if none is isolated.
    @usableFromInline var isolation: ObjectIdentifier?
    /// Whether the actions belong to several actors.
    @usableFromInline var isMixed = false
    /// Whether some action may fail, or begins or ends the task of a state.
    @usableFromInline var hasEffects = false

    /// Creates an empty list.
    init(first: Int) { self.first = first }

    /// Whether a caller with this isolation can call all actions without `await`.
    @inlinable @inline(__always)
    func isDirect(for caller: ObjectIdentifier?) -> Bool {
        isSynchronous && (isolation == nil || isolation == caller) && !isMixed
    }

    /// Takes the properties of one more action into account.
    mutating func add<Event>(_ action: Action<Event>) {
        count += 1
        if action.hasEffect { hasEffects = true }
        if !action.isSynchronous { isSynchronous = false }
        guard let actor = action.isolation.map({ ObjectIdentifier($0) }) else { return }
        if let isolation, isolation != actor { isMixed = true }
        isolation = actor
    }
}

/// The action lists of one machine. They are not `Sendable`: machines do not share them.
///
/// The callbacks of a table know lists by their numbers, so machines that share a table can have different actions.
struct ActionLists<Event: FSMHashable> {
    private(set) var lists: [ActionList] = []
    private(set) var actions: [Action<Event>] = []
    /// All actions of the machine as one list.
    private(set) var all = ActionList(first: 0)
    /// The tasks of its states.
    private var activities: [StateAndActivity: StateActivity<Event>] = [:]

    private struct StateAndActivity: Hashable {
        let state: Int32
        let activity: ObjectIdentifier
    }

    /// Appends a list. Its number is the number of lists before it. Tasks begin and end with this state.
    mutating func append(_ actions: [AnyAction], of state: Int32) {
        var list = ActionList(first: self.actions.count)
        for action in actions {
            // Other actions are reported as faults.
            guard let action = action.action.typed(Event.self).map({ own($0, of: state) }) else { continue }
            list.add(action)
            all.add(action)
            self.actions.append(action)
        }
        lists.append(list)
    }

    /// The action itself, or one with a task of this machine and state alone. A statement with a task may stand in the
    /// tables of several machines, and in several states.
    private mutating func own(_ action: Action<Event>, of state: Int32) -> Action<Event> {
        switch action {
        case .begin(let activity): .begin(own(activity, of: state))
        case .end(let activity): .end(own(activity, of: state))
        default: action
        }
    }

    private mutating func own(_ activity: StateActivity<Event>, of state: Int32) -> StateActivity<Event> {
        let key = StateAndActivity(state: state, activity: ObjectIdentifier(activity))
        if let known = activities[key] { return known }
        let own = activity.copy()
        activities[key] = own
        return own
    }
}

extension Action {
    var isSynchronous: Bool {
        switch self {
        case .sync, .syncWithEvent, .raise, .begin, .end: true
        case .async, .asyncWithEvent: false
        case .attempt(let attempt): attempt.isSynchronous
        }
    }

    /// Whether it may fail, or begins or ends the task of a state.
    var hasEffect: Bool {
        switch self {
        case .attempt, .begin, .end: true
        default: false
        }
    }

    var isolation: (any Actor)? {
        switch self {
        case .sync(let action): action.isolation
        case .syncWithEvent(let action): action.isolation
        case .async(let action): action.isolation
        case .asyncWithEvent(let action): action.isolation
        case .raise, .begin, .end: nil
        case .attempt(let attempt): attempt.isolation
        }
    }
}
