import CMemory

/// A copy of what of a table names callbacks, for replays: with others in the place of those that are not called, and
/// without timeouts.
struct ReplayTable {
    /// In one block of memory with what it points to.
    let storage: UnsafePointer<TableStorage>

    /// Questions are guards, resolvers and providers; conditions on active states are always asked. `nil` if there is no
    /// memory.
    @inline(never)
    init?(_ original: Table, keepsQuestions: Bool, keepsOthers: Bool) {
        let table = original.storage
        let programCount = original.counts.programs
        let callbackCount = original.counts.callbacks
        let nodeCount = table.pointee.chart.map { Int($0.pointee.nodeCount) } ?? 0
        let predicateCount = Int(table.pointee.predicates.indexCount)
        var size = MemoryLayout<TableStorage>.stride
        func room<Element>(for count: Int, of type: Element.Type) -> Int {
            let mask = MemoryLayout<Element>.alignment - 1
            let position = (size + mask) & ~mask
            size = position + count * MemoryLayout<Element>.stride
            return position
        }
        let places = (
            programs: room(for: programCount, of: Program.self),
            callbacks: room(for: callbackCount, of: Callback.self),
            predicates: room(for: predicateCount, of: PredicateRecord.self),
            chart: room(for: nodeCount > 0 ? 1 : 0, of: ChartTable.self),
            nodes: room(for: nodeCount, of: ChartNode.self)
        )
        guard let memory = malloc(size) else { return nil }
        let copy = memory.bindMemory(to: TableStorage.self, capacity: 1)
        copy.initialize(to: table.pointee)
        let programs = (memory + places.programs).bindMemory(to: Program.self, capacity: programCount)
        programs.initialize(from: table.pointee.programs, count: programCount)
        let callbacks = (memory + places.callbacks).bindMemory(to: Callback.self, capacity: callbackCount)
        copy.pointee.programs = UnsafePointer(programs)
        copy.pointee.callbacks = UnsafePointer(callbacks)
        storage = UnsafePointer(copy)
        let idle = Callback.idle
        for index in 0..<callbackCount {
            let callback = table.pointee.callbacks[index]
            (callbacks + index).initialize(to: keepsOthers || callback.isInGuard ? callback : idle)
        }
        if !keepsQuestions {
            let records = (memory + places.predicates).bindMemory(to: PredicateRecord.self, capacity: predicateCount)
            for predicate in table.pointee.predicates.indices {
                var record = table.pointee.predicateRecords[CompactIndex(predicate)]
                record.provider = .max
                (records + predicate.value).initialize(to: record)
            }
            copy.pointee.predicateRecords = IndexedPointer(UnsafePointer(records))
            copy.pointee.hasProviders = false
        }
        // Nobody sees arguments.
        if !keepsQuestions && !keepsOthers { copy.pointee.argumentLists = nil }
        Self.setQuestions(of: table, original.counts.rules, in: callbacks, areKept: keepsQuestions)
        if !keepsOthers {
            for index in 0..<programCount where programs[index].function != nil {
                programs[index].function = idle.function
                programs[index].context = nil
            }
            copy.pointee.unhandledHooks = .empty
            copy.pointee.stepHooks = .empty
        }
        storage.placeCallbacks(ofPrograms: programCount)
        guard let chart = table.pointee.chart else { return }
        let nodes = (memory + places.nodes).bindMemory(to: ChartNode.self, capacity: nodeCount)
        nodes.initialize(from: chart.pointee.nodes, count: nodeCount)
        for index in 0..<nodeCount { nodes[index].timeoutCount = 0 }
        let place = (memory + places.chart).bindMemory(to: ChartTable.self, capacity: 1)
        place.initialize(to: chart.pointee.withoutTimeouts(nodes: UnsafePointer(nodes)))
        copy.pointee.chart = UnsafePointer(place)
    }

    /// Puts guards, resolvers and providers, or what says yes, into their places.
    private static func setQuestions(
        of table: UnsafePointer<TableStorage>, _ ruleCount: Int, in callbacks: UnsafeMutablePointer<Callback>,
        areKept: Bool
    ) {
        let idle = Callback.idle
        func set(_ list: CallbackList) {
            for index in Int(list.first)..<Int(list.first &+ list.count) {
                let callback = table.pointee.callbacks[index]
                callbacks[index] = areKept || callback.isInGuard ? callback : idle
            }
        }
        for index in 0..<ruleCount {
            let rule = table.pointee.rules + index
            set(rule.pointee.guards)
            if rule.pointee.target == .dynamic { set(CallbackList(first: rule.pointee.resolver, count: 1)) }
        }
        for predicate in table.pointee.predicates.indices {
            let provider = table.pointee.predicateRecords[CompactIndex(predicate)].provider
            if provider != .max { set(CallbackList(first: provider, count: 1)) }
        }
    }

    func release() { free(UnsafeMutableRawPointer(mutating: storage)) }
}
