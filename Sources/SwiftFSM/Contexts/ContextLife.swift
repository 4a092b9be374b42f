/// What a machine has whose states have values, or tasks and timers that live as long as they.
final class ContextLife<State: FSMHashable, Event: FSMHashable, Context> {
    typealias Lifetime = ContextLifetime<State, Event, Context>

    /// The current state, if it has values. Behind a pointer: to look up the type of an optional costs more.
    private let values = UnsafeMutablePointer<State>.allocate(capacity: 1)
    private(set) var hasValue = false
    /// Waits for a while, by the clock of the machine.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    private var running: [(lifetime: Lifetime, visit: Int, task: Task<Void, Never>)] = []

    deinit {
        for one in running { one.task.cancel() }
        if hasValue { values.deinitialize(count: 1) }
        values.deallocate()
    }

    /// The current state. Requires that it has values.
    var value: State { values.pointee }

    func setValue(_ value: State) {
        if hasValue { values.pointee = value } else { values.initialize(to: value) }
        hasValue = true
    }

    func removeValue() {
        guard hasValue else { return }
        hasValue = false  // before what is released can ask for the state
        values.deinitialize(count: 1)
    }

    /// Whether it is running in a visit already, or a timer that does the same.
    func isRunning(_ lifetime: Lifetime, in visit: Int) -> Bool {
        running.contains {
            $0.visit == visit && ($0.lifetime === lifetime || $0.lifetime.isSameTimer(as: lifetime))
        }
    }

    func add(_ lifetime: Lifetime, in visit: Int, _ task: Task<Void, Never>) {
        running.append((lifetime, visit, task))
    }

    /// Cancels it, if it is running, unless it is of a later visit.
    func end(_ lifetime: Lifetime, leaving visit: Int) {
        for one in running where one.lifetime === lifetime && one.visit <= visit { one.task.cancel() }
        running.removeAll { $0.lifetime === lifetime && $0.visit <= visit }
    }

    /// Lets it go on without being cancelled.
    func forget(_ lifetime: Lifetime) { running.removeAll { $0.lifetime === lifetime } }
}

extension ContextLifetime {
    func isSameTimer(as other: ContextLifetime) -> Bool {
        guard case .timer(let delay, let event) = work, case .timer(let otherDelay, let otherEvent) = other.work else {
            return false
        }
        return delay == otherDelay && event == otherEvent
    }
}

// MARK: - Beginning and ending

extension FSMContextTable {
    /// Makes a machine in the initial state of the table, with the clock by which its `after`s are due. O(1).
    ///
    /// - Parameters:
    ///   - context: What actions and conditions are passed.
    ///   - clock: The clock. An `after` whose clock throws does not happen.
    /// - Returns: The machine.
    public func machine<C: Clock>(_ context: Context, clock: C) -> Machine where C.Duration == Duration {
        machine(context).running(on: clock)
    }

    /// Makes a machine in a state, one that was stored, say, with the clock by which its `after`s are due. O(1).
    ///
    /// - Throws: ``SwiftFSMError`` if no statement of the rules names the state.
    public func machine<C: Clock>(
        _ context: Context, in state: State, clock: C
    ) throws -> Machine where C.Duration == Duration { try machine(context, in: state).running(on: clock) }
}

extension FSMContextTable.Machine {
    typealias Lifetime = ContextLifetime<State, Event, Context>
    typealias Box = ContextActionBox<Context, Event>

    fileprivate func running<C: Clock>(on clock: C) -> FSMContextTable.Machine where C.Duration == Duration {
        life.sleep = { try await clock.sleep(for: $0) }
        return self
    }

