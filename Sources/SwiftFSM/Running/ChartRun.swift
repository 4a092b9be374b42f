import FSMEngine

/// A machine over a chart while it handles events. Events, their values and states are those of a ``ChartEvents``: this
/// part is not generic, so that a step needs no metadata of types.
///
/// A chart runs each event to completion: the engine plans one step after the other, for the event, for rows without an
/// event, for raised and for deferred events, and the actions of each are performed here. Then come the events that actions
/// have sent.
class ChartRun {
    // Unchecked exclusivity: a machine belongs to one thread, and the engine does not call back while a plan is read.

    final let machine: Machine
    final let store: UnsafeMutablePointer<ActionStore>
    final let sender: PredicateSender
    /// The event whose actions are performed. Rows without an event go on with that of the step before.
    final let event: UnsafeMutableRawPointer
    /// Whether events wait whose values are those of the table: it raises some, or a snapshot had some.
    @exclusivity(unchecked) private(set) final var raisesByItself: Bool
    /// The predicates of the event that was sent last.
    @exclusivity(unchecked) final var predicates: [any Predicate] = []
    /// The plan whose actions are performed.
    @exclusivity(unchecked) private(set) final var plan: StepPlan?
    /// Whether that is the step of the event that was sent last, not one that follows by itself.
    @exclusivity(unchecked) private final var isOfEvent = false
    /// What came of the event that was sent last, until that is reported.
    @exclusivity(unchecked) private(set) final var result: ChartResult?
    /// What came of the first event since the chart was at rest.
    @exclusivity(unchecked) final var firstResult: ChartResult?
    /// The event in progress was just sent, and its step is not planned yet.
    @exclusivity(unchecked) final var isBegun = false
    /// Whether events are reported.
    @exclusivity(unchecked) final var isObserved = false
    /// Whether somebody follows each step.
    @exclusivity(unchecked) final var isFollowed = false
    /// The step of an event that came to nothing, of those that were tried for it the last.
    @exclusivity(unchecked) private final var rejectedStep: Step?
    /// How many events wait that actions have sent, and how many values of raised and deferred events.
    @exclusivity(unchecked) final var sentCount = 0
    @exclusivity(unchecked) final var keptCount = 0
    /// The time by which events that are due are sent now; `nil` while no time is told.
    @exclusivity(unchecked) private final var dueTime: Int64?
    /// Whether telling the time has ended with an event that did not come to an end.
    @exclusivity(unchecked) private(set) final var hasReachedLimit = false
    /// Whether actions are performed that no other task can interrupt.
    @exclusivity(unchecked) private(set) final var isInside = false
    /// The number of the last state; `nil` until the chart is done.
    @exclusivity(unchecked) private(set) final var lastState: Int?
    @exclusivity(unchecked) private final var isSettling = false
    /// Whether the event that follows by itself is the one in progress already.
    @exclusivity(unchecked) private final var isKeptTaken = false

    init(
        _ machine: Machine, _ store: UnsafeMutablePointer<ActionStore>, _ sender: PredicateSender,
        _ event: UnsafeMutableRawPointer, raisesByItself: Bool
    ) {
        self.raisesByItself = raisesByItself
        self.machine = machine
        self.store = store
        self.sender = sender
        self.event = event
        store.pointee.chart = Unmanaged.passUnretained(self)
        _ = machine.addHook(
            Callback(Self.hook, context: Unmanaged.passUnretained(self).toOpaque()), forUnhandledEvents: false)
    }

    // MARK: - What depends on the type of events

