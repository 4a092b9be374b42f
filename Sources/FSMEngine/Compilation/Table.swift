import CMemory

/// A compiled definition: immutable, shared by any number of machines on any number of threads.
public final class Table: @unchecked Sendable {
    // Sendable: nothing of it changes after `compile()` returned, and the memory lives as long as the table.

    let storage: UnsafePointer<TableStorage>
    /// Lets go of the callbacks when the table goes.
    public let owner: CallbackOwner?

    public let stateNames: Names
    public let eventNames: Names
    /// The declared initial state, if there is one.
    public let initial: ID?
    public let stateCount: Int
    public let eventCount: Int
    public let rowCount: Int
    /// The bytes that ``storage`` takes, with all that it points to.
    public let size: Int

    fileprivate init(
        _ valid: ValidDefinition, storage: UnsafePointer<TableStorage>, size: Int, owner: CallbackOwner?
    ) {
        self.storage = storage
        self.size = size
        self.owner = owner
        stateNames = valid.definition.stateNames
        eventNames = valid.definition.eventNames
        initial = valid.initial
        stateCount = valid.states.count
        eventCount = valid.events.count
        rowCount = valid.definition.rows.count
    }

    deinit { free(UnsafeMutableRawPointer(mutating: storage)) }
}

extension ValidDefinition {
    /// Compiles the table, which keeps `owner` as long as it lives. O(rows), plus the table's size. `nil` if there is
    /// no memory for it.
    public func compile(owner: CallbackOwner? = nil) -> Table? {
        compile(owner: owner, layout: Compiler.suitableLayout(for: self))
    }

    /// With the layout that is named, except that narrow cells become wide where numbers need it.
    func compile(owner: CallbackOwner?, layout: TableStorage.Layout) -> Table? {
        let cellCount = layout == .sparse ? 4 * cells.cells.count : (states.span + 1) * (events.span + 1)
        let bytesInTheMaking = 64_000 + cellCount * 24 + cells.rows.count * 400 + states.span * 80
        guard isMemoryAvailable(bytesInTheMaking) else { return nil }
        var compiler = Compiler(self, isSparse: layout == .sparse)
        let dense = compiler.isSparse ? [] : compiler.denseCells()
        let sparse = compiler.isSparse ? compiler.sparseCells() : [.free]
        let programs = compiler.programs
        let isNarrow = layout == .narrow && states.span <= 0xffff && programs.programs.count <= 0x1_0000
        let narrow = isNarrow ? dense.map { $0.narrow } : []
        let wide = isNarrow ? [] : dense
        let stateSlots = states.slots()
        let eventSlots = events.slots()

        var memory = TableMemory()
        let places = (
            narrow: memory.reserve(narrow.count, of: UInt32.self),
            wide: memory.reserve(wide.count, of: Cell.self),
            sparse: memory.reserve(sparse.count, of: SparseCells.Slot.self),
            programs: memory.reserve(programs.programs.count, of: Program.self),
            callbacks: memory.reserve(programs.callbacks.count, of: Callback.self),
            rules: memory.reserve(compiler.rules.count, of: Rule.self),
            stateCallbacks: memory.reserve(compiler.stateCallbacks.count, of: StateCallbacks.self),
            stateIDs: memory.reserve(states.span, of: ID.self),
            stateSlots: memory.reserve(stateSlots.count, of: UInt32.self),
            eventIDs: memory.reserve(events.span, of: ID.self),
            eventSlots: memory.reserve(eventSlots.count, of: UInt32.self)
        )
        guard let block = memory.allocate() else { return nil }
        let phases = definition.order.phases
        let storage = block.bindMemory(to: TableStorage.self, capacity: 1)
        storage.initialize(
            to: TableStorage(
                layout: isNarrow ? .narrow : compiler.isSparse ? .sparse : .wide,
                entryExit: definition.entryExit,
                isFirstMatch: definition.guardPolicy == .firstMatch,
                resolvesFirst: phases[0] == .resolve,
                takesUnknownEvents: cells.cells.contains { $0.event == events.span },
                phases: (phases[0], phases[1], phases[2], phases[3], phases[4]),
                states: states.lookup(
                    ids: memory.store(states.ids, at: places.stateIDs),
                    slots: memory.store(stateSlots, at: places.stateSlots), count: stateSlots.count),
                events: events.lookup(
                    ids: memory.store(events.ids, at: places.eventIDs),
                    slots: memory.store(eventSlots, at: places.eventSlots), count: eventSlots.count),
                narrowCells: memory.store(narrow, at: places.narrow),
                wideCells: memory.store(wide, at: places.wide),
                sparseCells: SparseCells(slots: memory.store(sparse, at: places.sparse), mask: sparse.count - 1),
                programs: memory.store(programs.programs, at: places.programs),
                rules: memory.store(compiler.rules, at: places.rules),
                callbacks: memory.store(programs.callbacks, at: places.callbacks),
                stateCallbacks: memory.store(compiler.stateCallbacks, at: places.stateCallbacks)))
        return Table(self, storage: storage, size: memory.size, owner: owner)
    }
}

extension IDIndex {
    /// The hash slots of scattered ids.
    fileprivate func slots() -> [UInt32] {
        guard !isCompact else { return [] }
        var slots = [UInt32](repeating: .max, count: slotCount(for: span))
        let mask = slots.count - 1
        for (number, id) in ids.enumerated() {
            var position = Int(id.spread) & mask
            while slots[position] != .max { position = (position + 1) & mask }
            slots[position] = UInt32(number)
        }
        return slots
    }

    fileprivate func lookup(ids: UnsafePointer<ID>, slots: UnsafePointer<UInt32>, count: Int) -> IDLookup {
        IDLookup(
            ids: ids, span: UInt32(span), base: base, isCompact: isCompact, slots: slots,
            mask: UInt32(max(count, 1) - 1))
    }
}
