import CMemory

/// A compiled definition: immutable, shared by any number of machines on any number of threads.
public final class Table: @unchecked Sendable {
    // Sendable: nothing of it changes after `compile()` returned, but for two places in which threads put what is always the
    // same; and the memory lives as long as the table.

    let storage: UnsafePointer<TableStorage>
    /// Lets go of the callbacks when the table goes.
    public let owner: CallbackOwner?

    /// What was said, for whoever asks: steps read `storage` alone.
    /// In the C library it is frozen memory, so that attempts may read it: see ``keep(_:)``.
    public let definition: UnsafeMutablePointer<Definition>
    private var memory = MemoryRegion.none
    /// The place of the ``SnapshotPrefix``, once that was made.
    let snapshotPrefix: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// Some callback that a document names is missing: no machine can run.
    public let hasUnboundCallbacks: Bool
    let names: TableNames
    /// How long arrays of the storage are, for whoever copies them.
    let counts: TableCounts
    /// What can be told of the table, but is of no use to a step.
    let catalog: TransitionCatalog
    /// The declared initial state, if there is one.
    public let initial: ID?
    /// The number of states.
    public let stateCount: Int
    /// The number of events.
    public let eventCount: Int
    /// The bytes that `storage` takes, with all that it points to.
    public let size: Int
    /// The bytes of a machine, a multiple of ``machineAlignment``.
    public let machineSize: Int
    /// The ``snapshotKey``, once somebody has asked for it; otherwise 0.
    private let knownKey: UnsafeMutablePointer<UInt64>

    fileprivate init(
        _ valid: ValidDefinition, _ catalog: TransitionCatalog, _ names: TableNames,
        storage: UnsafePointer<TableStorage>, size: Int, counts: TableCounts, owner: CallbackOwner?
    ) {
        self.counts = counts
        self.storage = storage
        self.size = size
        self.owner = owner
        definition = .allocate(capacity: 1)
        definition.initialize(to: valid.definition)
        snapshotPrefix = .allocate(capacity: 1)
        snapshotPrefix.initialize(to: nil)
        hasUnboundCallbacks = valid.definition.hasUnboundCallbacks
        self.catalog = catalog
        self.names = names
        initial = valid.initial
        stateCount = valid.states.count
        eventCount = valid.events.count
        machineSize = MachineLayout(storage).size
        knownKey = .allocate(capacity: 1)
        knownKey.initialize(to: 0)
        // That of a chart allocates, which may be refused here, but not where somebody asks for the key.
        if storage.pointee.chart != nil { _ = snapshotKey }
    }

    /// The alignment of a machine's memory, in bytes.
    public static var machineAlignment: Int { MachineLayout.alignment }

    /// A hash of what the definition does: `sfsm_table_snapshot_key` in C. O(1), the first time O(rows + states + events).
    public var snapshotKey: UInt64 {
        let known = swiftfsm_load(knownKey)
        if known != 0 { return known }
        // Threads that come here at the same time find the same.
        let key = SnapshotKey(self).value
        swiftfsm_store(knownKey, key)
        return key
    }

    /// The number of rows; adopted ones count once.
    public var rowCount: Int { definition.pointee.rows.count }
    /// The names of states.
    public var stateNames: Names { definition.pointee.stateNames }
    /// The names of events.
    public var eventNames: Names { definition.pointee.eventNames }
    /// The names of predicate types.
    public var predicateNames: Names { definition.pointee.predicateNames }
    /// Names of cases, each in the group of its predicate type.
    public var caseNames: Names { definition.pointee.caseNames }
    /// Names of superstates, by the index of their block.
    public var superstateNames: Names { definition.pointee.superstateNames }

    deinit {
        free(swiftfsm_published(snapshotPrefix))
        snapshotPrefix.deallocate()
        knownKey.deallocate()
        names.free()
        free(UnsafeMutableRawPointer(mutating: storage))
        if !memory.free() { definition.deinitialize(count: 1) }
        definition.deallocate()
    }

    /// Takes over the memory of the definition, which nobody else has, before any other thread knows of the table.
    public func keep(_ memory: MemoryRegion) {
        memory.freeze()
        self.memory = memory
    }
}

/// How many programs, rules and callbacks a table has.
struct TableCounts {
    let programs: Int
    let rules: Int
    let callbacks: Int
}

extension ValidDefinition {
    /// Compiles the table, which keeps `owner` as long as it lives. O(rows), plus the table's size. `nil` if there is
    /// no memory for it. `binding` may put another callback in the place of each one of the definition.
    public func compile(owner: CallbackOwner? = nil, binding: ((Callback) -> Callback?)? = nil) -> Table? {
        compile(owner: owner, layout: Compiler.suitableLayout(for: self), binding: binding)
    }

    /// With the layout that is named, except that narrow cells become wide where numbers need it.
    func compile(
        owner: CallbackOwner?, layout: TableStorage.Layout, binding: ((Callback) -> Callback?)? = nil
    ) -> Table? {
        let compiler = Compiler(self, isSparse: layout == .sparse, binding: binding)
        let image = TableImage(self, compiler, layout: layout)
        guard !compiler.decisions.isIncomplete else { return nil }
        // The same walk measures, then writes.
        var measure = TableWriter(block: nil)
        _ = image.write(to: &measure)
        guard let size = Int(exactly: measure.size), let block = malloc(size) else { return nil }
        var writer = TableWriter(block: block)
        let storage = block.bindMemory(to: TableStorage.self, capacity: 1)
        storage.initialize(to: image.write(to: &writer))
        UnsafePointer(storage).placeCallbacks(ofPrograms: compiler.programs.programs.count)
        guard let names = withUnsafePointer(to: definition, { TableNames($0, storage) }) else {
            free(block)
            return nil
        }
        let catalog = TransitionCatalog(self, guards: compiler.guards)
        let counts = TableCounts(
            programs: compiler.programs.programs.count, rules: compiler.rules.count,
            callbacks: compiler.programs.callbacks.count)
        return Table(self, catalog, names, storage: storage, size: size, counts: counts, owner: owner)
    }
}
