/// The oracle of charts: the algorithm of appendix D of the W3C recommendation for SCXML, with the rules of this engine
/// where they deviate. Slow and obvious; it shares no code with the engine.
///
/// The names of the recommendation's functions stand beside ours. Where the rules leave something open, a comment that
/// begins with "Reading" tells how they are read.
final class ChartInterpreter {
    let model: ChartModel
    /// Callbacks of a flat definition cannot raise events.
    var canRaise = true
    let tree: ChartTree
    /// The rows of each state, and last those for any state.
    let rowsOfState: [[Int]]
    let callbacks: ChartCallbacks
    var actor: ChartActor
    var trace = ChartTrace()

    /// The active states, without the chart; empty in a machine that is stopped.
    var configuration = StateSet()
    var isRunning = false
    var isDone = false
    /// What each history recorded; `nil` if its parent was never left.
    var recorded: [StateSet?]
    /// What is raised, and what is sent, waits here.
    var raised: [Int] = []
    var sent: [Sent] = []
    var deferred: [Sent] = []
    /// The machine has come to a final child of the chart, in the microstep under way.
    var hasFinished = false
    /// A row with a target was taken in this macrostep.
    var hasMoved = false
    /// How many microsteps there were in this macrostep, and since the host's call.
    var stepCount = 0
    /// So many of what waits in front was recalled; and so many of those may take as many steps each as a sent event.
    private var recalledCount = 0
    private var recallBudget = 0
    var totalCount = 0
    /// A legal configuration, as far as that was looked at; otherwise what is wrong.
    private(set) var fault: String?
    var statistics = Statistics()

    /// R26
    static let stepLimit = 1000
    /// Events that call each other in so many microsteps are a chart to be left aside.
    static let totalLimit = 1500

    enum Sent: Equatable {
        case event(Int)
        case request(Int)
        case stop
    }

    enum Failure: Error {
        case callback
        case stepLimit
        /// Not of the machine: the chart is to be left aside.
        case endless
    }

    /// How often things happened that a generator has to bring about.
    struct Statistics {
        var microsteps = 0
        var counts: [String: Int] = [:]
    }

    init(_ model: ChartModel) {
        self.model = model
        tree = ChartTree(model)
        rowsOfState = (model.states.indices.map { $0 } + [nil]).map { source in
            model.rows.indices.filter { model.rows[$0].source == source }
        }
        callbacks = ChartCallbacks(model)
        actor = ChartActor(callbacks)
        recorded = model.states.map { _ in nil }
    }

    /// Starts a machine and makes all calls of the model, up to the first failure. False if the chart is endless.
    func run() -> Bool {
        for call in [.start] + model.calls {
            if case .send = call, model.restarts, !isRunning, !make(.start) { return false }
            if !make(call) { return false }
            if isOver { break }
        }
        return true
    }

    /// Reading of R15 and R26: what follows a failure is left to other tests.
    private var isOver: Bool {
        guard case .result(let outcome, _, _)? = trace.entries.last else { return false }
        return actor.hasFailed || outcome == .callbackFailed || outcome == .stepLimit
    }

    /// Makes one call, and tells what came of it. False if that never ends.
    private func make(_ call: ChartModel.Call) -> Bool {
        actor.begin()
        totalCount = 0
        guard !isOver, let outcome = try? perform(call) else { return isOver }
        let leaves = configuration.intersection(tree.leaves).states
        trace.entries.append(.result(outcome, leaves: leaves, isDone: isDone))
        if isRunning, fault == nil { fault = tree.fault(in: configuration) }
        note("\(outcome)")
        return true
    }

    private func perform(_ call: ChartModel.Call) throws -> ChartTrace.Outcome {
        switch call {
        case .start: return isRunning ? .alreadyRunning : try ending { try start() }
        case .stop: return isRunning ? try ending { try stop() } : .notRunning
        case .send(let event): return isRunning ? try ending { try begin(.event(event)) } : .notRunning
        case .request(let state): return isRunning ? try ending { try begin(.request(state)) } : .notRunning
        }
    }

