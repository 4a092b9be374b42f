// Blocks, in their order.
extension DocumentWriter {
    /// Opens the blocks before a number that are not open yet.
    func openBlocks(upTo end: Int) {
        while path.openedCount < end { openNextBlock() }
    }

    private func openNextBlock() {
        let (number, isNested) = path.openNext(of: definition)
        let block = definition.blocks[number]
        let part = definition.part(of: block)
        let depth = path.depth
        begin(depth, "")
        if let label = blockNames.label(of: number) {
            text += label
            text.append(":")
            isJoined = false
        }
        writeHeading(block, number)
        if !isNested && part.parent != ReservedID.none {
            text.append(" in")
            add(state: part.parent)
        }
        addAdoptions(block)
        if !block.isSuperstate && blockNames.isFirst(number, of: block.state) {
            addFormerNames(of: block.state, isEvent: false)
        }
        endLine()
        line(depth + 1, "entry", block.entry)
        line(depth + 1, "exit", block.exit)
        line(depth + 1, "cycle", block.cycle)
        line(depth + 1, "update", block.update)
        writeParts(part, number, depth + 1)
    }

    private func writeHeading(_ block: Block, _ number: Int) {
        guard !block.isSuperstate else {
            add(word: "superstate")
            guard let name = definition.superstateNames.name(of: ID(truncatingIfNeeded: number)) else { return }
            if !blockNames.isNamedByName(number) { add(word: "named") }
            return addName(name)
        }
        switch block.kind {
        case .plain: add(word: "state")
        case .parallel: add(word: "parallel")
        case .shallowHistory: add(word: "history")
        case .deepHistory: add(word: "deep history")
        }
        add(state: block.state)
        if block.isFinal { add(word: "final") }
    }

    private func addAdoptions(_ block: Block) {
        var isFirst = true
        definition.forEachAdoption(of: block) { superstate in
            if isFirst { text.append(" adopts") }
            isFirst = false
            text.append(" ")
            text += blockNames.reference(to: superstate)
        }
    }

    private func writeParts(_ part: ChartParts.StatePart, _ number: Int, _ depth: Int) {
        if part.defaultTarget != ReservedID.none || !part.onDefault.isEmpty {
            begin(depth, "default")
            add(state: part.defaultTarget)
            if !part.onDefault.isEmpty { text.append(" /") }
            addCallbacks(part.onDefault)
            endLine()
        }
        if part.doneEvent != ReservedID.none {
            begin(depth, "done")
            add(event: part.doneEvent)
            endLine()
        }
        timeouts.forEach(of: UInt64(number)) {
            begin(depth, "timeout ")
            text += Text(number: definition.chart.timeouts[$0].delay)
            add(event: definition.chart.timeouts[$0].event)
            endLine()
        }
    }
}
