import FSMEngine

/// The actions of a machine where the engine's callbacks find them: at the context of its steps.
@usableFromInline
struct ActionStore {
    /// The event whose actions the engine calls.
    @usableFromInline var event: UnsafeRawPointer?
    @usableFromInline let lists: UnsafeMutableBufferPointer<ActionList>
    @usableFromInline let boxes: UnsafeMutableBufferPointer<Unmanaged<ActionBox>>
    /// Over a document's table: its guards and providers, and the event that is being sent; `nil` before the first one.
    let questions: DocumentQuestions?
    var guardedEvent: UnsafeRawPointer?
    /// Over a chart: what tells the value of an event that follows by itself before its guards are asked. Lives as long.
    var chart: Unmanaged<ChartRun>?
    /// The actions that have failed; `nil` if none can.
    let failures: ActionFailures?

    init<Event>(_ actionLists: ActionLists<Event>, _ questions: DocumentQuestions?) {
        self.questions = questions
        failures = actionLists.all.hasEffects ? ActionFailures() : nil
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
            if list.hasEffects {
                let (failures, step) = (store.pointee.failures, store.pointee.failures?.step ?? StateVisits())
                for number in list.first..<list.first + list.count {
                    let box = boxes[number]
                    if box._withUnsafeGuaranteedRef({ $0.attemptDirectly(event, failures, step) }) { break }
                }
                return 0
            }
            var number = list.first
            while number < list.first + list.count {
                boxes[number]._withUnsafeGuaranteedRef { $0.callDirectly(event) }
                number += 1
            }
            return 0
        }
    }
}

/// An immutable box around an action, so that calling the action needs neither reference counting nor allocation.
@usableFromInline
class ActionBox {
    /// A synchronous action without an event parameter. Not optional: what is in an optional is retained to be called.
    private let action: () -> Void
    /// Whether there is such an action.
    private let hasAction: Bool
    /// Whether the action raises an event of a chart, which is not called.
    final let raises: Bool

    fileprivate init(_ action: (() -> Void)?, raises: Bool = false) {
        self.action = action ?? {}
        hasAction = action != nil
        self.raises = raises
    }

    /// Calls a synchronous action directly with the event at this address. Requires that the action is not isolated, or
    /// isolated as its caller is.
    final func callDirectly(_ event: UnsafeRawPointer) {
        if hasAction { action() } else { callWithEvent(event) }
    }

    fileprivate func callWithEvent(_ event: UnsafeRawPointer) {}

    /// Calls an action of a step directly that may have an effect. Returns whether it has failed.
    func attemptDirectly(_ event: UnsafeRawPointer, _ failures: ActionFailures?, _ step: StateVisits) -> Bool {
        callDirectly(event)
        return false
    }
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
        case .raise:
            actionWithEvent = nil
            super.init(nil, raises: true)
        case .attempt, .begin, .end:
            actionWithEvent = nil
            super.init(nil)
        }
    }

    override func attemptDirectly(
        _ event: UnsafeRawPointer, _ failures: ActionFailures?, _ step: StateVisits
    ) -> Bool {
        switch action {
        case .attempt(let attempt):
            do { try attempt.callDirectly(event.assumingMemoryBound(to: Event.self).pointee) } catch {
                failures?.append(attempt.failure, error)
                return true
            }
        case .begin(let activity): begin(activity, failures, step)
        case .end(let activity): activity.end(leaving: step.left)
        default: callDirectly(event)
        }
        return false
    }

    /// Calls an action of a step on its actor that may have an effect. Returns whether it has failed.
    func attempt(
        _ event: Event, _ failures: ActionFailures?, _ step: StateVisits, isolation: isolated (any Actor)?
    ) async -> Bool {
        switch action {
        case .attempt(let attempt):
            do { try await attempt.call(event, isolation: isolation) } catch {
                failures?.append(attempt.failure, error)
                return true
            }
        case .begin(let activity): begin(activity, failures, step)
        case .end(let activity): activity.end(leaving: step.left)
        default: await call(event, isolation: isolation)
        }
        return false
    }

    private func begin(_ activity: StateActivity<Event>, _ failures: ActionFailures?, _ step: StateVisits) {
        guard let failures, failures.visits.current == step.entered else { return }
        activity.begin(on: failures.actor, in: step.entered)
    }

    /// The activity that the action begins, if that is what it does.
    var activity: StateActivity<Event>? { if case .begin(let activity) = action { activity } else { nil } }

    /// The event that the action raises, if that is what it does.
    var raisedEvent: Event? { if case .raise(let raised) = action { raised.event } else { nil } }

    override fileprivate func callWithEvent(_ event: UnsafeRawPointer) {
        actionWithEvent?(event.assumingMemoryBound(to: Event.self).pointee)
    }

    /// Whether a caller with this isolation need not await the action.
    private func isDirect(for isolation: (any Actor)?) -> Bool {
        action.isSynchronous && (action.isolation == nil || action.isolation === isolation)
    }

    /// Calls a synchronous action after a step, in the isolation of whoever has sent its event.
    func callHook(_ event: Event) {
        action.isolation?.preconditionIsolated("a hook was called for an event that another actor sent")
        withUnsafePointer(to: event) { callDirectly($0) }
    }

    /// Calls an action that need not be awaited; returns one that must be.
    func callUnlessAwaited(_ event: Event, _ isolation: (any Actor)?) -> Action<Event>? {
        guard isDirect(for: isolation) else { return action }
        withUnsafePointer(to: event) { callDirectly($0) }
        return nil
    }

    /// Calls an action on its actor.
    func call(_ event: Event, isolation: isolated (any Actor)?) async {
        if isDirect(for: isolation) {
            withUnsafePointer(to: event) { callDirectly($0) }
            return
        }
        switch action {
        case .sync(let action): await action()
        case .syncWithEvent(let action): await action(event)
        case .async(let action): await action()
        case .asyncWithEvent(let action): await action(event)
        case .raise, .attempt, .begin, .end: break
        }
    }
}
