@testable import FSMEngine

/// The oracle of inheritance: what each state has, written out.
extension Model {
    /// A row as one state has it.
    struct StateRow {
        var row: Row
        /// Its number among the model's rows.
        var number: Int
        /// Which block says it.
        var scope: String
    }

    /// Whether some superstate adopts itself, directly or through others.
    var hasCircle: Bool {
        blocks.indices.contains { start in
            var reached = Set(blocks[start].adopts)
            for _ in blocks { reached.formUnion(reached.flatMap { blocks[$0].adopts }) }
            return reached.contains(start)
        }
    }

    /// The blocks of a state, each behind the superstates that it adopts.
    func lines(of state: ID) -> [Int] {
        func line(_ block: Int) -> [Int] { blocks[block].adopts.flatMap(line) + [block] }
        let own = blocks.indices.filter { !blocks[$0].isSuperstate && blocks[$0].state == state }
        return hasCircle ? own : own.flatMap(line)
    }

    /// All rows of a state, or of "any state", before anything is overridden. `isSound` says which rows count.
    func inherited(_ state: ID, where isSound: (Row) -> Bool) -> [StateRow] {
        var all: [StateRow] = []
        for block in lines(of: state) where blocks[block].isSuperstate {
            for (number, row) in rows.enumerated()
            where row.block == block && row.source == ReservedID.none && isSound(row) {
                all.append(StateRow(row: row, number: number, scope: "block \(block)"))
            }
        }
        let firstOwn = lines(of: state).first { !blocks[$0].isSuperstate }
        for (number, row) in rows.enumerated() where row.source == state && isSound(row) {
            let block = row.block >= 0 ? row.block : firstOwn
            all.append(StateRow(row: row, number: number, scope: block.map { "block \($0)" } ?? "none"))
        }
        for index in all.indices { all[index].row.source = state }
        return all
    }

    /// The rows of a state for one event, "any event" among them, of which some may override others.
    func rows(of state: ID, for event: ID, where isSound: (Row) -> Bool) -> [StateRow] {
        let all = inherited(state, where: isSound).filter { $0.row.event == event }
        guard let last = all.lastIndex(where: { $0.row.isOverriding }) else { return all }
        // Rows of other blocks that come later are a fault of their own.
        return all.filter { $0.scope == all[last].scope }
    }
}
