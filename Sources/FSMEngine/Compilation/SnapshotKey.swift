/// A number for what a definition does: its states, events and predicate types, its rows with what they lead to, how its
/// states are nested, and its policies. Equal definitions have the same one in every process and on every platform, and
/// others almost certainly another. Names, places and callbacks do not count, except for how many guards a row has.
///
/// It is kept outside of the process: what is added here, in which order, and ``WordHasher`` must stay as they are.
struct SnapshotKey {
    private var hash = WordHasher()
    /// Never 0.
    var value: UInt64 { max(hash.value, 1) }

    /// O(rows + states + events).
    @inline(never)
    init(_ valid: ValidDefinition) {
        let definition = valid.definition
        add(definition.entryExit.rawValue)
        add(definition.guardPolicy.rawValue)
        for phase in definition.order.phases { add(phase.rawValue) }
        add(valid.initial ?? ReservedID.none)
        addVocabulary(valid)
        addRows(valid)
        if let tree = valid.tree { add(tree, valid) }
    }

    private mutating func add(_ number: Int32) { hash.add(UInt64(UInt32(bitPattern: number))) }
    private mutating func add(_ count: Int) { hash.add(UInt64(count)) }

    /// What may be sent, and where a machine may be.
    private mutating func addVocabulary(_ valid: ValidDefinition) {
        let definition = valid.definition
        let matchings = valid.matchings
        for predicate in matchings.predicates.indices where matchings.predicates.ids[predicate] != ReservedID.none {
            let id = matchings.predicates.ids[predicate]
            add(id)
            add(matchings.caseCounts[predicate])
            add(definition.numberOfProvider[id] == nil ? 0 : 1)
        }
        add(valid.events.count)
        for event in valid.events.indices where valid.events.ids[event] != ReservedID.none {
            let id = valid.events.ids[event]
            let types = definition.argumentLists.lists[definition.argumentLists.number(ofEvent: id)]
            add(id)
            add(types.count)
            for type in types { add(type.rawValue) }
        }
        add(valid.states.count)
        for state in valid.states.indices where valid.states.ids[state] != ReservedID.none {
            add(valid.states.ids[state])
        }
    }

    /// The rows as states have them, in the order in which they are tried.
    @inline(never)
    @_optimize(speed)
    private mutating func addRows(_ valid: ValidDefinition) {
        let cells = valid.cells
        let end = valid.states.end
        var hash = hash
        valid.definition.rows.withUnsafeBufferPointer { rows in
            for number in cells.order {
                let cell = cells.cells[Int(number)]
                let state = cell.state < end ? valid.states.ids[cell.state] : ReservedID.any
                hash.add(UInt64(UInt32(bitPattern: state)))
                hash.add(UInt64(cell.count))
                for position in cell.first..<cell.first &+ cell.count {
                    let index = cells.rows[position].index
                    let row = rows.baseAddress.unsafelyUnwrapped + index.value
                    hash.add(UInt64(UInt32(bitPattern: row.pointee.event)))
                    hash.add(UInt64(UInt32(bitPattern: row.pointee.target.id)))
                    let guards = row.pointee.guards
                    hash.add(guards.isEmpty ? 0 : UInt64(valid.definition.callbacks.count(of: guards)))
                    hash.add(row.pointee.isLocal ? 1 : 0)
                    if row.pointee.matches.isEmpty && !row.pointee.hasChartParts {
                        hash.add(0)
                    } else {
                        self.hash = hash
                        addParts(index, valid.definition)
                        hash = self.hash
                    }
                }
            }
        }
        self.hash = hash
    }

    /// The cases of a row, and what it has in a chart.
    @inline(never)
    private mutating func addParts(_ index: TypedIndex<Row>, _ definition: Definition) {
        let row = definition.rows[index]
        // Cases may come in any order.
        var cases: UInt64 = 0
        definition.matches.forEach(in: row.matches) { part in
            var hash = WordHasher()
            hash.add(UInt64(UInt32(bitPattern: part.predicate)) << 32 | UInt64(UInt32(bitPattern: part.value ?? -1)))
            cases &+= hash.value
        }
        hash.add(cases)
        guard row.hasChartParts, let part = definition.chart.part(ofRow: index) else { return }
        add(part.targets.count)
        for target in part.targets { add(target) }
        add(part.inGuards.count)
        for condition in part.inGuards {
            add(condition.state)
            add(condition.isIn ? 1 : 0)
        }
        for event in part.raised { add(event) }
    }

    private mutating func add(_ tree: StateTree, _ valid: ValidDefinition) {
        for node in tree.items.indices {
            let item = tree.items[node]
            add(Int(item.kind.rawValue))
            add(item.state.map { valid.states.ids[$0] } ?? ReservedID.none)
            add(item.parent?.value ?? 0)
            add(item.defaultTarget?.value ?? 0)
            add(item.doneEvent)
        }
        for timeout in valid.definition.chart.timeouts {
            add(valid.definition.blocks[timeout.block].state)
            hash.add(UInt64(bitPattern: timeout.delay))
            add(timeout.event)
        }
    }
}
