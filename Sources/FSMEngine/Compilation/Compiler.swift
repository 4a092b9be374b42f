/// Turns a valid definition into the arrays of a table.
///
/// Rows of one source without guards and with a fixed target become flat programs; all others rules. In the dense
/// layouts each wildcard row is worked into every cell that no row before it in precedence has; in the sparse one it
/// keeps a cell of its own.
final class Compiler {
    let valid: ValidDefinition
    /// Those of the definition, or what was put in their place.
    let pool: ListPool<Callback>
    let isSparse: Bool
    /// Actions run before the state changes.
    private let actsBeforeCommit: Bool

    let programs = ProgramSet()
    var rules: [Rule] = []
    var decisions = DecisionSet()
    private(set) var stateCallbacks = IndexedArray<State, StateCallbacks>()
    private let hasStateCallbacks: Bool
    /// The actions of the default of each node of a chart.
    private(set) var defaults = IndexedArray<Node, CallbackList>()
    /// The guards of each row, and where its resolver is among the callbacks, if it has one; empty if no row has any.
    private(set) var guards = IndexedArray<Row, CallbackList>()
    private(set) var resolvers = IndexedArray<Row, UInt32>()
    private(set) var predicateRecords = IndexedArray<Predicate, PredicateRecord>()
    private(set) var unhandledHooks = CallbackList.empty
    private(set) var stepHooks = CallbackList.empty
    /// The number of what each event carries; empty if none carries anything.
    let argumentListIndices: IndexedArray<Event, UInt32>

    // Read where they lie, not copied.
    var definition: Definition { @inline(__always) _read { yield valid.definition } }
    var states: IDIndex<State> { @inline(__always) _read { yield valid.states } }
    var events: IDIndex<Event> { @inline(__always) _read { yield valid.events } }
    @inline(__always)
    var cells: RowCells { valid.cells }
    var blocksOfState: IndexedArray<State, [TypedIndex<Block>]> {
        @inline(__always) _read { yield valid.blocksOfState }
    }
    @inline(__always)
    var matchings: Matchings { valid.matchings }
    /// How states are nested; `nil` for a flat definition. In a chart all rows become rules without programs.
    var tree: StateTree? { @inline(__always) _read { yield valid.tree } }

    /// A flat program may have so many callbacks more than the actions of its row; what would be longer is put together
    /// at each step, so that the memory of a table stays linear in its definition.
    static var flatSurplus: UInt32 { 16 }

    /// The layout that suits the definition: dense if that is small, or else reasonably full.
    static func suitableLayout(for valid: ValidDefinition) -> TableStorage.Layout {
        let (dense, isTooLarge) =
            (valid.states.indexCount + 1).multipliedReportingOverflow(by: valid.events.indexCount + 1)
        let isSparse = isTooLarge || (dense > 65_536 && (dense - 1) / 32 >= valid.cells.rows.count)
        return isSparse ? .sparse : .narrow
    }

    /// `binding` may put other callbacks in the place of those of the definition.
    init(_ valid: ValidDefinition, isSparse: Bool, binding: ((Callback) -> Callback?)?) {
        self.valid = valid
        var pool = valid.definition.callbacks
        if let binding { pool.replace(binding) }
        self.pool = pool
        self.isSparse = isSparse
        actsBeforeCommit = valid.definition.order.actsBeforeCommit
        hasStateCallbacks = valid.definition.blocks.count > 0
        argumentListIndices = valid.definition.argumentLists.numbers(of: valid.events)
        stateCallbacks = collectStateCallbacks()
        if let tree { defaults = collectDefaults(tree) }
        if !valid.traits.isDisjoint(with: [.guards, .resolvers]) || tree != nil { collectRowCallbacks() }
        unhandledHooks = programs.addList(definition.unhandledHooks, of: pool)
        stepHooks = programs.addList(definition.stepHooks, of: pool)
        collectPredicates()
    }

    /// The predicate types, with their providers.
    private func collectPredicates() {
        let record = PredicateRecord(caseCount: 0, provider: .max)
        predicateRecords = IndexedArray(repeating: record, count: matchings.caseCounts.count)
        for number in matchings.caseCounts.indices { predicateRecords[number].caseCount = matchings.caseCounts[number] }
        for provider in definition.providers {
            guard let number = matchings.predicates.index(of: provider.predicate) else { continue }
            predicateRecords[number].provider = programs.addList(provider.chain, of: pool).first
        }
    }

