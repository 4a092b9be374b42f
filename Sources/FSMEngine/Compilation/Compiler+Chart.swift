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

    /// The flat program of a row of a chart that calls these, or `nil` if it would be too long.
    func flatProgram(
        _ row: Row, exits: [CallbackList], entries: [CallbackList], level: Program.Precedence
    ) -> UInt32? {
        var exitCount: UInt32 = 0
        for list in exits { exitCount += list.count }
        var entryCount: UInt32 = 0
        for list in entries { entryCount += list.count }
        guard exitCount + entryCount <= Self.flatSurplus else { return nil }
        programs.beginFlat()
        programs.exitCount = UInt8(exitCount)
        programs.entryCount = UInt8(entryCount)
        for phase in definition.order.phases {
            switch phase {
            case .resolve: break
            case .exit: for list in exits { programs.addToFlat(list) }
            case .actions: programs.addToFlat(row.actions, of: pool)
            case .commit: programs.commitInFlat()
            case .entry: for list in entries { programs.addToFlat(list) }
            }
        }
        return programs.endFlat(level: level)
    }
}
