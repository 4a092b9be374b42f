/// A number for what a definition does: its states, events and predicate types, its rows with what they lead to, how its
/// states are nested, and its policies. Equal definitions have the same one in every process and on every platform, and
/// others almost certainly another. Names, places and callbacks do not count, except for how many guards a row has.
///
/// It is kept outside of the process: what is added here, in which order, and ``WordHasher`` must stay as they are.
struct SnapshotKey {
    private var hash = WordHasher()
    /// Never 0.
    var value: UInt64 { max(hash.value, 1) }

    /// O(rows + states + events). Allocates for rows of a chart alone.
    @inline(never)
    init(_ table: Table) {
        let definition = table.definition
        add(definition.pointee.entryExit.rawValue)
        add(definition.pointee.guardPolicy.rawValue)
        for phase in definition.pointee.order.phases { add(phase.rawValue) }
        add(table.initial ?? ReservedID.none)
        addVocabulary(table.catalog, definition)
        addRows(table.catalog, definition)
        if let chart = table.storage.pointee.chart { add(chart, table.storage.pointee.states.ids, definition) }
    }

    private mutating func add(_ number: Int32) { hash.add(UInt64(UInt32(bitPattern: number))) }
    private mutating func add(_ count: Int) { hash.add(UInt64(count)) }

    /// What may be sent, and where a machine may be.
    private mutating func addVocabulary(_ catalog: TransitionCatalog, _ definition: UnsafePointer<Definition>) {
        let matchings = catalog.matchings
        for predicate in matchings.predicates.indices where matchings.predicates.ids[predicate] != ReservedID.none {
            let id = matchings.predicates.ids[predicate]
            add(id)
            add(matchings.caseCounts[predicate])
            add(definition.pointee.numberOfProvider[id] == nil ? 0 : 1)
        }
        add(catalog.events.count)
        for id in catalog.events {
            let number = definition.pointee.argumentLists.number(ofEvent: id)
            let types = definition.pointee.argumentLists.lists[number]
            add(id)
            add(types.count)
            for type in types { add(type.rawValue) }
        }
        add(catalog.states.count)
        for id in catalog.states { add(id) }
    }

    /// The rows as states have them, in the order in which they are tried.
    private mutating func addRows(_ catalog: TransitionCatalog, _ definition: UnsafePointer<Definition>) {
        var hash = hash
        definition.pointee.rows.withUnsafeBufferPointer { rows in
            catalog.forEachCell { cell in
                hash.add(UInt64(UInt32(bitPattern: catalog.source(at: cell.lowerBound))))
                hash.add(UInt64(cell.count))
                for position in cell {
                    let index = catalog.row(at: position)
                    let row = rows.baseAddress.unsafelyUnwrapped + index.value
                    hash.add(UInt64(UInt32(bitPattern: row.pointee.event)))
                    hash.add(UInt64(UInt32(bitPattern: row.pointee.target.id)))
                    let guards = row.pointee.guards
                    hash.add(guards.isEmpty ? 0 : UInt64(definition.pointee.callbacks.count(of: guards)))
                    hash.add(row.pointee.isLocal ? 1 : 0)
                    if row.pointee.matches.isEmpty && !row.pointee.hasChartParts {
                        hash.add(0)
                    } else {
                        self.hash = hash
                        addParts(index, definition)
                        hash = self.hash
                    }
                }
            }
        }
        self.hash = hash
    }

    /// The cases of a row, and what it has in a chart.
    @inline(never)
    private mutating func addParts(_ index: TypedIndex<Row>, _ definition: UnsafePointer<Definition>) {
        let row = definition.pointee.rows[index]
        // Cases may come in any order.
        var cases: UInt64 = 0
        definition.pointee.matches.forEach(in: row.matches) { part in
            var hash = WordHasher()
            hash.add(UInt64(UInt32(bitPattern: part.predicate)) << 32 | UInt64(UInt32(bitPattern: part.value ?? -1)))
            cases &+= hash.value
        }
        hash.add(cases)
        guard row.hasChartParts, let part = definition.pointee.chart.part(ofRow: index) else { return }
        add(part.targets.count)
        for target in part.targets { add(target) }
        add(part.inGuards.count)
        for condition in part.inGuards {
            add(condition.state)
            add(condition.isIn ? 1 : 0)
        }
        for event in part.raised { add(event) }
    }

    /// How states are nested, and their timeouts.
    private mutating func add(
        _ chart: UnsafePointer<ChartTable>, _ stateIDs: IndexedPointer<State, ID>,
        _ definition: UnsafePointer<Definition>
    ) {
        for number in 0..<Int(chart.pointee.nodeCount) {
            let node = chart.pointee.nodes[number]
            add(Int(node.kind.rawValue))
            add(number == 0 ? ReservedID.none : stateIDs[node.state])
            add(Int(node.parent))
            add(node.defaultTarget == ChartNode.none ? 0 : Int(node.defaultTarget))
            add(node.doneEvent)
        }
        for timeout in definition.pointee.chart.timeouts {
            add(definition.pointee.blocks[timeout.block].state)
            hash.add(UInt64(bitPattern: timeout.delay))
            add(timeout.event)
        }
    }
}
