import FSMEngine

extension Assembly {
    /// Converts the engine's diagnostics to faults and adds the faults of the statements. Order: implicit clashes,
    /// duplicates, clashes, overrides, statements.
    func faults(_ diagnostics: [Diagnostic]) -> [TableFault] {
        var found: [[TableFault]] = Array(repeating: [], count: 5)
        // A pattern row has several engine rows, but its fault is reported once.
        var reported: Set<[Int]> = []
        // `overriding` has no meaning within one block: report only that its rows are duplicates or clash.
        let alike = Set(diagnostics.filter { [.duplicate, .clash].contains($0.kind) }.flatMap(rowNumbers))
        for diagnostic in diagnostics {
            let numbers = rowNumbers(diagnostic)
            if let fault = chartFault(diagnostic) {
                if reported.insert([-1, Int(diagnostic.kind.rawValue), Int(diagnostic.state)] + numbers).inserted {
                    found[4].append(.chart(fault))
                }
                continue
            }
            if diagnostic.kind == .nothingToOverride && alike.contains(numbers[0]) { continue }
            guard let (rank, fault) = fault(diagnostic, numbers.map { rows[$0].description }) else { continue }
            if reported.insert([rank] + numbers).inserted { found[rank].append(fault) }
        }
        return found.joined() + rowFaults.map { .chart($0) } + faults
    }

    private func rowNumbers(_ diagnostic: Diagnostic) -> [Int] {
        diagnostic.places.compactMap { $0.file == 0 && $0.line > 0 ? Int($0.line) - 1 : nil }
    }

    /// The fault for a diagnostic, and its rank in the order of faults.
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
