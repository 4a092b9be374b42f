import CMemory

/// A compiled definition: immutable, shared by any number of machines on any number of threads.
public final class Table: @unchecked Sendable {
    // Sendable: nothing of it changes after `compile()` returned, and the memory lives as long as the table.

    let storage: UnsafePointer<TableStorage>
    /// Lets go of the callbacks when the table goes.
    public let owner: CallbackOwner?

    public let stateNames: Names
    public let eventNames: Names
    public let predicateNames: Names
    /// Names of cases, each in the group of its predicate type.
    public let caseNames: Names
    /// What can be told of the table, but is of no use to a step.
    let catalog: TransitionCatalog
    /// The declared initial state, if there is one.
    public let initial: ID?
    public let stateCount: Int
    public let eventCount: Int
    public let rowCount: Int
    /// The bytes that ``storage`` takes, with all that it points to.
    public let size: Int

    fileprivate init(
        _ valid: ValidDefinition, _ catalog: TransitionCatalog, storage: UnsafePointer<TableStorage>, size: Int,
        owner: CallbackOwner?
    ) {
        self.storage = storage
        self.size = size
        self.owner = owner
        stateNames = valid.definition.stateNames
        eventNames = valid.definition.eventNames
        predicateNames = valid.definition.predicateNames
        caseNames = valid.definition.caseNames
        self.catalog = catalog
        initial = valid.initial
        stateCount = valid.states.count
        eventCount = valid.events.count
        rowCount = valid.definition.rows.count
    }

    deinit { free(UnsafeMutableRawPointer(mutating: storage)) }
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
        let dense = compiler.isSparse ? [] : compiler.denseCells()
        let sparse = compiler.isSparse ? compiler.hashedCells(ofRequests: false) : [.free]
        let requests = compiler.hashedCells(ofRequests: true)
        // Where there are none, the slots of events serve for requests too: no event has the key of one.
        let hasRequests = requests.count > 1
        guard !compiler.decisions.isIncomplete else { return nil }
        let (programs, decisions) = (compiler.programs, compiler.decisions)
        let isNarrow = layout == .narrow && states.indexCount <= 0xffff && programs.programs.count <= 0x1_0000
        let narrow = isNarrow ? dense.map { $0.narrow } : []
        let wide = isNarrow ? [] : dense
        let stateSlots = states.slots()
        let eventSlots = events.slots()
        let predicateSlots = matchings.predicates.slots()
        let takesArguments = !compiler.argumentListIndices.isEmpty
        var starts: [UInt32] = []
        var valueTypes: [ValueType] = []
        if takesArguments {
            starts.append(0)
            for types in definition.argumentLists.lists {
                valueTypes += types
                starts.append(UInt32(valueTypes.count))
            }
        }

