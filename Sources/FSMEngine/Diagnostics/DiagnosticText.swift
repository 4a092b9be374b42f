/// Writes ids and rows as people read them: by name where there is one.
final class DiagnosticText {
    private let definition: Definition

    init(definition: Definition) { self.definition = definition }

    @inline(never)
    func state(_ id: ID) -> String { reserved(id) ?? definition.stateNames[id]?.shownName ?? "\(id)" }
    @inline(never)
    func event(_ id: ID) -> String { reserved(id) ?? definition.eventNames[id]?.shownName ?? "\(id)" }
    @inline(never)
    func predicate(_ id: ID) -> String { reserved(id) ?? definition.predicateNames[id]?.shownName ?? "\(id)" }

    @inline(never)
    func value(_ value: Int32, of predicate: ID) -> String {
        definition.caseNames[value, in: predicate]?.shownName ?? "\(value)"
    }

    /// `Enforcement weak, Reward positive`
    @inline(never)
    func cases(_ cases: [PredicateCase]) -> String {
        var text = ""
        for (position, part) in cases.enumerated() {
            if position > 0 { text += ", " }
            if position == Self.maximumListedCount { return text + "..." }
            text += "\(predicate(part.predicate)) \(value(part.value, of: part.predicate))"
        }
        return text
    }

    /// A text lists so many cases, or rows, and of more only that there are.
    static var maximumListedCount: Int { 16 }

    /// `Enforcement weak or strong, Reward positive`, as the row names them.
    private func matches(_ row: Row) -> String {
        var text = ""
        var count = 0
        definition.matches.forEach(in: row.matches) { part in
            count += 1
            if count > Self.maximumListedCount {
                if count == Self.maximumListedCount + 1 { text += ", ..." }
                return
            }
            if part.opens {
                text += ", \(predicate(part.predicate))"
                if part.value == nil { text += " in no case" }
            }
            guard let value = part.value else { return }
            text += (part.opens ? " " : " or ") + self.value(value, of: part.predicate)
        }
        return text
    }

    /// `superstate Common`, or `a superstate` if it has no name.
    @inline(never)
    func superstate(_ block: TypedIndex<Block>) -> String {
        guard let name = definition.superstateNames[ID(block.value)] else { return "a superstate" }
        return fill("superstate %", name.shownName)
    }

    /// `superstate Common`, `state LOCKED`
    @inline(never)
    func block(_ index: TypedIndex<Block>) -> String {
        let block = definition.blocks[index]
        return block.isSuperstate ? superstate(index) : fill("state %", state(block.state))
    }

    /// `(LOCKED, COIN)`, with what the row matches; `(superstate Common, COIN)` for a row as its superstate has it.
    @inline(never)
    func cell(_ row: Row) -> String {
        var source = state(row.source)
        if row.source == ReservedID.none, let block = row.ownBlock, definition.blocks[block].isSuperstate {
            let name = definition.superstateNames[row.block]
            source = "superstate" + (name.map { " " + $0.shownName } ?? "")
        }
        return fill("(%, %%)", source, event(row.event), matches(row))
    }

    /// `(LOCKED, COIN) -> UNLOCKED`
    @inline(never)
    func row(_ row: Row) -> String { fill("% -> %", cell(row), state(row.target.id)) }

    private func reserved(_ id: ID) -> String? {
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
        default: return ReservedID.contains(id) ? "reserved id \(id)" : nil
        }
    }
}

/// The template with these parts, each in place of a `%`. Out of line: texts need not be fast, but there are many of
/// them.
@inline(never)
public func fill(_ template: StaticString, _ parts: String...) -> String { filled(template, parts) }

@inline(never)
func filled(_ template: StaticString, _ parts: [String]) -> String {
    var bytes: [UInt8] = []
    var next = 0
    for offset in 0..<template.utf8CodeUnitCount {
        let byte = template.utf8Start[offset]
        if byte == 0x25 {
            bytes += Array(parts[next].utf8)
            next += 1
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
