import FSMEngine
import FSMInterning

/// The events of a machine over a chart: their values, which the engine knows by number only.
///
/// The engine keeps raised and deferred events in order. Here are their values, by the places that they have there. Events that
/// actions send wait here, with their predicates.
final class ChartEvents<State: FSMHashable, Event: FSMHashable>: ChartRun {
    private let table: CompiledTable<State, Event>
    private let timetable: Timetable<State, Event>
    /// The event in progress; not initialized before the first one.
    private let current: UnsafeMutablePointer<Event>
    private var hasCurrent = false
    private let numbersByBits: [Int32]
    private var sent = WaitingLine<(event: Event, predicates: [any Predicate])>()
    private var sentEvent: Event?
    /// By the engine's number of the raised event. Those that the table raises have none.
    private var raised: [UInt64: Event] = [:]
    /// The first event that is raised, as far as its value was taken.
    private var firstRaised: UInt64 = 0
    /// In the engine's order. Those of a snapshot have none.
    private var deferred = WaitingLine<(number: Int32, value: Event?)>()
    /// How many of these come behind the others before the next one is taken.
    private var turnedCount = 0
    /// What came of the last event, and of the first one since the chart was at rest, if no step was taken.
    private var rejection: FSMOutcome<State>?
    private var firstRejection: FSMOutcome<State>?
    private var logHandler: FSMLogHandler<State, Event>?
    /// That of the machine.
    var journal: MachineJournal?
    var stepHandler: FSMStepHandler<State, Event>? {
        didSet { updateFollowing() }
    }
    /// Tells observers of each step that was taken.
    var transitionHandler: FSMTransitionHandler<State, Event>? {
        didSet { updateFollowing() }
    }

    init(
        _ machine: Machine, _ store: UnsafeMutablePointer<ActionStore>, _ sender: PredicateSender,
        _ table: CompiledTable<State, Event>, _ timetable: Timetable<State, Event>
    ) {
        self.table = table
        self.timetable = timetable
        current = UnsafeMutablePointer.allocate(capacity: 1)
        numbersByBits = table.events.bits.numbers
        super.init(machine, store, sender, UnsafeMutableRawPointer(current), raisesByItself: table.isDocument)
        updateFollowing()
    }

    private func updateFollowing() {
        isFollowed = stepHandler != nil || transitionHandler != nil || table.documentHooks != nil
    }

    deinit {
        if hasCurrent { current.deinitialize(count: 1) }
        current.deallocate()
    }

    // MARK: - Events that are sent

    /// Begins to handle an event, while the chart is at rest.
    func begin(
        _ event: Event, _ predicates: [any Predicate], _ logHandler: FSMLogHandler<State, Event>?
    ) {
        firstResult = nil
        observe(logHandler)
        isBegun = true
        setSent(event, predicates)
    }

    /// Reports events to a handler from now on.
    func observe(_ logHandler: FSMLogHandler<State, Event>?) {
        let wasObserved = isObserved
        isObserved = logHandler != nil
        if isObserved || wasObserved { keep(logHandler) }
    }

    @inline(never)
    private func keep(_ logHandler: FSMLogHandler<State, Event>?) { self.logHandler = logHandler }

    /// Lets an event wait until the chart is at rest.
    func send(_ event: Event, _ predicates: [any Predicate]) {
        sent.append((event, predicates))
        sentCount += 1
    }

    override func takeSent() {
        guard let first = sent.popFirst() else { return }
        sentCount -= 1
        setSent(first.event, first.predicates)
    }

    private func setSent(_ event: Event, _ predicates: [any Predicate]) {
        setCurrent(event)
        self.predicates = predicates
        if isObserved { noteSent() }
    }

    @inline(never)
    private func noteSent() { sentEvent = current.pointee }

    private func setCurrent(_ event: Event) {
        if hasCurrent { current.pointee = event } else { current.initialize(to: event) }
        if !hasCurrent { store.pointee.guardedEvent = UnsafeRawPointer(current) }
        hasCurrent = true
    }