    /// Guards and resolvers of all rows.
    private func collectRowCallbacks() {
        guards.reserveCapacity(definition.rows.count)
        resolvers.reserveCapacity(definition.rows.count)
        for number in definition.rows.typedIndices {
            let row = definition.rows[number]
            guard !(row.guards.isEmpty && row.resolver.isEmpty && !row.hasChartParts) else {
                guards.append(.empty)
                resolvers.append(0)
                continue
            }
            if row.hasChartParts {
                guards.append(guardsOfChartRow(number))
            } else {
                guards.append(programs.addList(row.guards, of: pool))
            }
            resolvers.append(programs.addList(row.resolver, of: pool).first)
        }
    }

    /// Callbacks of all blocks of each state, and before them those of the superstates that they adopt.
    private func collectStateCallbacks() -> IndexedArray<State, StateCallbacks> {
        var all = IndexedArray<State, StateCallbacks>(repeating: StateCallbacks(), count: states.indexCount)
        for state in blocksOfState.indices where !blocksOfState[state].isEmpty {
            let blocks = blocksOfState[state]
            all[state].entry = callbacks(of: blocks, on: .entry)
            all[state].exit = callbacks(of: blocks, on: .exit)
            all[state].cycle = callbacks(of: blocks, on: .cycle)
            all[state].update = callbacks(of: blocks, on: .update)
        }
        return all
    }

    /// The callbacks of these blocks, in order. States that inherit all of theirs share one list.
    @inline(never)
    private func callbacks(of blocks: [TypedIndex<Block>], on event: BlockEvent) -> CallbackList {
        programs.beginFlat()
        for block in blocks {
            programs.addToFlat(definition.blocks[block].callbacks(on: event), of: pool)
        }
        return programs.endList()
    }

    /// Calls `body` with where the rows of the definition lie: they are too large to be copied for each cell.
    @inline(__always)
    func withRows(_ body: (UnsafePointer<Row>) -> Void) {
        definition.rows.withUnsafeBufferPointer { if let rows = $0.baseAddress { body(rows) } }
    }

    /// What a group of rows comes to in one state. `shared` keeps the program that all states have in common.
    @inline(never)
    @_optimize(speed)
    func entry(
        for cell: RowCells.Cell, in state: TypedIndex<State>, level: Program.Precedence, shared: inout UInt32?,
        _ rows: UnsafePointer<Row>
    ) -> Cell {
        if !cell.hasMatches, let flat = flatEntry(rows + cells.rows[cell.first].index.value, in: state, level: level) {
            return flat
        }
        if let shared { return Cell(program: shared) }
        let program = cell.hasMatches ? addDecision(of: cell, level: level, rows) : addRules(of: cell, level: level)
        shared = program
        return Cell(program: program)
    }

    /// What a row comes to in a state if that is always the same; `nil` if it is not, or would be too long.
    @inline(never)
    @_optimize(speed)
    private func flatEntry(
        _ row: UnsafePointer<Row>, in state: TypedIndex<State>, level: Program.Precedence
    ) -> Cell? {
        guard state < states.end, tree == nil else { return nil }
        guard row.pointee.guards.isEmpty, isFixed(row.pointee.target) else { return nil }
        let target = target(row.pointee.target, from: state)
        guard let program = flatProgram(row, from: state, to: target, level: level) else { return nil }
        return Cell(target: CompactIndex(target), program: program)
    }

    /// Whether the target is known without asking.
    @inline(__always)
    private func isFixed(_ target: Target) -> Bool {
        switch target {
        case .dynamic, .anyRequested, .deferred: false
        case .state, .same, .internal: true
        }
    }

