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
        let matchSets: [ID: Set<Int32>]

        init(_ row: Row, number: Int, scope: String) {
            (self.row, self.number, self.scope) = (row, number, scope)
            matchSets = row.matchSets
        }
    }

    /// Whether some superstate adopts itself, directly or through others.
    var hasCircle: Bool {
        blocks.indices.contains { start in
            if blocks[start].adopts.isEmpty { return false }
            var reached = Set(blocks[start].adopts)
            for _ in blocks { reached.formUnion(reached.flatMap { blocks[$0].adopts }) }
            return reached.contains(start)
        }
    }
}

/// The cells of a model, written out, each once.
final class Cells {
    let model: Model
    let combinations: [Cases]
    let states: [ID]
    /// What is sent may be: each event that is known, another one, a request for each state.
    let wants: [Want]
    private let isSound: (Model.Row) -> Bool
    private lazy var hasCircle = model.hasCircle
    private var knownLines: [ID: [Int]] = [:]
    private var knownRows: [ID: [Model.StateRow]] = [:]
    private var knownCells: [Level: [Model.StateRow]] = [:]
    private var knownClosed: [Level: Bool] = [:]

    struct Level: Hashable {
        var state: ID
        var want: Want
    }

    /// `isSound` says which rows count.
    init(_ model: Model, where isSound: @escaping (Model.Row) -> Bool = { _ in true }) {
        self.model = model
        self.isSound = isSound
        combinations = model.combinations
        states = model.states
        wants = (model.knownEvents + [555_555]).map { .event($0) } + states.map { .request($0) }
    }

    /// The blocks of a state, each behind the superstates that it adopts.
    func lines(of state: ID) -> [Int] {
        if let known = knownLines[state] { return known }
        func line(_ block: Int) -> [Int] { model.blocks[block].adopts.flatMap(line) + [block] }
        let own = model.blocks.indices.filter { !model.blocks[$0].isSuperstate && model.blocks[$0].state == state }
        let lines = hasCircle ? own : own.flatMap(line)
        knownLines[state] = lines
        return lines
    }

    /// All rows of a state, or of "any state", before anything is overridden.
    func inherited(_ state: ID) -> [Model.StateRow] {
        if let known = knownRows[state] { return known }
        var all: [Model.StateRow] = []
        let lines = lines(of: state)
        for block in lines where model.blocks[block].isSuperstate {
            for (number, row) in model.rows.enumerated()
            where row.block == block && row.source == ReservedID.none && isSound(row) {
                all.append(Model.StateRow(row, number: number, scope: "block \(block)"))
            }
        }
        let firstOwn = lines.first { !model.blocks[$0].isSuperstate }
        for (number, row) in model.rows.enumerated() where row.source == state && isSound(row) {
            let block = row.block >= 0 ? row.block : firstOwn
            all.append(Model.StateRow(row, number: number, scope: block.map { "block \($0)" } ?? "none"))
        }
        for index in all.indices { all[index].row.source = state }
        knownRows[state] = all
        return all
    }

    /// The rows of one cell; of those that match the same some may override others.
    func rows(_ level: Level) -> [Model.StateRow] {
        if let known = knownCells[level] { return known }
        let all = inherited(level.state).filter { $0.row.want == level.want }
        let left = all.filter { row in
            let alike = all.filter { $0.matchSets == row.matchSets }
            guard let last = alike.last(where: { $0.row.isOverriding }) else { return true }
            // Rows of other blocks that come later are a fault of their own.
            return row.scope == last.scope
        }
        knownCells[level] = left
        return left
    }

    /// The cells in which rows for this are looked for, the most specific one first.
    func levels(_ state: ID, _ want: Want) -> [Level] {
        [(state, want), (state, want.any), (ReservedID.any, want), (ReservedID.any, want.any)]
            .map { Level(state: $0.0, want: $0.1) }
    }

    /// The rows of a cell that hold for these cases, in the order in which they are tried.
    func rows(_ level: Level, _ cases: Cases) -> [Model.StateRow] {
        byRank(rows(level).filter { $0.row.holds(for: cases) })
    }

    /// All rows of each state and, last, of any state, in the order in which a table tells of them.
    var transitions: [(state: ID, number: Int)] {
        let events = model.knownEvents.sorted() + [ReservedID.any]
        let targets = states.sorted() + [ReservedID.any]
        let wants = events.map { Want.event($0) } + targets.map { Want.request($0) }
        return targets.flatMap { state in
            wants.flatMap { byRank(rows(Level(state: state, want: $0))) }.map { (state, $0.number) }
        }
    }

    func byRank(_ rows: [Model.StateRow]) -> [Model.StateRow] {
        rows.count < 2 ? rows : (0...3).reversed().flatMap { rank in rows.filter { $0.row.rank == rank } }
    }

    /// Whether no row behind this one is tried, where it holds.
    func isAlwaysTaken(_ row: Model.Row) -> Bool {
        let mayRefuse = row.target == ReservedID.dynamic && model.phases[0] == .resolve
        return model.guardPolicy == .exclusive || (row.guards.isEmpty && !mayRefuse)
    }

    /// Whether the rows of a cell leave nothing to less specific ones, whatever the cases.
    func isClosed(_ level: Level) -> Bool {
        if let known = knownClosed[level] { return known }
        let always = rows(level).filter { isAlwaysTaken($0.row) }
        let isClosed =
            !always.isEmpty && combinations.allSatisfy { cases in always.contains { $0.row.holds(for: cases) } }
        knownClosed[level] = isClosed
        return isClosed
    }

    /// The rows of a cell that are the best for some combination beside others that match something else, for each such
    /// combination.
    func ties(_ level: Level) -> [[Model.StateRow]] {
        guard rows(level).count > 1 else { return [] }
        return combinations.compactMap { cases in
            let holding = rows(level, cases)
            let best = holding.filter { $0.row.rank == holding[0].row.rank }
            return best.count > 1 && Set(best.map { $0.matchSets }).count > 1 ? best : nil
        }
    }
}