    override func planEvent() -> (plan: StepPlan, number: Int32) {
        var number = numberByBits
        if number < 0 { number = table.events.search(current.pointee) }
        return (sender.chartPlan(machine, number, predicates), number)
    }

    /// The number of the event in progress, if it is known by its bits; otherwise -1.
    private var numberByBits: Int32 {
        if numbersByBits.isEmpty { return -1 }
        let bytes = UnsafeRawPointer(current)
        let pattern: Int
        switch MemoryLayout<Event>.size {
        case 0: pattern = 0
        case 1: pattern = Int(bytes.load(as: UInt8.self))
        default:
            pattern = Int(bytes.load(as: UInt8.self)) | Int(bytes.load(fromByteOffset: 1, as: UInt8.self)) << 8
        }
        return pattern < numbersByBits.count ? numbersByBits[pattern] : -1
    }

    override func takeDue(by time: Int64) -> Outcome {
        let (outcome, event) = timetable.takeDue(by: time)
        if let event { setSent(event, []) }
        return outcome
    }

    // MARK: - Events that are raised or deferred

    /// Raises an event from inside an action. Returns `false` outside of actions, and for events that no row names.
    func raise(_ event: Event) -> Bool {
        guard plan != nil else { return false }
        let place = machine.chartQueues.nextRaised
        guard machine.raise(table.events.number(of: event)) == .queued else { return false }
        if raised.updateValue(event, forKey: place) == nil { keptCount += 1 }
        return true
    }

    override func raise(ofAction number: Int) {
        if let event = store.pointee.box(number, of: Event.self).raisedEvent { _ = raise(event) }
    }

    override func raiseFailures() {
        for failed in store.pointee.failures?.take(after: 0) ?? [] {
            if case .send(let event) = (failed.failure as? FSMFailure<State, Event>)?.reaction {
                _ = raise(event(failed.error))
            }
        }
    }

    override func keepDeferred(_ number: Int32) {
        deferred.append((number, current.pointee))
        keptCount += 1
    }

    override func noteQueues() {
        let queues = machine.chartQueues
        firstRaised = queues.firstRaised
        turnedCount = queues.turnedCount
        if queues.deferredCount == 0 { dropDeferred() }
    }

    /// The engine has taken out a raised event, or, if none waits, a deferred one.
    override func takeKept(_ number: Int32) {
        let first = machine.chartQueues.firstRaised
        let value: Event?
        if first != firstRaised {
            firstRaised = first
            value = raised.removeValue(forKey: first &- 1)
            if value != nil { keptCount -= 1 }
        } else {
            value = takeDeferred()
        }
        if let value = value ?? tableValue(number) { setCurrent(value) }
    }

    private func takeDeferred() -> Event? {
        while turnedCount > 0, let first = deferred.popFirst() {
            deferred.append(first)
            turnedCount -= 1
        }
        guard let first = deferred.popFirst() else { return nil }
        keptCount -= 1
        return first.value
    }

    /// The value that stands for an event which the table has raised.
    private func tableValue(_ number: Int32) -> Event? {
        table.events.values.indices.contains(Int(number)) ? table.events.values[Int(number)] : nil
    }

    override func dropRaised() {
        let end = machine.chartQueues.nextRaised
        for place in raised.keys where place >= end {
            raised[place] = nil
            keptCount -= 1
        }
    }

    override func dropKept() {
        raised = [:]
        keptCount = deferred.waiting.count
        dropDeferred()
        for _ in 0..<machine.chartQueues.deferredCount {
            deferred.append((ReservedID.none, nil))
            keptCount += 1
        }
    }

    private func dropDeferred() {
        keptCount -= deferred.waiting.count
        deferred = WaitingLine()
        turnedCount = 0
    }

    /// The deferred events that have other values than the table names.
    var deferredWithValues: [String] {
        deferred.waiting.compactMap { number, value in value.flatMap { table.names($0, number) ? nil : "\($0)" } }
    }

