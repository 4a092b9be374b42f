import FSMEngine

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

    /// Appends a list. Its number is the number of lists before it.
    mutating func append(_ actions: [AnyAction]) {
        var list = ActionList(first: self.actions.count)
        for action in actions {
            // Other actions are reported as faults.
            guard let action = action.action.typed(Event.self) else { continue }
            list.add(action)
            all.add(action)
            self.actions.append(action)
        }
        lists.append(list)
    }
}

/// The actions of a machine where the engine's callbacks find them: at the context of its steps.
@usableFromInline
struct ActionStore {
    /// The event whose actions the engine calls.
    @usableFromInline var event: UnsafeRawPointer?
    @usableFromInline let lists: UnsafeMutableBufferPointer<ActionList>
    @usableFromInline let boxes: UnsafeMutableBufferPointer<Unmanaged<ActionBox>>

    init<Event>(_ actionLists: ActionLists<Event>) {
        lists = UnsafeMutableBufferPointer.allocate(capacity: actionLists.lists.count)
        _ = lists.initialize(from: actionLists.lists)
        boxes = UnsafeMutableBufferPointer.allocate(capacity: actionLists.actions.count)
        _ = boxes.initialize(from: actionLists.actions.map { Unmanaged.passRetained(TypedActionBox($0)) })
    }

    func free() {
        for box in boxes { box.release() }
        boxes.deallocate()
        lists.deallocate()
    }

    /// The engine's callback for the list with this number.
    static func callback(_ number: Int) -> Callback {
        // A context of its own is never nil.
        Callback(perform, context: UnsafeMutableRawPointer(bitPattern: number + 1))
    }

    /// The list that a callback performs.
    @usableFromInline
    func list(of callback: Callback) -> ActionList { lists[Int(bitPattern: callback.context) - 1] }

    /// The box at an index, of a machine with these events.
    func box<Event>(_ index: Int, of event: Event.Type) -> TypedActionBox<Event> {
        unsafeDowncast(boxes[index].takeUnretainedValue(), to: TypedActionBox<Event>.self)
    }

    /// Calls the actions of a list, for the engine. None of them has to be awaited.
    private static var perform: Callback.Function {
        { step, context in
            let step = step.assumingMemoryBound(to: Step.self)
            guard let store = step.pointee.context?.assumingMemoryBound(to: ActionStore.self),
                let event = store.pointee.event
            else { return ReservedID.failed }
            let list = store.pointee.lists[Int(bitPattern: context) - 1]
            let boxes = store.pointee.boxes
            var number = list.first
            while number < list.first + list.count {
                boxes[number]._withUnsafeGuaranteedRef { $0.callDirectly(event) }
                number += 1
            }
            return 0
        }
    }
}
