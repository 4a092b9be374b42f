/// Turns a valid definition into the arrays of a table.
///
/// Rows of one source without guards and with a fixed target become flat programs; all others rules. In the dense
/// layouts each wildcard row is worked into every cell that no row before it in precedence has; in the sparse one it
/// keeps a cell of its own.
struct Compiler {
    let definition: Definition
    let states: IDIndex
    let events: IDIndex
    let cells: RowCells
    private let blocksOfState: [[Int]]
    let isSparse: Bool

    var programs = ProgramSet()
    var rules: [Rule] = []
    var stateCallbacks: [StateCallbacks] = []

    /// A flat program may have so many callbacks more than the actions of its row; what would be longer is put together
    /// at each step, so that the memory of a table stays linear in its definition.
    private static var flatSurplus: UInt32 { 16 }

    /// The layout that suits the definition: dense if that is small, or else reasonably full.
    static func suitableLayout(for valid: ValidDefinition) -> TableStorage.Layout {
        let dense = (valid.states.span + 1) * (valid.events.span + 1)
        return dense > 65_536 && dense > 32 * valid.cells.rows.count ? .sparse : .narrow
    }

    init(_ valid: ValidDefinition, isSparse: Bool) {
        definition = valid.definition
        states = valid.states
        events = valid.events
        cells = valid.cells
        blocksOfState = valid.blocksOfState
        self.isSparse = isSparse
        stateCallbacks = collectStateCallbacks()
    }

    /// Callbacks of all blocks of each state, and before them those of the superstates that they adopt.
    private mutating func collectStateCallbacks() -> [StateCallbacks] {
        var all = [StateCallbacks](repeating: StateCallbacks(), count: states.span)
        for (state, numbers) in blocksOfState.enumerated() where !numbers.isEmpty {
            let blocks = numbers.map { definition.blocks[$0] }
            all[state].entry = addLists(blocks.map { $0.entry })
            all[state].exit = addLists(blocks.map { $0.exit })
            all[state].cycle = addLists(blocks.map { $0.cycle })
            all[state].update = addLists(blocks.map { $0.update })
        }
        return all
    }

    private mutating func addLists(_ chains: [CallbackChain]) -> CallbackList {
        var list = CallbackList(first: UInt32(programs.callbacks.count), count: 0)
        for chain in chains { list.count += programs.addList(chain, of: definition.callbacks).count }
        return list
    }

    /// states × (events + 1) cells; under first match also those of "any state", for when guards hand on.
    mutating func denseCells() -> [Cell] {
        let width = events.span + 1
        let height = states.span + (definition.guardPolicy == .firstMatch ? 1 : 0)
        var table = [Cell](repeating: .unhandled, count: max(height * width, 1))
        var ofLevel: [[RowCells.Cell]] = [[], [], [], []]
        for cell in cells.cells { ofLevel[Int(level(of: cell).rawValue)].append(cell) }
        // From the least to the most specific: later ones replace former ones.
        for level in ofLevel.reversed() {
            for cell in level {
                var shared: UInt32?
                let columns = cell.event == events.span ? 0..<width : cell.event..<cell.event + 1
                let lines = cell.state == states.span ? 0..<height : cell.state..<cell.state + 1
                for state in lines where state == states.span || states.ids[state] != ReservedID.none {
                    let entry = entry(for: cell, in: state, rules: &shared)
                    for column in columns { table[state * width + column] = entry }
                }
            }
        }
        return table
    }

    /// The cells that rows name, wildcards under their own coordinates.
    mutating func sparseCells() -> [SparseCells.Slot] {
        var slots = [SparseCells.Slot](repeating: .free, count: slotCount(for: cells.cells.count))
        let mask = slots.count - 1
        for cell in cells.cells {
            var shared: UInt32?
            let entry = entry(for: cell, in: cell.state, rules: &shared)
            let key = SparseCells.key(UInt32(cell.state), UInt32(cell.event))
            var position = Int(key.spread) & mask
            while slots[position].key != .max { position = (position + 1) & mask }
            slots[position] = SparseCells.Slot(key: key, cell: entry)
        }
        return slots
    }

