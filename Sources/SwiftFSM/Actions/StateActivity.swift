/// A task that lives as long as a state: it begins with the last action of `onEntry`, unless the state was left by then, and is
/// cancelled with the first one of `onExit`. Belongs to a machine.
@usableFromInline
final class StateActivity<Event: FSMHashable> {
    typealias Operation = @isolated(any) () async throws -> Void

    private let operation: Operation
    private let completion: Event?
    private let failure: FSMErrorEvent<Event>?
    private let place: SourcePlace
    /// Sends an event to the machine, on this actor.
    var send: ((Event, isolated any Actor) async -> Void)?
    /// The one that is running.
    private var run: ActivityRun?

    init(
        _ operation: @escaping Operation, _ completion: Event?, _ failure: FSMErrorEvent<Event>?, _ place: SourcePlace
    ) {
        self.operation = operation
        self.completion = completion
        self.failure = failure
        self.place = place
    }

    deinit { run?.task?.cancel() }

    /// One of the same statement, for another machine or state: each has a task of its own.
    func copy() -> StateActivity { StateActivity(operation, completion, failure, place) }

    /// Begins the task. Its events are sent on the actor of the operation, or on that of the machine: a method of an actor
    /// does not tell which one is its actor.
    func begin(on machineActor: (any Actor)?, in visit: Int) {
        if run?.visit == visit { return }
        end()  // of an earlier visit, of which the step is not over
        let actor = operation.isolation ?? machineActor
        require(
            actor != nil || (completion == nil && failure == nil),
            "the activity at \(place) sends events, but no actor owns the machine: send the machine's events from an actor"
        )
        let run = ActivityRun(visit)
        self.run = run
        let work = Work(
            activity: self, run: run, actor: actor, operation: operation, completion: completion, failure: failure)
        // Its events are not those of the action that begins it.
        run.task = AwaitedStep.ofTask.withValue(nil) { Task { await work.perform() } }
    }

    /// Cancels the task, unless it is of a later visit.
    func end(leaving visit: Int = .max) {
        guard let run, run.visit <= visit else { return }
        // The task that sends the last event of the activity goes on with the actions of that event.
        if ActivityRun.sending !== run { run.task?.cancel() }
        self.run = nil
    }

    fileprivate func send(_ event: Event, of run: ActivityRun, on actor: isolated any Actor) async {
        guard !Task.isCancelled, self.run === run, let send else { return }
        await ActivityRun.$sending.withValue(run) { await send(event, actor) }
    }

    /// What the task does. It does not retain the activity, the machine, or the actor that owns it.
    private final class Work: @unchecked Sendable {
        private weak var activity: StateActivity?
        private let run: ActivityRun
        private weak var actor: (any Actor)?
        private let operation: Operation
        private let completion: Event?
        private let failure: FSMErrorEvent<Event>?

        init(
            activity: StateActivity, run: ActivityRun, actor: (any Actor)?, operation: @escaping Operation,
            completion: Event?, failure: FSMErrorEvent<Event>?
        ) {
            self.activity = activity
            self.run = run
            self.actor = actor
            self.operation = operation
            self.completion = completion
            self.failure = failure
        }

        func perform() async {
            guard !Task.isCancelled else { return }
            let event: Event?
            do {
                try await operation()
                event = completion
            } catch {
                event = failure?.event(error)
            }
            guard let event, let actor else { return }
            await send(event, on: actor)
        }

        private func send(_ event: Event, on actor: isolated any Actor) async {
            await activity?.send(event, of: run, on: actor)
        }
    }
}

/// One run of an activity.
final class ActivityRun: @unchecked Sendable {
    /// The run whose task sends its last event now.
    @TaskLocal static var sending: ActivityRun?

    /// The visit of its state, which lasts as long.
    let visit: Int
    // Unchecked: belongs to the isolation of the machine.
    var task: Task<Void, Never>?

    init(_ visit: Int) { self.visit = visit }
}
