import FSMEngine

/// A machine with its table and actions: everything needed to handle an event. Stored behind pointers, so that an event
/// needs no reference counting.
@usableFromInline
final class Runner<State: FSMHashable, Event: FSMHashable> {
    // Unchecked exclusivity: only another thread could read these while they change, and a machine belongs to one
    // thread.

    /// The machine while events can take the fast path: there is a table whose changes are the engine's alone, no event
    /// waits, and there is neither a log handler nor a clock nor an observer nor a journal.
    @usableFromInline @exclusivity(unchecked) private(set) var fastPathMachine: Machine?
    @usableFromInline @exclusivity(unchecked) private(set) var states = UnsafeMutableBufferPointer<State>(
        start: nil, count: 0)
    /// The numbers of events by their bits; empty if the type is too large.
    @usableFromInline @exclusivity(unchecked) private(set) var eventsByBits = UnsafeMutableBufferPointer<Int32>(
        start: nil, count: 0)
    /// All actions as one list.
    @usableFromInline @exclusivity(unchecked) private(set) var allActions = ActionList(first: 0)
    /// The context of the machine's callbacks.
    @usableFromInline @exclusivity(unchecked) private(set) var store: UnsafeMutablePointer<ActionStore>?

    @usableFromInline @exclusivity(unchecked) private(set) var sender: PredicateSender?
    private(set) var machine: Machine?
    @exclusivity(unchecked) private(set) var timetable: Timetable<State, Event>?
    /// Whether a clock tells the time.
    @exclusivity(unchecked) private(set) var hasClock = false
    /// What a machine over a chart has besides; `nil` over a flat table.
    @exclusivity(unchecked) private(set) var chart: ChartEvents<State, Event>?
    /// What a machine over a table with effects has besides.
    @exclusivity(unchecked) private(set) var life: StateLife<State, Event>?
    @usableFromInline private(set) var table: CompiledTable<State, Event>?
    /// Called for each step of a chart.
    var stepHandler: FSMStepHandler<State, Event>? {
        didSet { chart?.stepHandler = stepHandler }
    }
    var isUnobserved = false {
        didSet { updateFastPath() }
    }
    @exclusivity(unchecked) var turns = Turns() {
        didSet { updateFastPath() }
    }

    /// Those who observe the transitions; `nil` for nobody.
    @exclusivity(unchecked) var observers: TransitionObservers<State, Event>? {
        didSet { updateFastPath() }
    }
    /// Where its steps are written; `nil` for nowhere.
    @exclusivity(unchecked) var journal: MachineJournal? {
        didSet {
            chart?.journal = journal
            updateFastPath()
        }
    }
    /// Whether the function that writes the journal is being called.
    @exclusivity(unchecked) var isWriting = false
    /// How many events are nested in one another. Counted in debug builds.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    @exclusivity(unchecked) var stallWatch = StallWatch()
    @exclusivity(unchecked) var entries = EntryOrder<State, Event>()

    @usableFromInline init() {}

    /// Installs a table. Call it once.
    func take(
        _ table: CompiledTable<State, Event>, _ actionLists: ActionLists<Event>, _ questions: DocumentQuestions? = nil,
        initialState: State
    ) throws {
        let store = UnsafeMutablePointer<ActionStore>.allocate(capacity: 1)
        store.initialize(to: ActionStore(actionLists, questions))
        do {
            machine = try table.machine(initialState: initialState, store)
        } catch {
            Self.free(store)
            throw error
        }
        self.store = store
        self.table = table
        allActions = actionLists.all
        states = Self.copy(table.states.values)
        eventsByBits = Self.copy(table.events.bits.numbers)
        let sender = PredicateSender(table.predicates)
        self.sender = sender
        if let machine {
            let timetable = Timetable(machine, table)
            self.timetable = timetable
            if table.isChart { chart = ChartEvents(machine, store, sender, table, timetable) }
            chart?.stepHandler = stepHandler
            followChart()
            life = table.effects.map { StateLife($0, machine, table, timetable, initialState: initialState) }
        }
        updateFastPath()
    }

    deinit {
        machine?.release()
        if let store { Self.free(store) }
        Self.free(states)
        Self.free(eventsByBits)
    }

    /// The clock that tells the time.
    var clock: MachineClock? {
        get { timetable?.clock }
        set {
            timetable?.clock = newValue
            hasClock = newValue != nil
            updateFastPath()
        }
    }

    private func updateFastPath() {
        let isFast =
            isUnobserved && turns.areFree && chart == nil && life == nil && !hasClock && observers == nil
            && journal == nil && store?.pointee.failures == nil
        fastPathMachine = isFast ? machine : nil
    }

    private static func copy<Element>(_ elements: some Collection<Element>) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }

    private static func free<Element>(_ buffer: UnsafeMutableBufferPointer<Element>) {
        buffer.deinitialize()
        buffer.deallocate()
    }

    private static func free(_ store: UnsafeMutablePointer<ActionStore>) {
        store.pointee.free()
        store.deinitialize(count: 1)
        store.deallocate()
    }
}
