import CMemory

/// What a machine is: one block of memory that does not move. The step comes first, so that callbacks are given the
/// machine's own memory and nothing has to be copied for them; then what a step needs; then the rest.
struct MachineStorage {
    var step: Step
    /// Zero for a machine that runs and is at rest: then a step may go the fast path.
    var flags: MachineFlags
    /// See ``state``.
    private(set) var present: CompactIndex<State>

    // Copied from the table, of use for the fast path only: narrow cells, and events by subtraction.
    /// The cells of the present state: what a step waits for is one load. While callbacks run they may already be those of the
    /// next state; only a machine at rest uses them.
    private(set) var row: UnsafeRawPointer
    let cells: UnsafePointer<NarrowCell>
    /// The bytes from one state's cells to those of the next.
    let rowSize: Int
    let programs: UnsafePointer<Program>
    let stateIDs: IndexedPointer<State, ID>
    let eventBase: ID
    /// 0 if no event goes the fast path: the table's cells are not narrow, or its events are scattered, or cases must
    /// be sent with each.
    let eventIndexCount: UInt32
    /// By which events are found that could go the fast path, but are scattered; otherwise `nil`.
    let eventHash: IDHash?
    /// The predicate types, if a step with a case of each may go a way of its own; otherwise 0.
    let matchingCount: UInt32
    let predicateBase: ID
    let predicateRecords: IndexedPointer<Predicate, PredicateRecord>

    let table: UnsafePointer<TableStorage>
    let tableReference: Unmanaged<Table>
    var queue: EventQueue
    /// What the callback returned whose failure was last reported.
    var failure: Int32 = 0
    /// The node of a chart whose callback is running, or ``ChartNode/none``.
    var calling = ChartNode.none
    /// How many plans were opened so far: the number of the one that is open.
    var planCount: UInt32 = 0
    /// The callback that is running of a program that ``Program/hasOwners``, otherwise `nil`.
    var running: UnsafePointer<Callback>?
    /// Hooks of its own: see ``Hook``.
    var unhandledHooks: UnsafeMutablePointer<Hook>?
    var stepHooks: UnsafeMutablePointer<Hook>?
    /// Cases may be missing, repeated, or of types that the table does not have.
    let isLenient: Bool
    /// Some event carries arguments.
    let takesArguments: Bool
    /// Its block of memory is the host's.
    let isLent: Bool
    /// It stands for all tokens of a replay in turn: callbacks may ask it, but not change it.
    var isReplaying = false
    /// Many events are being sent: it is freed after them.
    var isRunning = false
    /// The case that was last found wrong.
    var rejected = PredicateCase(ReservedID.none, ReservedID.none)
    /// How the provider has failed that a callback needed.
    var provision = Provision.nothing
    /// The argument that was last found wrong.
    var rejectedArgument = RejectedArgument()
    /// Where those are kept that the step under way was sent with.
    let arguments: UnsafeMutablePointer<Value>
    /// The arguments of the step under way, if they have waited: to be freed after it.
    var carried: UnsafeMutableRawPointer?
    /// The active states of a machine over a chart; `nil` over a flat table.
    var configuration: UnsafeMutablePointer<Configuration>?
    /// What a machine over a chart has besides, once that was made.
    var chart: UnsafeMutablePointer<ChartMachine>?
    /// Where steps are written, if they are.
    var journal: UnsafeMutablePointer<Journal>?
    /// `nil` until the first timer is started.
    var timers: UnsafeMutablePointer<Timers>?
    /// The time that was last told; while events that were due are sent, the time of the one under way.
    var now: Int64 = 0
}

extension MachineStorage {
    /// The present state; of a stopped machine the last one, or `.never` if there was none.
    var state: CompactIndex<State> {
        @inline(__always) get { present }
        @inline(__always) set {
            findCells(of: newValue)
            present = newValue
        }
    }

    /// Finds the cells of the next state before the callbacks are called: a step that follows at once would wait for them.
    @inline(__always)
    mutating func findCells(of state: CompactIndex<State>) {
        row = UnsafeRawPointer(cells) + Int(truncatingIfNeeded: state.value) &* rowSize
    }

    /// Changes the state to one whose cells were found.
    @inline(__always)
    mutating func enter(_ state: CompactIndex<State>) { present = state }

    /// Finds the cells of the present state again, after a step that has not changed it.
    mutating func findPresentCells() { findCells(of: present) }

    /// The cell of the present state in a column, where cells are narrow.
    @inline(__always)
    func cell(_ column: CompactIndex<Column>) -> Cell {
        Cell(row.assumingMemoryBound(to: NarrowCell.self)[Int(column.value)])
    }

    @inline(__always)
    var isChart: Bool { configuration != nil }
    var hasUnhandledHooks: Bool { unhandledHooks != nil || !table.pointee.unhandledHooks.isEmpty }
}

/// Why a machine is not just running and at rest.
struct MachineFlags: OptionSet {
    let rawValue: UInt32

