@testable import FSMEngine

/// The oracle of implicit clashes. Which combination is told of is the engine's choice, but it must be one, all rows
/// that tie there must be named, and every row that ties with another must be told of.
extension Judge {
    /// What is wrong with the implicit clashes that the engine found, or `nil`.
    func objection(to diagnostics: [Diagnostic]) -> String? {
        let clashes = diagnostics.filter { $0.kind == .implicitClash }
        if model.guardPolicy == .firstMatch { return clashes.isEmpty ? nil : "clashes under first match" }
        for clash in clashes {
            if let objection = objection(to: clash) { return "\(objection): \(clash.text)" }
        }
        let told = Set(clashes.flatMap { $0.places.map { Int($0.line) } })
        for state in model.states + [ReservedID.any] {
            for want in Set(model.rows.filter(isSound).map { $0.want }) where isCell(want) {
                for tie in cells.ties(Cells.Level(state: state, want: want)) {
                    if let row = tie.first(where: { !told.contains($0.number + 1) }) {
                        return "row \(row.number + 1) clashes in \(state), and was not told of"
                    }
                }
            }
        }
        return nil
    }

    /// Some rows that tie, if there are any.
    var tie: [Model.StateRow]? {
        guard model.guardPolicy == .exclusive else { return nil }
        for state in model.states + [ReservedID.any] {
            for want in Set(model.rows.filter(isSound).map { $0.want }) where isCell(want) {
                if let tie = cells.ties(Cells.Level(state: state, want: want)).first { return tie }
            }
        }
        return nil
    }

    private func objection(to clash: Diagnostic) -> String? {
        let lines = clash.places.map { Int($0.line) }
        let said = Dictionary(clash.combination.map { ($0.predicate, $0.value) }, uniquingKeysWith: { a, _ in a })
        let whole = cells.combinations.filter { cases in said.allSatisfy { cases[$0.key] == $0.value } }
        if whole.isEmpty { return "there is no such combination" }
        let first = model.rows[lines[0] - 1]
        for cases in whole {
            let holding = cells.rows(Cells.Level(state: clash.state, want: first.want), cases)
            let best = holding.filter { $0.row.rank == holding[0].row.rank }.map { $0.number + 1 }
            if best.count < 2 || best != lines { return "the best rows for \(cases) are \(best), not \(lines)" }
        }
        return nil
    }
}
