import FSMEngine

extension Assembly {
    /// What the engine found, and what was wrong with the statements, as this module tells it: implicit clashes first,
    /// then duplicates, clashes and overrides, then the statements.
    func faults(_ diagnostics: [Diagnostic]) -> [TableFault] {
        var found: [[TableFault]] = Array(repeating: [], count: 5)
        // A row for any value says the same of several events, and is told of once.
        var told: Set<[Int]> = []
        // Within one block `overriding` means nothing: its rows are only told of as alike.
        let alike = Set(diagnostics.filter { [.duplicate, .clash].contains($0.kind) }.flatMap(rowNumbers))
        for diagnostic in diagnostics {
            let numbers = rowNumbers(diagnostic)
            if diagnostic.kind == .nothingToOverride && alike.contains(numbers[0]) { continue }
            guard let (rank, fault) = fault(diagnostic, numbers.map { rows[$0].description }) else { continue }
            if told.insert([rank] + numbers).inserted { found[rank].append(fault) }
        }
        return found.joined() + faults
    }

    private func rowNumbers(_ diagnostic: Diagnostic) -> [Int] {
        diagnostic.places.compactMap { $0.line > 0 ? Int($0.line) - 1 : nil }
    }

    /// A fault, and after how many other kinds it is told.
    private func fault(_ diagnostic: Diagnostic, _ rows: [TableRow]) -> (rank: Int, fault: TableFault)? {
        switch diagnostic.kind {
        case .implicitClash: (0, .implicitClash(predicates: names(diagnostic.combination), rows: rows))
        case .duplicate: (1, .duplicates(rows))
        case .clash: (2, .clash(rows))
        case .nothingToOverride: (3, .nothingToOverride(rows[0]))
        case .overrideOutOfOrder: (3, .overrideOutOfOrder(rows[0], before: Array(rows.dropFirst())))
        default: rows.first.map { (4, .tooComplex($0)) }
        }
    }

    private func names(_ combination: [PredicateCase]) -> [String] {
        combination.map { sent in
            let kind = predicates.kinds[Int(sent.predicate)]
            return "\(kind.name).\(kind.predicate(Int(sent.value)))"
        }.sorted()
    }
}
