/// Which rows come before those for `.any` value, or for a case whatever its values.
///
/// A row for a pattern is repeated for the events that other rows name. Where a more specific row applies to such an event, it is
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
    /// The rows that apply to an event; empty if there is none for a pattern.
    private var known: [Key: [AssembledRow<State, Event>]] = [:]

    /// - Complexity: O(rows · log rows) and the events to which they apply, O(rows) without patterns.
    init(_ assembly: Assembly<State, Event>, isFirstMatch: Bool, _ events: inout EventSpans<Event>) {
        self.assembly = assembly
        self.isFirstMatch = isFirstMatch
        let rows = assembly.rows
        guard rows.contains(where: { Self.rank(of: $0, in: assembly) > 0 }) else {
            order = Array(rows.indices)
            return
        }
        let ranks = rows.map { Self.rank(of: $0, in: assembly) }
        order = rows.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        for row in rows {
            var key = key(row)
            for event in events[row.eventNumber] {
                key.event = event
                known[key, default: []].append(row)
            }
        }
    }

    /// The events of a row, of those that it matches. One that overrides also takes the place of more specific rows before it.
    func span(of row: AssembledRow<State, Event>, _ span: [Int32]) -> [Int32] {
        guard span.count > 1, Self.rank(of: row, in: assembly) > 0 else { return span }
        let narrower = Set(assembly.events.narrower(than: row.eventNumber))
        var key = key(row)
        return span.filter { event in
            key.event = event
            return known[key]?.contains { other in
                narrower.contains(other.eventNumber) && (!isFirstMatch || other.isUnconditional)
                    && !(row.clause.isOverriding && other.scope < row.scope)
            } != true
        }
    }

    private func key(_ row: AssembledRow<State, Event>) -> Key {
        Key(state: row.stateNumber, event: row.eventNumber, matching: assembly.canonicalMatching(row))
    }

    /// 0 for a row that others do not come before; more for one that matches more.
    private static func rank(of row: AssembledRow<State, Event>, in assembly: Assembly<State, Event>) -> Int {
        guard row.eventNumber >= 0 else { return 0 }
        if assembly.events.isCase(row.eventNumber) { return .max }
        return assembly.isValueFirst ? assembly.events.wildcardCount(of: row.eventNumber) : 0
    }
}
