/// Writes ids and rows as people read them: by name where there is one.
final class DiagnosticText {
    private let definition: Definition

    init(definition: Definition) { self.definition = definition }

    @inline(never)
    func state(_ id: ID) -> String { reserved(id) ?? definition.stateNames[id]?.escaped ?? "\(id)" }
    @inline(never)
    func event(_ id: ID) -> String { reserved(id) ?? definition.eventNames[id]?.escaped ?? "\(id)" }
    @inline(never)
    func predicate(_ id: ID) -> String { reserved(id) ?? definition.predicateNames[id]?.escaped ?? "\(id)" }

    @inline(never)
    func value(_ value: Int32, of predicate: ID) -> String {
        definition.caseNames[value, in: predicate]?.escaped ?? "\(value)"
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

    /// A text tells of so many cases, or rows, and of more only that there are.
    static var maximumListedCount: Int { 16 }

    /// `Enforcement weak or strong, Reward positive`, as the row says it.
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

    /// `(LOCKED, COIN)`, with what the row matches; `(superstate, COIN)` for a row that states have only through their
    /// superstates.
    @inline(never)
    func cell(_ row: Row) -> String {
        "(\(row.source == ReservedID.none ? "superstate" : state(row.source)), \(event(row.event))\(matches(row)))"
    }

    /// `(LOCKED, COIN) -> UNLOCKED`
    @inline(never)
    func row(_ row: Row) -> String { "\(cell(row)) -> \(state(row.target))" }

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
        default: return ReservedID.contains(id) ? "reserved id \(id)" : nil
        }
    }
}

/// A sentence with these parts, each at a `%`. Out of line: what is told of faults need not be fast, but there is much
/// of it.
@inline(never)
public func fill(_ template: StaticString, _ parts: String...) -> String {
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

extension String {
    /// With control characters as escapes, so that a text stays in its line: `\n`, `\t`, `\x07`.
    public var escaped: String {
        let all = Array(utf8)
        var bytes: [UInt8] = []
        func escape(_ byte: UInt8) {
            func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
            switch byte {
            case 0x0a: bytes += [0x5c, 0x6e]
            case 0x0d: bytes += [0x5c, 0x72]
            case 0x09: bytes += [0x5c, 0x74]
            default: bytes += [0x5c, 0x78, digit(byte >> 4), digit(byte & 15)]
            }
        }
        var next = 0
        while next < all.count {
            let byte = all[next]
            // The second half of the control characters is two bytes long in UTF-8.
            let isLong = byte == 0xc2 && next + 1 < all.count && all[next + 1] < 0xa0
            if isLong { next += 1 }
            if isLong || byte < 0x20 || byte == 0x7f { escape(all[next]) } else { bytes.append(byte) }
            next += 1
        }
        return bytes.count == all.count ? self : String(decoding: bytes, as: UTF8.self)
    }
}