        var memory = TableMemory()
        let places = (
            narrow: memory.reserve(narrow.count, of: UInt32.self),
            wide: memory.reserve(wide.count, of: Cell.self),
            sparse: memory.reserve(sparse.count, of: SparseCells.Slot.self),
            requests: memory.reserve(hasRequests ? requests.count : 0, of: SparseCells.Slot.self),
            decisions: memory.reserve(decisions.decisions.count, of: Decision.self),
            digits: memory.reserve(decisions.digits.count, of: Digit.self),
            weights: memory.reserve(decisions.weights.count, of: UInt32.self),
            outcomes: memory.reserve(decisions.outcomes.count, of: Cell.self),
            words: memory.reserve(decisions.words.count, of: UInt64.self),
            programs: memory.reserve(programs.programs.count, of: Program.self),
            callbacks: memory.reserve(programs.callbacks.count, of: Callback.self),
            rules: memory.reserve(compiler.rules.count, of: Rule.self),
            stateCallbacks: memory.reserve(compiler.stateCallbacks.count, of: StateCallbacks.self),
            stateIDs: memory.reserve(states.indexCount, of: ID.self),
            stateSlots: memory.reserve(stateSlots.count, of: UInt32.self),
            eventIDs: memory.reserve(events.indexCount, of: ID.self),
            eventSlots: memory.reserve(eventSlots.count, of: UInt32.self),
            predicateIDs: memory.reserve(matchings.predicates.indexCount, of: ID.self),
            predicateSlots: memory.reserve(predicateSlots.count, of: UInt32.self),
            predicateRecords: memory.reserve(compiler.predicateRecords.count, of: PredicateRecord.self),
            argumentLists: memory.reserve(takesArguments ? 1 : 0, of: ArgumentListTable.self),
            argumentListIndices: memory.reserve(compiler.argumentListIndices.count, of: UInt32.self),
            argumentListStarts: memory.reserve(starts.count, of: UInt32.self),
            valueTypes: memory.reserve(valueTypes.count, of: ValueType.self)
        )
        guard let block = memory.allocate() else { return nil }
        let phases = definition.order.phases
        let sparseCells = SparseCells(slots: memory.store(sparse, at: places.sparse), mask: sparse.count - 1)
        var argumentLists: UnsafePointer<ArgumentListTable>?
        if takesArguments {
            let table = ArgumentListTable(
                numbers: memory.store(compiler.argumentListIndices, at: places.argumentListIndices),
                starts: memory.store(starts, at: places.argumentListStarts),
                types: memory.store(valueTypes, at: places.valueTypes),
                maximumArgumentCount: definition.argumentLists.maximumArgumentCount)
            argumentLists = memory.store([table], at: places.argumentLists)
        }
        let storage = block.bindMemory(to: TableStorage.self, capacity: 1)
        storage.initialize(
            to: TableStorage(
                layout: isNarrow ? .narrow : compiler.isSparse ? .sparse : .wide,
                entryExit: definition.entryExit,
                isFirstMatch: definition.guardPolicy == .firstMatch,
                resolvesFirst: phases[0] == .resolve,
                takesUnknownEvents: cells.cells.contains { $0.column == events.indexCount },
                hasProviders: !definition.providers.isEmpty,
                needsCases: matchings.predicates.indexCount > definition.providers.count,
                phases: (phases[0], phases[1], phases[2], phases[3], phases[4]),
                states: states.lookup(
                    ids: memory.store(states.ids, at: places.stateIDs),
                    slots: memory.store(stateSlots, at: places.stateSlots), count: stateSlots.count),
                events: events.lookup(
                    ids: memory.store(events.ids, at: places.eventIDs),
                    slots: memory.store(eventSlots, at: places.eventSlots), count: eventSlots.count),
                predicates: matchings.predicates.lookup(
                    ids: memory.store(matchings.predicates.ids, at: places.predicateIDs),
                    slots: memory.store(predicateSlots, at: places.predicateSlots), count: predicateSlots.count),
                predicateRecords: memory.store(compiler.predicateRecords, at: places.predicateRecords),
                argumentLists: argumentLists,
                cells: isNarrow
                    ? UnsafeRawPointer(memory.store(narrow, at: places.narrow))
                    : UnsafeRawPointer(memory.store(wide, at: places.wide)),
                sparseCells: sparseCells,
                requestCells: hasRequests
                    ? SparseCells(slots: memory.store(requests, at: places.requests), mask: requests.count - 1)
                    : sparseCells,
                decisions: memory.store(decisions.decisions, at: places.decisions),
                digits: memory.store(decisions.digits, at: places.digits),
                weights: memory.store(decisions.weights, at: places.weights),
                outcomes: memory.store(decisions.outcomes, at: places.outcomes),
                words: memory.store(decisions.words, at: places.words),
                programs: memory.store(programs.programs, at: places.programs),
                rules: memory.store(compiler.rules, at: places.rules),
                callbacks: memory.store(programs.callbacks, at: places.callbacks),
                stateCallbacks: memory.store(compiler.stateCallbacks, at: places.stateCallbacks)))
        let catalog = TransitionCatalog(self, guards: compiler.guards, resolvers: compiler.resolvers)
        return Table(self, catalog, storage: storage, size: memory.size, owner: owner)
    }
}

extension IDIndex {
    /// The hash slots of scattered ids.
    fileprivate func slots() -> [UInt32] {
        guard !isCompact else { return [] }
        var slots = [UInt32](repeating: .max, count: slotCount(for: indexCount))
        let mask = slots.count - 1
        for (number, id) in ids.enumerated() {
            var position = Int(id.hash) & mask
            while slots[position] != .max { position = (position + 1) & mask }
            slots[position] = UInt32(number)
        }
        return slots
    }

    fileprivate func lookup(ids: UnsafePointer<ID>, slots: UnsafePointer<UInt32>, count: Int) -> IDLookup {
        IDLookup(
            ids: ids, slots: slots, mask: UInt32(max(count, 1) - 1), indexCount: UInt32(indexCount), base: base,
            isCompact: isCompact)
    }
}