    /// Makes the event that was sent first the event in progress.
    func takeSent() {}
    /// Makes the event that is due first by a time the event in progress: `ok`, or why there is none.
    func takeDue(by time: Int64) -> Outcome { .outOfRange }
    /// Takes note of where the engine's queues are, before it takes events out of them.
    func noteQueues() {}
    /// Makes the value of the raised or deferred event that the engine has just taken out that of the event in progress.
    func takeKept(_ number: Int32) {}
    /// Forgets the values of events that were raised in a step which did not take place.
    func dropRaised() {}
    /// Keeps the value of the event in progress, which is deferred.
    func keepDeferred(_ number: Int32) {}
    /// Forgets the values of all events; of those that the engine still has nothing is known.
    func dropKept() {}
    /// The plan for the event in progress, and the number that it is for. Where there is none, a plan with an error.
    func planEvent() -> (plan: StepPlan, number: Int32) {
        (machine.plan(.event(ReservedID.none), .none), ReservedID.none)
    }
    /// Takes note of an event that came to nothing.
    func reject(_ outcome: Outcome) {}
    /// Reports the event that was sent last.
    func report(_ result: ChartResult) {}
    /// Tells of a step, or of an event that came to nothing.
    func follow(_ step: UnsafePointer<Step>) {}
    /// Raises the event of the action with this number.
    func raise(ofAction number: Int) {}
    /// Raises the events of actions that have failed.
    func raiseFailures() {}
}

/// What came of an event, with the numbers of the states.
struct ChartResult {
    var outcome: Outcome
    var source: UInt32 = 0
    var target: UInt32 = 0
}

// MARK: - Performing

extension ChartRun {
    /// Performs everything without `await`.
    final func performDirectly() {
        isInside = true
        while let list = nextActions() {
            for number in list.first..<list.first + list.count {
                let box = store.pointee.boxes[number]
                if box._withUnsafeGuaranteedRef({ $0.raises }) {
                    raise(ofAction: number)
                } else if list.hasEffects {
                    let failures = store.pointee.failures
                    if box._withUnsafeGuaranteedRef({ $0.attemptDirectly(event, failures, StateVisits()) }) {
                        raiseFailures()
                        break
                    }
                } else {
                    box._withUnsafeGuaranteedRef { $0.callDirectly(event) }
                }
            }
        }
        isInside = false
    }

    /// Goes on to the next actions that have to be performed, over steps and events. Returns `nil` when the chart is at
    /// rest and no event waits.
    final func nextActions() -> ActionList? {
        while true {
            while let call = plan?.next() {
                switch call {
                case .callback(let callback): return store.pointee.list(of: callback)
                case .commit: commit()
                case .resolver(let callback): resolve(callback)
                }
            }
            if let plan { _ = machine.complete(plan) }
            plan = nil
            if result != nil, let plan = planNext() {
                take(plan)
                continue
            }
            if let result {
                if firstResult == nil { firstResult = result }
                if isObserved { report(result) }
                if result.outcome == .stepLimit { failDue() }
            }
            result = nil
            if !isBegun {
                if sentCount > 0 {
                    takeSent()
                } else {
                    guard dueTime != nil, takeDue() else { return nil }
                }
            }
            isBegun = false
            planStep()
        }
    }

    /// After a snapshot is restored: nothing waits but what the engine knows. The number of the last state of a chart that
    /// is done.
    final func forget(lastState: Int?) {
        dropKept()
        self.lastState = lastState
        raisesByItself = true
    }

    /// Asks a resolver, which may end the step.
    private func resolve(_ callback: Callback) {
        guard var resolved = plan else { return }
        let state = store.pointee.questions?.answer(callback, for: store.pointee.guardedEvent) ?? ReservedID.failed
        let outcome = machine.resolve(&resolved, to: state)
        plan = outcome == .transitioned ? resolved : nil
        if outcome != .transitioned && keptCount > 0 { dropRaised() }
        guard isOfEvent else { return }
        result?.target = resolved.target
        if outcome == .transitioned { return }
        result?.outcome = outcome
        if let rejectedStep { withUnsafePointer(to: rejectedStep) { follow($0) } }
        reject(outcome)
    }

    private func commit() {
        guard let plan else { return }
        // The step that leaves all states follows the one that made the chart done.
        if plan.isStop { lastState = Int(plan.source) }
        machine.commit(plan)
    }