    /// Begins the tasks and timers of the state in which the machine was made. `onEntry` does not run, and what is running
    /// goes on. Without it they begin when the state is entered again.
    ///
    /// - Throws: ``FSMHandlingError/lifetimeWithoutActor`` if there are some and no actor calls this.
    public func start(isolation: isolated (any Actor)? = #isolation) throws {
        let lifetimes = table.effects.list(entering: number).boxes.compactMap { box -> Lifetime? in
            guard case .begin(let lifetime) = unsafeDowncast(box, to: Box.self).effect else { return nil }
            return lifetime as? Lifetime
        }
        guard let isolation else {
            if lifetimes.isEmpty { return }
            throw FSMHandlingError.lifetimeWithoutActor
        }
        for lifetime in lifetimes { begin(lifetime, in: turns?.visits.current ?? 0, on: isolation) }
    }

    /// What few machines have, which is made when it is needed first.
    var life: ContextLife<State, Event, Context> {
        let turns = ownTurns()
        if let life = turns.life { return unsafeDowncast(life, to: ContextLife<State, Event, Context>.self) }
        let life = ContextLife<State, Event, Context>()
        turns.life = life
        return life
    }

    /// The current state with its values.
    @usableFromInline
    var stateWithValues: State {
        guard table.effects.cases[Int(number)], turns?.life != nil, life.hasValue else {
            return table.states[Int(number)]
        }
        return life.value
    }

    /// Begins a task or a timer in a visit of its state, unless it is running.
    func begin(_ lifetime: Lifetime, in visit: Int, on actor: any Actor) {
        let life = life
        guard !life.isRunning(lifetime, in: visit) else { return }
        life.end(lifetime, leaving: visit)  // of an earlier visit, of which the step is not over
        let run = LifetimeRun(self, lifetime, actor)
        // Its events are not those of the action that begins it.
        let task = AwaitedStep.ofTask.withValue(nil) { Task { await run.perform() } }
        life.add(lifetime, in: visit, task)
    }

    /// Handles the event of a task or a timer, unless its state was left before the turn of the event.
    fileprivate func finish(
        _ lifetime: Lifetime, _ event: Event, isolation: isolated any Actor
    ) async {
        if isBusy, let turns, await !waitForTurn(event, turns, isolation: isolation) { return }
        guard !Task.isCancelled else { return goOn() }
        // Leaving the state no longer cancels the task, which performs the actions.
        life.forget(lifetime)
        _ = await handleNow(event, isolation: isolation)
    }
}

/// A task that lives as long as a state. It does not retain the machine, and the machine's actor only while an operation
/// runs on it.
private final class LifetimeRun<State: FSMHashable, Event: FSMHashable, Context>: @unchecked Sendable {
    typealias Machine = FSMContextTable<State, Event, Context>.Machine

    private weak var machine: Machine?
    private weak var actor: (any Actor)?
    private let context: Context
    private let lifetime: ContextLifetime<State, Event, Context>
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ machine: Machine, _ lifetime: ContextLifetime<State, Event, Context>, _ actor: any Actor) {
        self.machine = machine
        self.actor = actor
        context = machine.context
        self.lifetime = lifetime
        sleep = machine.life.sleep
    }

    /// 292 years: the clocks of the system trap if they are to wait much longer.
    private static var longestSleep: Duration { .nanoseconds(Int64.max) }

    /// Waits, or performs the operation; then sends the event, if there is one.
    func perform() async {
        switch lifetime.work {
        case .timer(let delay, let event):
            guard (try? await sleep(min(delay, Self.longestSleep))) != nil, let actor else { return }
            await send(event, on: actor)
        case .activity(let activity):
            guard let actor else { return }
            await perform(activity, on: actor)
        }
    }

    private func perform(_ activity: ContextActivity<State, Event, Context>, on actor: isolated any Actor) async {
        guard !Task.isCancelled else { return }
        let event: Event?
        do {
            try await activity.operation(context)
            event = activity.completion
        } catch {
            event = activity.failure?.event(error)
        }
        if let event { await send(event, on: actor) }
    }

    private func send(_ event: Event, on actor: isolated any Actor) async {
        guard !Task.isCancelled else { return }
        await machine?.finish(lifetime, event, isolation: actor)
    }
}