    /// A decision among the rows of a cell, each of which is a flat program or a rule.
    private func addDecision(
        of cell: RowCells.Cell, level: Program.Precedence, _ rows: UnsafePointer<Row>
    ) -> UInt32 {
        var entries = [Cell](repeating: .unhandled, count: cell.count)
        var numbers = [UInt32](repeating: 0, count: cell.count)
        for position in entries.indices {
            let row = cells.rows[cell.first &+ position].index
            numbers[position] = matchings.number(ofRow: row)
            if let flat = flatEntry(rows + row.value, in: cell.state, level: level) {
                entries[position] = flat
            } else {
                rules.append(rule(row, in: cell, level: level))
                entries[position].program = programs.addRules(first: rules.count &- 1, count: 1, level: level)
            }
        }
        let number = decisions.add(
            entries, numbers, matchings, isExclusive: definition.guardPolicy == .exclusive)
        return programs.addDecision(number, level: level)
    }

    @inline(__always)
    private func target(_ target: Target, from state: TypedIndex<State>) -> TypedIndex<State> {
        guard case .state(let id) = target else { return state }
        return states.inlinedIndex(of: id) ?? state
    }

    /// The flat program of a row with a fixed target, or `nil` if it would be too long.
    @inline(never)
    @_optimize(speed)
    private func flatProgram(
        _ row: UnsafePointer<Row>, from state: TypedIndex<State>, to target: TypedIndex<State>,
        level: Program.Precedence
    ) -> UInt32? {
        var exit = CallbackList.empty
        var entry = CallbackList.empty
        var cycle = CallbackList.empty
        if hasStateCallbacks && row.pointee.target != .internal {
            if target != state || definition.entryExit == .always {
                exit = stateCallbacks[state].exit
                entry = stateCallbacks[target].entry
            }
            if target == state { cycle = stateCallbacks[state].cycle }
        }
        let surplus = exit.count + entry.count + cycle.count
        guard surplus <= Self.flatSurplus else { return nil }
        let actions = row.pointee.actions
        if surplus == 0 && actions.isEmpty { return programs.silentProgram(level: level) }
        if surplus == 0, actsBeforeCommit, let action = pool.only(in: actions) {
            return programs.singleProgram(action, level: level)
        }
        programs.beginFlat()
        if surplus == 0 {
            programs.addToFlat(actions, of: pool)
            if actsBeforeCommit { programs.commitInFlat() }
            return programs.endFlat(level: level)
        }
        for phase in definition.order.phases {
            switch phase {
            case .resolve: break
            case .exit: programs.addToFlat(exit)
            case .actions: programs.addToFlat(actions, of: pool)
            case .commit: programs.commitInFlat()
            case .entry:
                programs.addToFlat(entry)
                programs.addToFlat(cycle)
            }
        }
        return programs.endFlat(level: level)
    }

    /// Rules for the rows of a cell, up to the first that is always taken.
    private func addRules(of cell: RowCells.Cell, level: Program.Precedence) -> UInt32 {
        let first = rules.count
        for position in cell.first..<cell.first &+ cell.count {
            let rule = rule(cells.rows[position].index, in: cell, level: level)
            rules.append(rule)
            if rule.guards.isEmpty && rule.target != .dynamic { break }
        }
        let isPlain =
            rules.count == first &+ 1 && rules[first].program != 0 && definition.guardPolicy != .firstMatch
        return programs.addRules(first: first, count: rules.count - first, level: level, isPlain: isPlain)
    }

    @inline(never)
    private func rule(_ index: TypedIndex<Row>, in cell: RowCells.Cell, level: Program.Precedence) -> Rule {
        let row = definition.rows[index]
        var rule = Rule(
            guards: guards.isEmpty ? .empty : guards[index],
            actions: programs.addList(row.actions, of: pool), resolver: 0,
            state: CompactIndex(0), row: CompactIndex(index), program: 0, target: .state)
        switch row.target {
        case .dynamic:
            rule.target = .dynamic
            rule.resolver = resolvers[index]
            return rule
        case .anyRequested:
            rule.target = .requested
            return rule
        case .deferred:
            rule.target = .deferred
            return rule
        case .same: rule.target = .same
        case .internal: rule.target = .internal
        case .state(let id): if let state = states.index(of: id) { rule.state = CompactIndex(state) }
        }
        if cell.state < states.end && tree == nil {
            let target = target(row.target, from: cell.state)
            rule.program =
                withUnsafePointer(to: row) { flatProgram($0, from: cell.state, to: target, level: level) } ?? 0
        }
        return rule
    }
}
