extension ResolvedDefinition {
    /// Reports events that are declared with different arguments. O(n log n) in the declarations.
    func checkArguments(_ found: inout [Diagnostic]) {
        let declarations = definition.argumentLists.declarations
        // Declarations of one event side by side, in their order.
        var keys: [SortKey] = []
        for (position, declaration) in declarations.enumerated() {
            if let number = events.index(of: declaration.event) { keys.append(SortKey(number.value, position)) }
        }
        keys.forEachGroup { positions in
            let all = positions.map { declarations[$0] }
            guard let other = all.first(where: { $0.argumentList != all[0].argumentList }) else { return }
            found.report(
                Diagnostic(
                    .argumentConflict, event: other.event, places: all.map { $0.place },
                    text: fill(
                        "event % is declared with the arguments % and with %: keep one of these declarations",
                        names.event(other.event), names.types(definition.argumentLists.lists[all[0].argumentList]),
                        names.types(definition.argumentLists.lists[other.argumentList]))))
        }
    }
}

extension DiagnosticText {
    /// `(i32, str)`
    @inline(never)
    func types(_ types: [ValueType]) -> Text {
        var text: Text = "("
        for (position, type) in types.enumerated() {
            if position > 0 { text.append(", ") }
            text.append(type.word)
        }
        text.append(")")
        return text
    }
}
