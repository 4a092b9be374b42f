@testable import FSMEngine

extension Subject {
    func definition() -> Definition {
        var definition = Definition()
        definition.entryExit = model.entryExit
        definition.guardPolicy = model.guardPolicy
        definition.order = StepOrder(model.phases)!
        addBlocks(to: &definition)
        for row in model.rows { add(row, to: &definition) }
        declareTypes(in: &definition)
        for (number, state) in model.initials.enumerated() {
            definition.declareInitial(state, place: place(number + 201))
        }
        for event in model.namedEvents { definition.eventNames.set("event \(event)", for: event) }
        for number in definition.rows.indices { definition.rows[number].place = place(number + 1) }
        for number in definition.blocks.indices { definition.blocks[number].place = place(number + 101) }
        addHooks(to: &definition)
        return definition
    }

    /// All blocks, then what they adopt.
    private func addBlocks(to definition: inout Definition) {
        for block in model.blocks {
            let entry = block.entry.map { callback(.entry, $0) }
            let exit = block.exit.map { callback(.exit, $0) }
            let cycle = block.cycle.map { callback(.cycle, $0) }
            let update = block.update.map { callback(.update, $0) }
            if block.isSuperstate {
                _ = definition.superstate(entry: entry, exit: exit, cycle: cycle, update: update)
            } else {
                definition.block(
                    block.state, isFinal: block.isFinal, entry: entry, exit: exit, cycle: cycle, update: update)
            }
        }
        for (number, block) in model.blocks.enumerated() {
            for superstate in block.adopts { _ = definition.adopt(superstate: superstate, intoBlock: number) }
        }
    }

    private func add(_ row: Model.Row, to definition: inout Definition) {
        definition.row(
            row.source, row.event, row.target, guards: row.guards.map { callback(.guard, $0) },
            actions: row.actions.map { callback(.action, $0) },
            resolver: row.resolver.map { callback(.resolver, $0) }, block: row.block,
            isOverriding: row.isOverriding)
        for match in row.matches {
            definition.addMatch(match.predicate, cases: match.values, toRow: definition.rows.count - 1)
        }
    }

    /// The predicate types with their providers, and the arguments of events.
    private func declareTypes(in definition: inout Definition) {
        for (number, type) in model.predicates.enumerated() {
            definition.declare(PredicateType(type.id, caseCount: type.caseCount, place: place(number + 301))!)
            if let provider = type.provider {
                _ = definition.setProvider(callback(.provider, provider), ofPredicate: type.id)
            }
        }
        for (number, event) in model.events.enumerated() {
            let types = event.types.map { ValueType(rawValue: $0)! }
            definition.declare(EventType(event.id, arguments: types, place: place(number + 401))!)
        }
    }

    private func place(_ line: Int) -> Place { Place(file: -1, line: Int32(lines[line] ?? line)) }
}
