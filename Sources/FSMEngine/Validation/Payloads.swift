extension ValidationSubject {
    /// Reports events that are declared with different arguments. O(n log n) in the declarations.
    func checkPayloads(_ found: inout [Diagnostic]) {
        let declarations = definition.payloads.declarations
        // Declarations of one event side by side, in their order.
        var keys: [SortKey] = []
        for (position, declaration) in declarations.enumerated() {
            if let number = events.number(of: declaration.event) { keys.append(SortKey(number, position)) }
        }
        keys.forEachGroup { positions in
            let all = positions.map { declarations[$0] }
            guard let other = all.first(where: { $0.payload != all[0].payload }) else { return }
            found.report(
                Diagnostic(
                    .argumentConflict, event: other.event, places: all.map { $0.place },
                    text: sentence(
                        "event % is declared with the arguments % and with %: keep one of these declarations",
                        wording.event(other.event), wording.types(definition.payloads.lists[all[0].payload]),
                        wording.types(definition.payloads.lists[other.payload]))))
        }
    }
}

extension Wording {
    /// `(i32, str)`
    @inline(never)
    func types(_ types: [ValueType]) -> String {
        var text = "("
        for (position, type) in types.enumerated() {
            if position > 0 { text += ", " }
            text += sentence(type.word)
        }
        return text + ")"
    }
}
