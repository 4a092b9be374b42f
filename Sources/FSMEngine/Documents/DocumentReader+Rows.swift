// Rows.
extension DocumentReader {
    /// `a: overriding local locked coin [Mood glad] ? paid in heating -> unlocked by resolver / thank raises lit`, of which
    /// little is needed.
    @inline(never)
    func readRow(inBlock block: Int32) {
        var label: Int32?
        let labelToken = line.token
        if line.isSame(1, ":") {
            label = takeName("a label")
            line.next += 1
        }
        let isOverriding = line.skip("overriding")
        let isLocal = line.skip("local")
        let source: ID
        // A row in a block needs no source.
        if block < 0 || (line.next + 1 < line.tokens.count && line.tokens[line.next + 1].isName) {
            guard let id = takeID(.states) else { return }
            source = id
        } else {
            source = definition.blocks[Int(block)].state
        }
        guard let event = takeEvent(), definition.rows.count < min(limits.rows, DocumentLimits().rows) else {
            if !isFaulty {
                fault(.documentLimit, at: labelToken.start, fill("expected at most % rows", Text(limits.rows)))
            }
            return
        }
        // Its target is known further on.
        var row = Row(
            source: source, event: event, target: ReservedID.internal, place: place, block: block,
            isOverriding: isOverriding)
        row.isLocal = isLocal
        let number = definition.add(row)
        if let label { add(label, .row(Int32(truncatingIfNeeded: number)), at: labelToken) }
        readConditions(number)
        guard !isFaulty, expect("->"), let target = takeID(.states) else { return }
        definition.rows[number].target = Target(target, isOfRequest: event == ReservedID.request)
        readTail(number)
    }

    /// What stands behind the target.
    @inline(never)
    private func readTail(_ row: Int) {
        while line.skip("and") {
            guard let target = takeID(.states) else { return }
            definition.addTarget(target, toRow: row)
        }
        if line.skip("by") {
            guard let resolver = takeCallback(.resolver) else { return }
            _ = definition.setResolver(resolver, ofRow: row)
        }
        if line.skip("/") {
            repeat {
                guard let action = takeCallback(.action) else { return }
                definition.addAction(action, toRow: row)
            } while line.seesName && !line.sees("raises")
        }
        if line.skip("raises") {
            repeat {
                guard let event = takeEvent() else { return }
                definition.addRaise(event, toRow: row)
            } while line.seesName
        }
        if !line.isAtEnd { expected("'and', 'by', '/', 'raises' or the end of the line") }
    }

    /// Matches and guards, between the event and the arrow.
    @inline(never)
    private func readConditions(_ row: Int) {
        if line.skip("[") { readMatches(row) }
        if line.skip("?") && !isFaulty {
            repeat { readGuard(row) } while line.seesName && !isFaulty
        }
        if !isFaulty && !line.sees("->") { expected("'[', '?' or '->'") }
    }

    private func readGuard(_ row: Int) {
        let isOut = line.sees("not") && line.isSame(line.next + 1, "in")
        if isOut { line.next += 1 }
        guard line.skip("in") else {
            if let callback = takeCallback(.guard) { definition.addGuard(callback, toRow: row) }
            return
        }
        if let state = takeID(.states) { definition.addInGuard(state, isIn: !isOut, toRow: row) }
    }

    /// `[Mood glad|sad, Policy weak]`. Cases may be declared further down.
    private func readMatches(_ row: Int) {
        repeat {
            guard let predicate = takeID(.predicates) else { return }
            let first = values.count
            if line.seesName {
                repeat {
                    let token = line.token
                    let number = line.number(token)
                    guard let name = takeName("a case") else { return }
                    values.append(
                        MatchValue(
                            name: name, number: number.flatMap { Int32(exactly: $0) }, line: lineNumber,
                            column: line.column(token.start)))
                } while line.skip("|")
            }
            matches.append(
                Match(
                    row: Int32(truncatingIfNeeded: row), predicate: predicate, first: first, count: values.count - first
                ))
        } while line.skip(",")
        expect("]")
    }
}
