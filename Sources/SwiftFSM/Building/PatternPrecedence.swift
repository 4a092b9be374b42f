/// Which rows come before those for `.any` value, or for a case whatever its values.
///
/// A row for a pattern is repeated for the events that other rows name. Where a row for such an event comes before it, it is
/// not repeated, so that both do not clash; where that row may leave the event to it, it is repeated behind it.
struct PatternPrecedence<State: FSMHashable, Event: FSMHashable> {
    private struct Key: Hashable {
        var state: Int32
        var event: Int32
        var matching: [Int: Set<Int32>]
    }

    /// The rows, in the order in which they are tried.
    let order: [Int]
    private let assembly: Assembly<State, Event>
    private let isFirstMatch: Bool
    /// The rows that may come before one for a pattern; empty if there is none.
    private var known: [Key: [AssembledRow<State, Event>]] = [:]

    /// - Complexity: O(rows · log rows), O(rows) without patterns.
    init(_ assembly: Assembly<State, Event>, isFirstMatch: Bool) {
        self.assembly = assembly
        self.isFirstMatch = isFirstMatch
        let rows = assembly.rows
        guard rows.contains(where: { Self.rank(of: $0, in: assembly) > 0 }) else {
            order = Array(rows.indices)
            return
        }
        let ranks = rows.map { Self.rank(of: $0, in: assembly) }
        order = rows.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        for row in rows { known[key(row, row.eventNumber), default: []].append(row) }
    }

    /// The events of a row, of those that it matches.
    func span(of row: AssembledRow<State, Event>, _ span: [Int32]) -> [Int32] {
        guard span.count > 1, !row.clause.isOverriding, Self.rank(of: row, in: assembly) > 0 else { return span }
        return span.filter { event in
            event == row.eventNumber
                || !(known[key(row, event)] ?? []).contains { !isFirstMatch || $0.isUnconditional }
        }
    }

    private func key(_ row: AssembledRow<State, Event>, _ event: Int32) -> Key {
        Key(state: row.stateNumber, event: event, matching: assembly.canonicalMatching(row))
    }

    /// 0 for a row that others do not come before; more for one that matches more.
    private static func rank(of row: AssembledRow<State, Event>, in assembly: Assembly<State, Event>) -> Int {
        guard row.eventNumber >= 0 else { return 0 }
        if assembly.events.isCase(row.eventNumber) { return 2 }
        return assembly.isValueFirst && assembly.events.isPattern(row.eventNumber) ? 1 : 0
    }
}