    static var stopped: MachineFlags { MachineFlags(rawValue: 1) }
    /// A step is under way: events are queued.
    static var busy: MachineFlags { MachineFlags(rawValue: 2) }
    /// Guards are being asked for a probe: nothing may change.
    static var probing: MachineFlags { MachineFlags(rawValue: 4) }
    /// There is a hook for each step.
    static var observed: MachineFlags { MachineFlags(rawValue: 8) }
    /// Events wait.
    static var waiting: MachineFlags { MachineFlags(rawValue: 16) }
    /// Released from inside one of its own callbacks: to be freed as the outermost call returns.
    static var released: MachineFlags { MachineFlags(rawValue: 32) }
    /// A provider has been asked in this step.
    static var provided: MachineFlags { MachineFlags(rawValue: 64) }
    /// A callback fails since a provider that it needs has failed.
    static var unprovided: MachineFlags { MachineFlags(rawValue: 128) }
    /// A plan is open: see ``Machine/plan(_:_:_:)``.
    static var planned: MachineFlags { MachineFlags(rawValue: 256) }
    /// Rows without an event, raised events or deferred ones may have to be tried before the next event.
    static var unsettled: MachineFlags { MachineFlags(rawValue: 512) }

    /// A plan is being made: a callback that is asked for it may postpone it.
    static var planning: MachineFlags { MachineFlags(rawValue: 1024) }
    /// The plan that is being made is postponed.
    static var postponed: MachineFlags { MachineFlags(rawValue: 2048) }
    /// The plan of an event that the host has was postponed: what was sent meanwhile waits behind that.
    static var resuming: MachineFlags { MachineFlags(rawValue: 4096) }
    /// The plan that is open has changed the state.
    static var committed: MachineFlags { MachineFlags(rawValue: 8192) }
    /// There is a journal.
    static var journaled: MachineFlags { MachineFlags(rawValue: 16384) }

    /// A callback of this machine is running, or a plan is open.
    static var inside: MachineFlags { [.busy, .probing, .planned] }

    // Without going through the protocol's, which unoptimised builds would for each step.
    func contains(_ other: MachineFlags) -> Bool { rawValue & other.rawValue == other.rawValue }
    func isDisjoint(with other: MachineFlags) -> Bool { rawValue & other.rawValue == 0 }
}

/// One token over a table: a state and a context. A reference to memory that ``create(_:initial:context:isLenient:in:)`` makes and
/// ``release()`` frees. One thread at a time.
public struct Machine {
    let storage: UnsafeMutablePointer<MachineStorage>

