/// The arrays of a compiled table, before they lie in one block of memory.
final class TableImage {
    private let valid: ValidDefinition
    private let compiler: Compiler
    private let layout: TableStorage.Layout
    /// Narrow or wide cells, as the layout has them; the other array is empty.
    private let narrowCells: [UInt32]
    private let wideCells: [Cell]
    /// Those of a sparse table by their keys, of events and of requests.
    private let sparseList: [SparseCells.Slot]
    private let requestList: [SparseCells.Slot]
    private let statePlaces: IDPlaces
    private let eventPlaces: IDPlaces
    private let predicatePlaces: IDPlaces
    /// Where each list of argument types begins, and all the types.
    private var argumentListStarts: [UInt32] = []
    private var argumentTypes: [ValueType] = []
    private let chart: ChartImage?

    /// Narrow cells become wide where numbers need it.
    init(_ valid: ValidDefinition, _ compiler: Compiler, layout: TableStorage.Layout) {
        self.valid = valid
        self.compiler = compiler
        let dense = compiler.isSparse ? [] : compiler.denseCells()
        chart = compiler.tree.map { ChartImage(valid, $0, compiler) }
        // A chart has its cells for itself, and the table only what can be done without knowing it.
        let isFlat = compiler.tree == nil
        sparseList = compiler.isSparse && isFlat ? compiler.sparseCells(ofRequests: false) : []
        requestList = isFlat && valid.traits.contains(.requests) ? compiler.sparseCells(ofRequests: true) : []
        let isNarrow =
            layout == .narrow && valid.states.indexCount <= 0xffff && compiler.programs.programs.count <= 0x1_0000
            && UInt64(dense.count) <= UInt64(UInt32.max)
        self.layout = isNarrow ? .narrow : compiler.isSparse ? .sparse : .wide
        narrowCells = isNarrow ? Self.narrow(dense) : []
        wideCells = isNarrow ? [] : dense
        statePlaces = valid.states.places
        eventPlaces = valid.events.places
        predicatePlaces = valid.matchings.predicates.places
        guard !compiler.argumentListIndices.isEmpty else { return }
        argumentListStarts.append(0)
        for types in valid.definition.argumentLists.lists {
            for type in types { argumentTypes.append(type) }
            argumentListStarts.append(UInt32(argumentTypes.count))
        }
    }

    @inline(never)
    @_optimize(speed)
    private static func narrow(_ cells: [Cell]) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: cells.count)
        for index in cells.indices { words[index] = NarrowCell(cells[index]).word }
        return words
    }

    /// Append all arrays to the writer; a new one is one line here. Returns the storage that points to them.
    @inline(never)
    func write(to writer: inout TableWriter) -> TableStorage {
        let matchings = valid.matchings
        let phases = valid.definition.order.phases
        let cells = denseCells(&writer)
        let sparseCells = writer.appendHashed(sparseList)
        // Where there are none, the slots of events serve for requests too: no event has the key of one.
        let requestCells = requestList.isEmpty ? sparseCells : writer.appendHashed(requestList)
        return TableStorage(
            layout: layout,
            entryExit: valid.definition.entryExit,
            isFirstMatch: valid.definition.guardPolicy == .firstMatch,
            resolvesFirst: phases[0] == .resolve || chart != nil,
            takesUnknownEvents: takesUnknownEvents,
            hasProviders: !valid.definition.providers.isEmpty,
            needsCases: matchings.predicates.indexCount > valid.definition.providers.count,
            phases: PhaseSequence(valid.definition.order),
            states: valid.states.lookup(statePlaces, &writer),
            events: valid.events.lookup(eventPlaces, &writer),
            predicates: matchings.predicates.lookup(predicatePlaces, &writer),
            predicateRecords: writer.append(compiler.predicateRecords),
            argumentLists: argumentLists(&writer),
            cells: cells,
            sparseCells: sparseCells,
            requestCells: requestCells,
            decisions: writer.append(compiler.decisions.decisions),
            digits: writer.append(compiler.decisions.digits),
            weights: writer.append(compiler.decisions.weights),
            outcomes: writer.append(compiler.decisions.outcomes),
            words: writer.append(compiler.decisions.words),
            programs: writer.append(compiler.programs.programs),
            rules: writer.append(compiler.rules),
            callbacks: writer.append(compiler.programs.callbacks),
            stateCallbacks: writer.append(compiler.stateCallbacks),
            unhandledHooks: compiler.unhandledHooks,
            stepHooks: compiler.stepHooks,
            chart: chart?.write(to: &writer))
    }

    /// Some row is for any event.
    private var takesUnknownEvents: Bool {
        guard valid.cells.hasWildcards else { return false }
        for cell in valid.cells.cells where cell.column == valid.cells.columns.anyEvent { return true }
        return false
    }

    @inline(__always)
    private func denseCells(_ writer: inout TableWriter) -> UnsafeRawPointer {
        layout == .narrow ? UnsafeRawPointer(writer.append(narrowCells)) : UnsafeRawPointer(writer.append(wideCells))
    }

    private func argumentLists(_ writer: inout TableWriter) -> UnsafePointer<ArgumentListTable>? {
        guard !argumentListStarts.isEmpty else { return nil }
        let table = ArgumentListTable(
            numbers: writer.append(compiler.argumentListIndices), starts: writer.append(argumentListStarts),
            types: writer.append(argumentTypes),
            maximumArgumentCount: valid.definition.argumentLists.maximumArgumentCount)
        return writer.append([table])
    }
}

extension IDIndex {
    fileprivate var places: IDPlaces { isCompact ? IDPlaces() : IDPlaces(ids.elements) }

    @inline(__always)
    fileprivate func lookup(_ places: IDPlaces, _ writer: inout TableWriter) -> IDLookup<Kind> {
        let ids = writer.append(ids)
        let header = writer.append(isCompact ? [] : [places.header])
        _ = writer.append(places.places)
        return IDLookup(
            ids: ids, hash: IDHash(header: header), indexCount: UInt32(indexCount), base: base, isCompact: isCompact)
    }
}
