import FSMEngine

extension Conformance.Case {
    /// Whether the next word is the name of a hook of the table.
    func seesHook(_ role: Conformance.Role, _ cursor: Cursor) -> Bool {
        guard cursor.seesWord else { return false }
        return signature(role, cursor.peek) != nil
            || hooks.contains { $0.role == role && $0.name == cursor.peek }
    }
}

extension Diagnostic.Kind {
    /// As `sfsm_diagnostic_kind_name` says it in C.
    var words: String {
        switch self {
        case .unknownInitial: return "unknown initial state"
        case .reservedIDUsed: return "reserved id used"
        case .siblingRegionTarget: return "target in sibling region"
        default: return "\(self)".reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
        }
    }
}
