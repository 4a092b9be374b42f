extension ResolvedDefinition {
    /// Reports events that are declared with different arguments. O(n log n) in the declarations.
    func checkArguments(_ found: inout [Diagnostic]) {
        let declarations = definition.argumentLists.declarations
        // Declarations of one event side by side, in their order.
        var keys: [SortKey] = []
        for position in declarations.indices {
            let event = declarations[position].event
            if let number = events.index(of: event) { keys.add(SortKey(number.value, position)) }
        }
        keys.forEachGroup { positions in
            let first = declarations[positions[0]]
            var other = first.argumentList
            var places: [Place] = []
            for position in positions {
                if other == first.argumentList { other = declarations[position].argumentList }
                places.add(declarations[position].place)
            }
            if other == first.argumentList { return }
            found.report(
                Diagnostic(
                    .argumentConflict, event: first.event, places: places,
                    text: fill(
                        "event % is declared with the arguments % and with %: keep one of these declarations",
                        names.event(first.event), names.types(definition.argumentLists.lists[first.argumentList]),
                        names.types(definition.argumentLists.lists[other]))))
        }
    }
}

extension DiagnosticText {
    /// `(i32, str)`
    @inline(never)
    func types(_ types: [ValueType]) -> Text {
        var text: Text = "("
        for position in types.indices {
            if position > 0 { text.append(", ") }
            text.append(types[position].word)
        }
        text.append(")")
        return text
    }
}
