import FSMEngine

extension Conformance.Case {
    /// `step note count`, from behind `on`: hooks of the table, which have names.
    mutating func readHooks(_ cursor: inout Cursor) throws(Fault) {
        let role: Conformance.Role = cursor.skip("unhandled") ? .unhandled : .step
        if role == .step { try cursor.expect("step") }
        repeat {
            hooks.append(Conformance.TableHook(role: role, name: try cursor.word("the name of a hook")))
        } while cursor.seesWord
    }

    /// Whether the next word is the name of such a hook.
    func seesHook(_ role: Conformance.Role, _ cursor: Cursor) -> Bool {
        guard cursor.seesWord else { return false }
        return signature(role, cursor.peek) != nil
            || hooks.contains { $0.role == role && $0.name == cursor.peek }
    }

    /// `off never taken, unused event`, from behind `warnings`.
    mutating func readWarnings(_ cursor: inout Cursor) throws(Fault) {
        let areReported = cursor.skip("on")
        if !areReported { try cursor.expect("off") }
        repeat {
            let kinds = try takeWarnings(&cursor)
            if areReported { warnings.formUnion(kinds) } else { warnings.subtract(kinds) }
        } while cursor.skip(",")
    }

    private func takeWarnings(_ cursor: inout Cursor) throws(Fault) -> Warnings {
        let words = cursor.words().joined(separator: " ")
        if words == "all" { return .all }
        var number = Diagnostic.Kind.unreachableState.rawValue
        while let kind = Diagnostic.Kind(rawValue: number) {
            if kind.words == words { return Warnings(kind) }
            number += 1
        }
        throw cursor.fault("there is no kind of warnings \"\(words)\"")
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