    /// The machine's address, which identifies it to callbacks and to other languages.
    public var handle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(storage) }

    /// The machine with this handle.
    @inline(__always)
    public init(handle: UnsafeMutableRawPointer) {
        storage = handle.assumingMemoryBound(to: MachineStorage.self)
    }

    /// A machine in state `initial`, or not started yet with ``ReservedID/none``. No callback runs. A strict one is
    /// sent a case of each predicate type with each event, a lenient one what there is. With `memory`, of as many bytes as
    /// ``Table/machineSize`` says, it is made there, without asking for any.
    /// Throws `unboundCallbacks`, `unknownState` or `outOfMemory`. Long, since all parts of one block of memory are filled
    /// here.
    @inline(never)
    @_optimize(speed)
    public static func create(
        _ table: Table, initial: ID, context: UnsafeMutableRawPointer? = nil, isLenient: Bool = false,
        in lent: UnsafeMutableRawPointer? = nil
    ) throws(MachineError) -> Machine {
        guard !table.hasUnboundCallbacks else { throw MachineError(outcome: .unboundCallbacks) }
        return try create(table, table.storage, initial: initial, context: context, isLenient: isLenient, in: lent)
    }

    /// The same over a copy of the table's storage. All callbacks that it calls are there.
    @inline(__always)
    static func create(
        _ table: Table, _ tableStorage: UnsafePointer<TableStorage>, initial: ID,
        context: UnsafeMutableRawPointer? = nil, isLenient: Bool = false, in lent: UnsafeMutableRawPointer? = nil
    ) throws(MachineError) -> Machine {
        let state = table.state(named: initial)
        guard initial == ReservedID.none || state != nil else { throw MachineError(outcome: .unknownState) }
        let layout = MachineLayout(tableStorage)
        guard let memory = lent ?? malloc(layout.size) else { throw MachineError(outcome: .outOfMemory) }
        let predicateCount = layout.predicateCount
        let arguments = (memory + layout.arguments).bindMemory(to: Value.self, capacity: layout.argumentCount)
        let cases = (memory + layout.cases).bindMemory(to: Int32.self, capacity: predicateCount)
        for index in 0..<predicateCount { (cases + index).initialize(to: ReservedID.none) }
        var flags: MachineFlags = state == nil ? .stopped : []
        if !tableStorage.pointee.stepHooks.isEmpty { flags.insert(.observed) }
        let short =
            tableStorage.pointee.layout == .narrow && (isLenient || !tableStorage.pointee.needsCases)
        let isCompact = tableStorage.pointee.events.isCompact
        let cells = tableStorage.pointee.cells.assumingMemoryBound(to: NarrowCell.self)
        let rowSize = MemoryLayout<NarrowCell>.stride &* (Int(tableStorage.pointee.events.indexCount) &+ 1)
        let storage = memory.bindMemory(to: MachineStorage.self, capacity: 1)
        let stateIDs = tableStorage.pointee.states.ids
        storage.initialize(
            to: MachineStorage(
                step: Step(
                    machine: memory, context: context, event: ReservedID.none,
                    source: state.map { stateIDs[$0] } ?? ReservedID.none, target: ReservedID.none, outcome: .ok,
                    cases: predicateCount > 0 ? UnsafePointer(cases) : nil),
                flags: flags, present: state ?? .never,
                row: UnsafeRawPointer(cells) + Int(state?.value ?? 0) &* rowSize, cells: cells, rowSize: rowSize,
                programs: tableStorage.pointee.programs,
                stateIDs: stateIDs, eventBase: tableStorage.pointee.events.base,
                eventIndexCount: short && isCompact ? tableStorage.pointee.events.indexCount : 0,
                eventHash: short && !isCompact ? tableStorage.pointee.events.hash : nil,
                matchingCount: tableStorage.matchingCount, predicateBase: tableStorage.pointee.predicates.base,
                predicateRecords: tableStorage.pointee.predicateRecords,
                table: tableStorage, tableReference: Unmanaged.passRetained(table),
                queue: EventQueue(caseCount: predicateCount, takesArguments: layout.argumentCount > 0),
                isLenient: isLenient, takesArguments: layout.argumentCount > 0, isLent: lent != nil,
                arguments: arguments))
        let machine = Machine(handle: memory)
        if let chart = tableStorage.pointee.chart, !machine.makeChart(chart, layout, state) {
            machine.destroy()
            throw MachineError(outcome: .outOfMemory)
        }
        return machine
    }

    /// Frees the machine without running exit callbacks; from inside one of its callbacks, as the outermost call
    /// returns.
    @inline(never)
    public func release() {
        if storage.pointee.isReplaying { return }
        if storage.pointee.flags.isDisjoint(with: .inside) {
            destroy()
        } else {
            storage.pointee.flags.insert(.released)
        }
    }

    @inline(never)
    func destroy() {
        storage.pointee.queue.clear()
        destroyWork()
        destroyTimers()
        free(storage.pointee.journal)
        clearInputs()
        let hooks = (storage.pointee.unhandledHooks, storage.pointee.stepHooks)
        let table = storage.pointee.tableReference
        if !storage.pointee.isLent { free(storage) }
        // Owners may call back, so they go last, when there is no machine any more.
        hooks.0?.release()
        hooks.1?.release()
        table.release()
    }

    /// The present state, ``ReservedID/none`` if it is stopped. O(1).
    public var state: ID {
        storage.pointee.flags.contains(.stopped)
            ? ReservedID.none : storage.pointee.stateIDs[storage.pointee.state]
    }

    /// What callbacks are passed that have no context of their own.
    public var context: UnsafeMutableRawPointer? {
        get { storage.pointee.step.context }
        nonmutating set { storage.pointee.step.context = newValue }
    }

    /// Whether it stands for the tokens of a replay.
    public var isReplaying: Bool { storage.pointee.isReplaying }

    /// Whether callbacks that run may ask it, but not change what comes next: while it is probed, and in a replay.
    var mayOnlyBeAsked: Bool { storage.pointee.flags.contains(.probing) || storage.pointee.isReplaying }

    /// The table, which the machine retains.
    public var table: Table { storage.pointee.tableReference.takeUnretainedValue() }

    /// ``Table/state(named:)`` of its table, to which no reference is counted meanwhile.
    @inline(__always)
    func state(named id: ID) -> CompactIndex<State>? {
        storage.pointee.tableReference._withUnsafeGuaranteedRef { $0.state(named: id) }
    }

    /// How many events wait, raised and recalled ones among them that a failure left behind.
    public var pendingCount: Int { storage.pointee.queue.count + (storage.pointee.chart?.pointee.pendingCount ?? 0) }

    /// What the callback returned whose failure was last reported, 0 if none failed.
    public var failure: Int32 { storage.pointee.failure }
}

extension CompactIndex<State> {
    /// That of a machine which was never in one.
    static var never: CompactIndex { CompactIndex(.max) }
}

/// Why a machine could not be made.
public struct MachineError: Error {
    /// An error: less than ``Outcome/ok``.
    public let outcome: Outcome
}

extension Table {
    /// The number of a state, by its id or ``ReservedID/initial``. A history is no state.
    func state(named id: ID) -> CompactIndex<State>? {
        let id = id == ReservedID.initial ? initial ?? ReservedID.none : id
        guard let state = storage.pointee.states.index(of: id) else { return nil }
        guard let chart = storage.pointee.chart else { return state }
        let node = chart.pointee.nodes + Int(chart.pointee.nodeOfState[Int(state.value)])
        return node.pointee.kind.isHistory ? nil : state
    }
}