    /// Of these, and the event that is just being deferred, those of which a journal could not tell.
    var lostEvents: [String] {
        guard step.outcome == .deferred, !table.names(current.pointee, step.event) else { return deferredWithValues }
        return deferredWithValues + ["\(current.pointee)"]
    }

    // MARK: - What came of events

    /// What came of the first event since the chart was at rest.
    var firstOutcome: FSMOutcome<State> {
        guard let result = firstResult, result.outcome == .transitioned else { return firstOther }
        let states = table.states.values
        return .transitioned(from: states[Int(result.source)], to: states[Int(result.target)])
    }

    @inline(never)
    private var firstOther: FSMOutcome<State> {
        firstResult.map { outcome(of: $0, firstRejection) } ?? .notFound
    }

    override func reject(_ outcome: Outcome) {
        rejection = self.rejection(outcome)
        if firstResult == nil { firstRejection = rejection }
    }

    override func report(_ result: ChartResult) {
        guard let event = sentEvent else { return }
        let outcome = outcome(of: result, rejection)
        logHandler?(FSMLogEntry(event: event, predicates: predicates, outcome: outcome))
    }

    override func follow(_ step: UnsafePointer<Step>) {
        let states = table.states
        func state(_ id: Int32) -> State? {
            states.values.indices.contains(Int(id)) ? states.values[Int(id)] : nil
        }
        let (source, target) = (state(step.pointee.source), state(step.pointee.target))
        let isTaken = step.pointee.outcome == .transitioned
        let outcome: FSMOutcome<State> =
            if let source, let target, isTaken {
                .transitioned(from: source, to: target)
            } else {
                rejection(step.pointee.outcome)
            }
        let event = step.pointee.event >= 0 ? current.pointee : nil
        if let hooks = table.documentHooks, hasCurrent { call(hooks.numbers(step.pointee.outcome)) }
        if case .transitioned(let from, let to) = outcome {
            transitionHandler?(FSMTransition(event: event, from: from, to: to))
        }
        stepHandler?(
            FSMStep(
                event: event, source: source, target: target, outcome: outcome,
                row: isTaken ? step.row.flatMap { table.documentRows[$0] } : nil))
    }

    /// The result of an event that was not handled.
    private func rejection(_ outcome: Outcome) -> FSMOutcome<State> {
        if outcome == .unknownState, let state = store.pointee.questions?.unknownState as? State {
            return .unknownTarget(state)
        }
        return table.rejection(outcome, machine, sender, predicates)
    }

    /// Calls the actions of hooks.
    private func call(_ hooks: [Int]) {
        for hook in hooks {
            let list = store.pointee.lists[hook]
            for number in list.first..<list.first + list.count {
                store.pointee.box(number, of: Event.self).callHook(current.pointee)
            }
        }
    }

    private func outcome(of result: ChartResult, _ rejection: FSMOutcome<State>?) -> FSMOutcome<State> {
        switch result.outcome {
        case .transitioned:
            let states = table.states.values
            return .transitioned(from: states[Int(result.source)], to: states[Int(result.target)])
        case .stepLimit: return .stepLimitReached
        default: return rejection ?? .notFound
        }
    }
}

extension CompiledTable {
    /// The result of an event that was not handled.
    func rejection(
        _ outcome: Outcome, _ machine: Machine, _ sender: PredicateSender, _ predicates: [any Predicate]
    ) -> FSMOutcome<State> {
        let rejected = machine.rejected
        switch outcome {
        case .refused: return .notExecuted
        case .deferred: return .deferred
        case .missingPredicate:
            return .missingPredicate(self.predicates.kinds[Int(rejected.predicate)].predicateType)
        case .unknownPredicate, .unknownCase:
            let unknown = predicates.first { sender.sent($0).predicate == rejected.predicate }
            return unknown.map { .unknownPredicate(Swift.type(of: $0)) } ?? .notFound
        case .repeatedPredicate:
            return .repeatedPredicate(self.predicates.kinds[Int(rejected.predicate)].predicateType)
        default: return .notFound
        }
    }
}
