// What charts have besides.
extension Compiler {
    /// Conditions on active states come before the row's own guards, as callbacks of the engine's.
    func guardsOfChartRow(_ number: TypedIndex<Row>) -> CallbackList {
        var conditions = CallbackList.empty
        if let chains = definition.chart.chains(ofRow: number) {
            definition.chart.forEachInGuard(chains) { condition in
                guard let tree, let state = states.index(of: condition.state) else { return }
                let node = UInt32(truncatingIfNeeded: tree.nodes[state].value)
                programs.extend(&conditions, by: .inGuard(node, isIn: condition.isIn))
            }
        }
        let guards = programs.addList(definition.rows[number].guards, of: pool)
        return CallbackList(
            first: conditions.isEmpty ? guards.first : conditions.first, count: conditions.count + guards.count)
    }

    /// The actions of each node's default.
    func collectDefaults(_ tree: StateTree) -> IndexedArray<Node, CallbackList> {
        var defaults = IndexedArray<Node, CallbackList>(repeating: .empty, count: tree.items.count)
        for node in tree.items.indices {
            guard let state = tree[node].state else { continue }
            programs.beginFlat()
            for number in blocksOfState[state] {
                programs.addToFlat(definition.part(of: definition.blocks[number]).onDefault, of: pool)
            }
            defaults[node] = programs.endList()
        }
        return defaults
    }

    /// Callbacks of a node.
    struct OwnedCallbacks {
        let owner: TypedIndex<Node>
        let list: CallbackList
    }

    /// The flat program of a row of a chart that calls these, from the leaf that is left to the one that is entered; `nil`
    /// if it would be too long.
    func flatProgram(
        _ row: Row, exits: [OwnedCallbacks], entries: [OwnedCallbacks], level: Program.Precedence
    ) -> UInt32? {
        var exitCount: UInt32 = 0
        for callbacks in exits { exitCount += callbacks.list.count }
        var entryCount: UInt32 = 0
        for callbacks in entries { entryCount += callbacks.list.count }
        guard exitCount + entryCount <= Self.flatSurplus else { return nil }
        programs.beginFlat()
        programs.exitCount = UInt8(exitCount)
        programs.entryCount = UInt8(entryCount)
        // Callbacks of the leaves alone need no note: the one is active before the commit, the other after it.
        let isOwned =
            exitCount != exits.first?.list.count ?? 0 || entryCount != entries.last?.list.count ?? 0
            || (exitCount + entryCount > 0 && !definition.order.commitsBetweenExitAndEntry)
        func add(_ all: [OwnedCallbacks]) {
            for callbacks in all {
                programs.addToFlat(callbacks.list)
                if isOwned { programs.own(UInt32(truncatingIfNeeded: callbacks.owner.value)) }
            }
        }
        for phase in definition.order.phases {
            switch phase {
            case .resolve: break
            case .exit: add(exits)
            case .actions:
                programs.addToFlat(row.actions, of: pool)
                if isOwned { programs.own(ChartNode.none) }
            case .commit: programs.commitInFlat()
            case .entry: add(entries)
            }
        }
        return programs.endFlat(level: level)
    }
}
