/// Writes ids and rows as people read them: by name where there is one.
final class DiagnosticText {
    private let definition: Definition

    init(definition: Definition) { self.definition = definition }

    @inline(never)
    func state(_ id: ID) -> Text { text(id, definition.stateNames) }
    @inline(never)
    func event(_ id: ID) -> Text { text(id, definition.eventNames) }
    @inline(never)
    func predicate(_ id: ID) -> Text { text(id, definition.predicateNames) }

    @inline(never)
    private func text(_ id: ID, _ names: Names) -> Text { reserved(id) ?? names.name(of: id)?.shownName ?? Text(id) }

    @inline(never)
    func value(_ value: Int32, of predicate: ID) -> Text {
        definition.caseNames.name(of: value, in: predicate)?.shownName ?? Text(value)
    }

    /// `Enforcement weak, Reward positive`
    @inline(never)
    func cases(_ cases: [PredicateCase]) -> Text {
        var text = Text()
        for position in cases.indices {
            if position > 0 { text.append(", ") }
            if position == Self.maximumListedCount {
                text.append("...")
                break
            }
            let part = cases[position]
            text += fill("% %", predicate(part.predicate), value(part.value, of: part.predicate))
        }
        return text
    }

    /// A text lists so many cases, or rows, and of more only that there are.
    static var maximumListedCount: Int { 16 }

    /// `A, B and C`; of more than ``maximumListedCount`` the first.
    @inline(never)
    func list(_ count: Int, _ part: (Int) -> Text) -> Text {
        var text = Text()
        for position in 0..<count {
            if position == Self.maximumListedCount { return fill("% and % more", text, Text(count - position)) }
            if position > 0 { text.append(position == count - 1 ? " and " : ", ") }
            text += part(position)
        }
        return text
    }

    /// `Enforcement weak or strong, Reward positive`, as the row names them.
    private func matches(_ row: Row) -> Text {
        var text = Text()
        var count = 0
        definition.matches.forEach(in: row.matches) { part in
            count += 1
            if count > Self.maximumListedCount {
                if count == Self.maximumListedCount + 1 { text.append(", ...") }
                return
            }
            if part.opens {
                text += fill(", %", predicate(part.predicate))
                if part.value == nil { text.append(" in no case") }
            }
            guard let value = part.value else { return }
            text += fill(part.opens ? " %" : " or %", self.value(value, of: part.predicate))
        }
        return text
    }

    /// `superstate Common`, or `a superstate` if it has no name.
    @inline(never)
    func superstate(_ block: TypedIndex<Block>) -> Text {
        guard let name = definition.superstateNames.name(of: ID(block.value)) else { return "a superstate" }
        return fill("superstate %", name.shownName)
    }

    /// `superstate Common`, `state LOCKED`
    @inline(never)
    func block(_ index: TypedIndex<Block>) -> Text {
        let block = definition.blocks[index]
        return block.isSuperstate ? superstate(index) : fill("state %", state(block.state))
    }

    /// `(LOCKED, COIN)`, with what the row matches; `(superstate Common, COIN)` for a row as its superstate has it.
    @inline(never)
    func cell(_ row: Row) -> Text {
        var source = state(row.source)
        if row.source == ReservedID.none, let block = row.ownBlock, definition.blocks[block].isSuperstate {
            let name = definition.superstateNames.name(of: row.block)
            source = name.map { fill("superstate %", $0.shownName) } ?? "superstate"
        }
        return fill("(%, %%)", source, event(row.event), matches(row))
    }

    /// `(LOCKED, COIN) -> UNLOCKED`
    @inline(never)
    func row(_ row: Row) -> Text { fill("% -> %", cell(row), state(row.target.id)) }

    private func reserved(_ id: ID) -> Text? {
        switch id {
        case ReservedID.any: return "any"
        case ReservedID.same: return "same"
        case ReservedID.internal: return "internal"
        case ReservedID.dynamic: return "dynamic"
        case ReservedID.none: return "none"
        case ReservedID.initial: return "initial"
        case ReservedID.failed: return "failed"
        case ReservedID.lastState: return "last"
        case ReservedID.request: return "request"
        case ReservedID.eventless: return "eventless"
        case ReservedID.deferred: return "defer"
        default: return ReservedID.contains(id) ? fill("reserved id %", Text(id)) : nil
        }
    }
}