    /// Runs what follows a first microstep. Reading: the outcome is that of the first microstep, whatever becomes of
    /// those that follow, as for flat definitions; but R26, the step limit, is always told.
    private func ending(_ first: () throws -> ChartTrace.Outcome) throws -> ChartTrace.Outcome {
        var outcome = ChartTrace.Outcome.callbackFailed
        do {
            outcome = try first()
            try endMacrostep(after: outcome)
            while !sent.isEmpty {
                let next = sent.removeFirst()
                let isRecalled = recalledCount > 0
                if isRecalled { recalledCount -= 1 }
                try endMacrostep(after: next == .stop ? try stop() : try begin(next, isRecalled: isRecalled))
            }
        } catch Failure.callback {
            // What waits goes on waiting.
        } catch Failure.stepLimit {
            return .stepLimit
        }
        return outcome
    }

    // MARK: - Life

    /// Reading: a machine that starts again begins anew, without histories and deferred events.
    private func start() throws -> ChartTrace.Outcome {
        recorded = model.states.map { _ in nil }
        (raised, sent, deferred) = ([], [], [])
        (isRunning, isDone, hasFinished, hasMoved, stepCount) = (true, false, false, false, 0)
        (recalledCount, recallBudget) = (0, 0)
        try enterInitial()
        return .ok
    }

    /// Leaves everything: all exit callbacks, in reverse document order. What waits is dropped.
    func stop() throws -> ChartTrace.Outcome {
        for state in configuration.states.reversed() { try call(callbacks.exit[state]) }
        configuration = StateSet()
        isRunning = false
        hasMoved = false
        (raised, sent, deferred, recalledCount) = ([], [], [], 0)
        return .ok
    }

    // MARK: - Macrosteps

    /// The first microstep of a macrostep, for what is sent.
    private func begin(_ what: Sent, isRecalled: Bool = false) throws -> ChartTrace.Outcome {
        if !isRecalled { recallBudget = deferred.count }
        // R26: an event that is deferred and recalled again and again has an end too.
        if !isRecalled || recallBudget > 0 { stepCount = 0 }
        if isRecalled && recallBudget > 0 { recallBudget -= 1 }
        hasMoved = false
        return try take(what)
    }

    /// R16: the other microsteps; then R20: what was deferred is recalled, if a row with a target was taken.
    private func endMacrostep(after outcome: ChartTrace.Outcome) throws {
        guard isRunning else { return }
        // Reading of R16: eventless rows are tried after a microstep, and not after an event that took no row.
        if outcome == .transitioned || outcome == .ok { try comeToRest() }
        guard hasMoved else { return }
        if !deferred.isEmpty { note("recall") }
        sent = deferred + sent
        recalledCount += deferred.count
        deferred = []
    }

    /// Eventless rows and raised events, until there is nothing left to do.
    private func comeToRest() throws {
        var mayBeEventless = true
        while !hasFinished {
            if mayBeEventless {
                let selection = try select(.eventless)
                if !selection.rows.isEmpty {
                    note("eventless")
                    try microstep(selection.rows)
                    continue
                }
            }
            guard !raised.isEmpty else { return }
            let outcome = try take(.event(raised.removeFirst()))
            note("raised \(outcome)")
            mayBeEventless = outcome == .transitioned
        }
        // R19. Reading: what is raised or sent meanwhile is dropped.
        note("done")
        _ = try stop()
        isDone = true
    }

    /// One event or request: at most one microstep.
    private func take(_ what: Sent) throws -> ChartTrace.Outcome {
        let selection = try select(what)
        if selection.isDeferred {
            note("deferred")
            // Reading of R20: a raised event that is deferred is recalled as a sent one.
            deferred.append(what)
            return .deferred
        }
        guard !selection.rows.isEmpty else { return selection.hasMatched ? .refused : .unhandled }
        try microstep(selection.rows)
        return .transitioned
    }

    // MARK: - Callbacks

    func call(_ numbers: [Int]) throws { for number in numbers { _ = try ask(number) } }

    /// Calls a callback; of a guard whether it says yes.
    func ask(_ number: Int) throws -> Bool {
        trace.add(callback: number, configuration.intersection(tree.leaves))
        switch actor.next(number) {
        case .nothing: break
        case .refuse: return false
        case .fail: throw Failure.callback
        case .send(let event): sent.append(.event(event))
        case .raise(let event):
            guard canRaise else { throw Failure.callback }
            raised.append(event)
        case .stop: sent.append(.stop)
        }
        return true
    }

    func note(_ what: String) { statistics.counts[what, default: 0] += 1 }
}