    private func level(of cell: RowCells.Cell) -> Program.Level {
        switch (cell.state == states.span, cell.event == events.span) {
        case (false, false): return .stateAndEvent
        case (false, true): return .stateAndAnyEvent
        case (true, false): return .anyStateAndEvent
        case (true, true): return .anyStateAndAnyEvent
        }
    }

    /// What a group of rows comes to in one state. `shared` keeps the program of rules that all states have in common.
    private mutating func entry(for cell: RowCells.Cell, in state: Int, rules shared: inout UInt32?) -> Cell {
        let first = cells.rows[cell.first].number
        let row = definition.rows[first]
        let level = level(of: cell)
        if row.guards.isEmpty && row.target != ReservedID.dynamic && state < states.span,
            let program = flatProgram(first, from: state, level: level)
        {
            return Cell(target: UInt32(target(of: row, from: state)), program: program)
        }
        if let shared { return Cell(target: 0, program: shared) }
        let program = addRules(of: cell, level: level)
        shared = program
        return Cell(target: 0, program: program)
    }

    private func target(of row: Row, from state: Int) -> Int { states.number(of: row.target) ?? state }

    /// The flat program of a row with a fixed target, or `nil` if it would be too long.
    private mutating func flatProgram(_ number: Int, from state: Int, level: Program.Level) -> UInt32? {
        let row = definition.rows[number]
        let target = target(of: row, from: state)
        var exit = CallbackList.empty
        var entry = CallbackList.empty
        var cycle = CallbackList.empty
        if row.target != ReservedID.internal {
            if target != state || definition.entryExit == .always {
                exit = stateCallbacks[state].exit
                entry = stateCallbacks[target].entry
            }
            if target == state { cycle = stateCallbacks[state].cycle }
        }
        guard exit.count + entry.count + cycle.count <= Self.flatSurplus else { return nil }
        programs.beginFlat()
        for phase in definition.order.phases {
            switch phase {
            case .resolve: break
            case .exit: programs.addToFlat(exit)
            case .actions: programs.addToFlat(row.actions, of: definition.callbacks)
            case .commit: programs.commitInFlat()
            case .entry:
                programs.addToFlat(entry)
                programs.addToFlat(cycle)
            }
        }
        return programs.endFlat(level: level)
    }

    /// Rules for the rows of a cell, up to the first that is always taken.
    private mutating func addRules(of cell: RowCells.Cell, level: Program.Level) -> UInt32 {
        let first = rules.count
        for stateRow in cells.rows(of: cell) {
            let row = definition.rows[stateRow.number]
            rules.append(rule(stateRow.number, in: cell, level: level))
            if row.guards.isEmpty && row.target != ReservedID.dynamic { break }
        }
        return programs.addRules(first: first, count: rules.count - first, level: level)
    }

    private mutating func rule(_ number: Int, in cell: RowCells.Cell, level: Program.Level) -> Rule {
        let row = definition.rows[number]
        var rule = Rule(
            guards: programs.addList(row.guards, of: definition.callbacks),
            actions: programs.addList(row.actions, of: definition.callbacks), resolver: 0, state: 0, program: 0,
            target: .state)
        switch row.target {
        case ReservedID.dynamic:
            rule.target = .dynamic
            rule.resolver = programs.addList(row.resolver, of: definition.callbacks).first
            return rule
        case ReservedID.same: rule.target = .same
        case ReservedID.internal: rule.target = .internal
        default: rule.state = UInt32(states.number(of: row.target) ?? 0)
        }
        if cell.state < states.span {
            rule.program = flatProgram(number, from: cell.state, level: level) ?? 0
        }
        return rule
    }
}