    /// Plans the step of the event in progress.
    private func planStep() {
        rejectedStep = nil
        let (plan, number) = planEvent()
        result = ChartResult(outcome: plan.outcome, source: plan.source, target: plan.target)
        if plan.outcome == .transitioned {
            self.plan = plan
            isOfEvent = true
        } else {
            if let rejectedStep { withUnsafePointer(to: rejectedStep) { follow($0) } }
            if plan.outcome == .deferred { keepDeferred(number) }
            reject(plan.outcome)
        }
    }

    // MARK: - Events that are due

    /// Begins to send what is due by a time, while the chart is at rest.
    final func beginDue(by time: Int64) {
        firstResult = nil
        hasReachedLimit = false
        dueTime = time
    }

    /// Makes the next event that is due the event in progress, if there is one.
    private func takeDue() -> Bool {
        guard let time = dueTime else { return false }
        let outcome = takeDue(by: time)
        if outcome == .ok { return true }
        dueTime = nil
        hasReachedLimit = outcome == .stepLimit
        return false
    }

    /// Leaves what else is due for the next time.
    private func failDue() {
        guard dueTime != nil else { return }
        dueTime = nil
        hasReachedLimit = true
        machine.endDuePlans()
    }

    // MARK: - Steps that follow

    /// The next step that follows by itself; `nil` if the chart is at rest.
    private func planNext() -> StepPlan? {
        isSettling = true
        isKeptTaken = false
        defer { isSettling = false }
        if hasKept { noteQueues() }
        while let plan = machine.planNext() {
            if plan.outcome.isWithoutStep { continue }  // the hook was told
            beginKept(machine.step.event)
            return plan
        }
        return nil
    }

    /// Whether events wait that have values.
    private var hasKept: Bool { keptCount > 0 || raisesByItself }

    /// Makes an event that follows by itself the one in progress, once. Rows without an event go on with the one before.
    private func beginKept(_ number: Int32) {
        guard hasKept, !isKeptTaken, number >= ReservedID.first else { return }
        isKeptTaken = true
        takeKept(number)
    }

    /// Called before a guard or a resolver is asked about an event.
    final func willAsk(about number: Int32) {
        // Not if it is asked whether an event is permitted.
        guard isSettling, store.pointee.guardedEvent == UnsafeRawPointer(event) else { return }
        beginKept(number)
    }

    /// Takes a step that follows by itself, or an error, after which what waits is dropped.
    private func take(_ plan: StepPlan) {
        if plan.outcome == .transitioned {
            self.plan = plan
            isOfEvent = false
            return
        }
        machine.discard()
        dropKept()
        result?.outcome = .stepLimit
    }

    /// Follows the events for which no step is planned.
    private func passed(_ step: Step) {
        guard isSettling, hasKept, step.outcome != .transitioned else { return }
        beginKept(step.event)
        isKeptTaken = false
        if step.outcome == .deferred { keepDeferred(step.event) }
    }

    /// Tells of a step. What an event comes to that was sent is known when all that it may match in the table was tried.
    private func note(_ step: UnsafePointer<Step>) {
        if step.pointee.outcome == .transitioned || isSettling { follow(step) } else { rejectedStep = step.pointee }
    }

    /// Called by the engine after each step, and after an event that came to nothing.
    private static var hook: Callback.Function {
        { step, context in
            guard let context else { return 0 }
            let run = Unmanaged<ChartRun>.fromOpaque(context).takeUnretainedValue()
            let step = step.assumingMemoryBound(to: Step.self)
            run.passed(step.pointee)
            if run.isFollowed { run.note(step) }
            return 0
        }
    }
}

extension ChartRun {
    /// The step that the engine shows.
    final var step: Step { machine.step }
}

extension Machine {
    /// The step that callbacks are shown, with which a machine's memory begins.
    fileprivate var step: Step { UnsafeRawPointer(handle).assumingMemoryBound(to: Step.self).pointee }
}
