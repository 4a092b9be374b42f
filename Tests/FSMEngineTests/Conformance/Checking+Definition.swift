@testable import ConformanceCases
@testable import FSMEngine

extension Conformance.Checking {
    /// What the case defines, for the engine.
    func definition() -> Definition {
        var definition = Definition()
        let file = definition.file("case")
        func place(_ line: Int) -> Place { Place(file: file, line: Int32(line)) }
        definition.guardPolicy = test.guards
        definition.entryExit = test.entryExit
        if !test.order.isEmpty {
            if let order = StepOrder(test.order) { definition.order = order } else { report(1, "no such order") }
        }
        for (word, state) in test.words.all(.state) { definition.stateNames.set(word, for: state) }
        for event in test.namedEvents { definition.eventNames.set(test.words.text(event, .event), for: event) }
        for initial in test.initials { definition.declareInitial(initial.state, place: place(initial.line)) }
        add(blocks: test.blocks, to: &definition, place)
        for hook in test.hooks {
            definition.addHook(callback(hook.role, hook.name), forUnhandledEvents: hook.role == .unhandled)
        }
        definition.warnings = test.warnings
        // Rows and declarations in the order in which they stand: either may come first.
        var predicates = test.predicates[...]
        var events = test.eventTypes[...]
        func declare(before line: Int) {
            while let next = [predicates.first?.line, events.first?.line].compactMap({ $0 }).min(), next < line {
                if next == predicates.first?.line, let type = predicates.popFirst() {
                    add(type, to: &definition, place(next))
                } else if let event = events.popFirst() {
                    add(event, to: &definition, place(next))
                }
            }
        }
        for row in test.rows {
            declare(before: row.line)
            add(row, to: &definition, place(row.line))
        }
        declare(before: .max)
        return definition
    }

    private func add(_ type: Conformance.Predicate, to definition: inout Definition, _ place: Place) {
        guard let declared = PredicateType(type.id, caseCount: type.caseCount, place: place) else {
            return report(type.line, "no predicate type has \(type.caseCount) cases")
        }
        definition.declare(declared)
        if let name = type.provider, !definition.setProvider(callback(.provider, name), ofPredicate: type.id) {
            report(type.line, "the predicate type has a provider already")
        }
    }

    private func add(_ event: Conformance.EventDeclaration, to definition: inout Definition, _ place: Place) {
        guard let declared = EventType(event.id, arguments: event.types, place: place) else {
            return report(event.line, "no event carries so many arguments")
        }
        definition.declare(declared)
    }

    private func add(
        blocks: [Conformance.Block], to definition: inout Definition, _ place: (Int) -> Place
    ) {
        for block in blocks {
            definition.add(
                block.isSuperstate
                    ? Block(superstateAt: place(block.line))
                    : Block(
                        state: block.state, kind: block.kind, isFinal: block.isFinal, place: place(block.line)))
        }
        for (number, block) in blocks.enumerated() {
            if let name = block.name { definition.superstateNames.set(name, for: ID(number)) }
            for word in block.adopted {
                guard case .block(let superstate)? = test.words.labels[word]?.labelled,
                    definition.adopt(superstate: superstate, intoBlock: number)
                else {
                    report(block.line, "\(word) cannot be adopted")
                    continue
                }
            }
            self.place(block, number, in: &definition)
            let events: [(Conformance.Role, BlockEvent)] = [
                (.entry, .entry), (.exit, .exit), (.cycle, .cycle), (.update, .update),
            ]
            for (role, event) in events {
                for name in block.callbacks[role] ?? [] {
                    definition.add(callback(role, name), on: event, toBlock: number)
                }
            }
        }
    }

    /// Says where in a chart the state of a block is.
    private func place(_ block: Conformance.Block, _ number: Int, in definition: inout Definition) {
        if block.parent != ReservedID.none { definition.nest(block: number, in: block.parent) }
        if block.defaultTarget != ReservedID.none { definition.setDefault(ofBlock: number, to: block.defaultTarget) }
        if block.doneEvent != ReservedID.none { definition.setDoneEvent(ofBlock: number, to: block.doneEvent) }
        for (delay, event) in block.timeouts { definition.addTimeout(delay, event, toBlock: number) }
        for name in block.defaultActions { definition.addDefaultAction(callback(.action, name), toBlock: number) }
    }

    private func add(_ row: Conformance.Row, to definition: inout Definition, _ place: Place) {
        var added = Row(
            source: row.source, event: row.event, target: row.target, place: place, block: Int32(row.block ?? -1),
            isOverriding: row.isOverriding)
        added.isLocal = row.isLocal
        let number = definition.add(added)
        for name in row.guards { definition.addGuard(callback(.guard, name), toRow: number) }
        for name in row.actions { definition.addAction(callback(.action, name), toRow: number) }
        if let name = row.resolver { _ = definition.setResolver(callback(.resolver, name), ofRow: number) }
        for match in row.matches { definition.addMatch(match.predicate, cases: match.values, toRow: number) }
        for state in row.moreTargets { definition.addTarget(state, toRow: number) }
        for (state, isIn) in row.inGuards { definition.addInGuard(state, isIn: isIn, toRow: number) }
        for event in row.raised { definition.addRaise(event, toRow: number) }
    }
}
