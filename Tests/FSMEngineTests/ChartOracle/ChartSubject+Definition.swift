@testable import FSMEngine

extension ChartSubject {
    func definition() -> Definition {
        var definition = Definition()
        definition.mayBeEmpty = true
        definition.warnings = []
        definition.entryExit = model.isAlways ? .always : .onChange
        definition.guardPolicy = model.isFirstMatch ? .firstMatch : .exclusive
        definition.order = StepOrder([.resolve] + model.phases.map { $0.phase })!
        let callbacks = ChartCallbacks(model)
        for state in orderOfBlocks { addState(state, callbacks, to: &definition) }
        for row in model.rows.indices { addRow(row, callbacks, to: &definition) }
        definition.declareInitial(model.states[model.initial].id)
        for event in model.events { definition.eventNames.set("e\(event)", for: ID(event)) }
        for state in model.states { definition.stateNames.set(state.name, for: state.id) }
        return definition
    }

    private var orderOfBlocks: [Int] {
        let states = Array(model.states.indices)
        if !model.opensByDepth { return states }
        return states.sorted {
            let depths = (model.ancestors(of: $0).count, model.ancestors(of: $1).count)
            return depths.0 == depths.1 ? $0 < $1 : depths.0 < depths.1
        }
    }

    private func id(_ state: Int) -> ID { model.states[state].id }

    private func addState(_ number: Int, _ callbacks: ChartCallbacks, to definition: inout Definition) {
        let state = model.states[number]
        let block = definition.add(
            Block(
                state: state.id, kind: state.kind.kind, isFinal: state.kind == .final,
                place: Place(file: -1, line: Int32(number + 101))))
        if let parent = state.parent { definition.nest(block: block, in: id(parent)) }
        if let target = state.defaultTarget { definition.setDefault(ofBlock: block, to: id(target)) }
        if let event = state.doneEvent { definition.setDoneEvent(ofBlock: block, to: ID(event)) }
        for action in callbacks.defaults[number] { definition.addDefaultAction(callback(action), toBlock: block) }
        for each in callbacks.entry[number] { definition.add(callback(each), on: .entry, toBlock: block) }
        for each in callbacks.exit[number] { definition.add(callback(each), on: .exit, toBlock: block) }
        for each in callbacks.cycle[number] { definition.add(callback(each), on: .cycle, toBlock: block) }
    }

    private func addRow(_ number: Int, _ callbacks: ChartCallbacks, to definition: inout Definition) {
        let row = model.rows[number]
        var further: [Int] = []
        let target: ID
        switch row.target {
        case .states(let targets):
            target = id(targets[0])
            further = Array(targets.dropFirst())
        case .same: target = ReservedID.same
        case .internal: target = ReservedID.internal
        case .deferred: target = ReservedID.deferred
        case .requested: target = ReservedID.any
        }
        var added = Row(
            source: row.source.map(id) ?? ReservedID.any, event: row.trigger.id, target: target,
            place: Place(file: -1, line: Int32(number + 1)))
        added.isLocal = row.isLocal
        let place = definition.add(added)
        for state in further { definition.addTarget(id(state), toRow: place) }
        for condition in row.conditions {
            definition.addInGuard(id(condition.state), isIn: condition.isIn, toRow: place)
        }
        for event in row.raised { definition.addRaise(ID(event), toRow: place) }
        for each in callbacks.guards[number] { definition.addGuard(callback(each), toRow: place) }
        for each in callbacks.actions[number] { definition.addAction(callback(each), toRow: place) }
    }
}

extension ChartModel.Phase {
    fileprivate var phase: Phase {
        switch self {
        case .exit: return .exit
        case .actions: return .actions
        case .commit: return .commit
        case .entry: return .entry
        }
    }
}

extension ChartModel.Kind {
    fileprivate var kind: StateKind {
        switch self {
        case .plain, .final: return .plain
        case .parallel: return .parallel
        case .shallowHistory: return .shallowHistory
        case .deepHistory: return .deepHistory
        }
    }
}

extension ChartModel.Trigger {
    fileprivate var id: ID {
        switch self {
        case .event(let event): return ID(event)
        case .anyEvent: return ReservedID.any
        case .eventless: return ReservedID.eventless
        case .request: return ReservedID.request
        }
    }
}
