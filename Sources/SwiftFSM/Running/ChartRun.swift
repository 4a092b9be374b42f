import FSMEngine

/// What a machine over a chart has besides: the values of the events that wait, which the engine knows by number only, and
/// the plan in progress.
///
/// The engine keeps raised and deferred events in order. Here are their values, in the same order for each number. Events
/// that actions send wait here, with their predicates.
final class ChartRun<State: FSMHashable, Event: FSMHashable>: ChartObserver {
    /// The plan whose actions are being performed.
    var plan: StepPlan?
    /// The event whose actions are being performed. Rows without an event go on with that of the step before.
    private(set) var event: Event?
    /// The event that was sent last.
    private(set) var sentEvent: Event?
    /// The predicates that were sent with it.
    private(set) var predicates: [any Predicate] = []
    /// What came of that event, once it is known.
    var outcome: FSMOutcome<State>?
    /// What came of the first event since the chart was at rest.
    var firstOutcome: FSMOutcome<State>?
    var logHandler: FSMLogHandler<State, Event>?
    /// Whether actions are performed that no other task can interrupt.
    var isInside = false
    /// The number of the last state; `nil` until the chart is done.
    var lastState: Int?

    private var sent: [(event: Event, predicates: [any Predicate])] = []
    private var raised: [Int32: [Event]] = [:]
    private var deferred: [Int32: [Event]] = [:]
    private var isSettling = false

    init(of machine: Machine) {
        super.init()
        observe(machine)
    }

    /// Lets an event wait until the chart is at rest.
    func send(_ event: Event, _ predicates: [any Predicate]) { sent.append((event, predicates)) }

    /// Goes on to the event that was sent first. Returns `false` if there is none.
    func beginNext() -> Bool {
        guard !sent.isEmpty else { return false }
        (event, predicates) = sent.removeFirst()
        sentEvent = event
        return true
    }

    /// Keeps the value of an event that was raised.
    func keepRaised(_ event: Event, _ number: Int32) { raised[number, default: []].append(event) }

    /// Keeps the value of the event in progress, which is deferred.
    func keepDeferred(_ number: Int32) { if let event { deferred[number, default: []].append(event) } }

    /// Forgets the values of the events that the engine has dropped.
    func dropWaiting() {
        raised = [:]
        deferred = [:]
    }

    /// The next step that follows by itself; `nil` if the chart is at rest.
    func planNext(_ machine: Machine) -> StepPlan? {
        isSettling = true
        defer { isSettling = false }
        guard let plan = machine.planNext() else { return nil }
        takeValue(machine.step.event)
        return plan
    }

    /// Makes the value of a raised or deferred event that of the event in progress. Deferred events come after all raised
    /// ones.
    private func takeValue(_ number: Int32) {
        if raised[number]?.isEmpty == false {
            event = raised[number]?.removeFirst()
        } else if deferred[number]?.isEmpty == false {
            event = deferred[number]?.removeFirst()
        }
    }

    /// Follows the events that no step was planned for.
    override func passed(_ step: Step) {
        guard isSettling, step.outcome != .transitioned else { return }
        takeValue(step.event)
        if step.outcome == .deferred { keepDeferred(step.event) }
    }
}

/// Is told of each step of a machine.
class ChartObserver {
    /// Called after a step, or after an event that came to nothing.
    func passed(_ step: Step) {}

    /// Registers the observer with a machine, which does not keep it.
    func observe(_ machine: Machine) {
        _ = machine.setStepHook(Callback(Self.hook, context: Unmanaged.passUnretained(self).toOpaque()))
    }

    private static var hook: Callback.Function {
        { step, context in
            guard let context else { return 0 }
            let observer = Unmanaged<ChartObserver>.fromOpaque(context).takeUnretainedValue()
            observer.passed(step.assumingMemoryBound(to: Step.self).pointee)
            return 0
        }
    }
}

extension Machine {
    /// The step that callbacks are shown, with which a machine's memory begins.
    var step: Step { UnsafeRawPointer(handle).assumingMemoryBound(to: Step.self).pointee }
}
