@testable import FSMEngine

/// The engine, run over a chart with the same callbacks as the oracle.
final class ChartSubject {
    let model: ChartModel
    private let callbacks: ChartCallbacks
    private var actor: ChartActor
    private(set) var trace = ChartTrace()
    private var contexts: [UnsafeMutableRawPointer] = []
    private var stateOfID: [ID: Int] = [:]
    private let leaves: [(state: Int, id: ID)]

    /// What a callback's context points to.
    private struct Context {
        unowned let subject: ChartSubject
        let number: Int
    }

    init(_ model: ChartModel) {
        self.model = model
        callbacks = ChartCallbacks(model)
        actor = ChartActor(callbacks)
        let parents = Set(model.states.compactMap { $0.parent })
        leaves = model.states.enumerated().filter { !parents.contains($0.offset) }.map { ($0.offset, $0.element.id) }
        for (number, state) in model.states.enumerated() { stateOfID[state.id] = number }
    }

    deinit { for context in contexts { context.deallocate() } }

    /// More would be an engine that never comes to rest.
    private var limit = 0

    /// Starts a machine over this table and makes all calls of the model, up to the first failure. Callbacks fail once
    /// there were much more of them than expected.
    func run(_ table: Table, expecting count: Int) throws(MachineError) {
        trace = ChartTrace()
        limit = 2 * count + 1000
        actor = ChartActor(callbacks)
        let machine = try Machine.create(table, initial: ReservedID.none)
        for call in [.start] + model.calls {
            if case .send = call, model.restarts, machine.state == ReservedID.none { make(.start, machine) }
            if !isOver { make(call, machine) }
            if isOver { break }
        }
        machine.release()
    }

    private var isOver: Bool {
        guard case .result(let outcome, _, _)? = trace.entries.last else { return false }
        return actor.hasFailed || outcome == .callbackFailed || outcome == .stepLimit
    }

    private func make(_ call: ChartModel.Call, _ machine: Machine) {
        actor.begin()
        let outcome = perform(call, machine)
        trace.entries.append(.result(outcome, leaves: activeLeaves(machine), isDone: machine.isDone))
    }

    private func perform(_ call: ChartModel.Call, _ machine: Machine) -> ChartTrace.Outcome {
        switch call {
        case .start: return ChartTrace.Outcome(machine.start(ReservedID.initial))
        case .stop: return ChartTrace.Outcome(machine.stop())
        case .send(let event): return ChartTrace.Outcome(machine.send(ID(event)))
        case .request(let state): return ChartTrace.Outcome(machine.send(.request(model.states[state].id)))
        }
    }

    /// In the order that the engine tells; a state that the model does not have is -1.
    private func activeLeaves(_ machine: Machine) -> [Int] {
        var active: [Int] = []
        machine.forEachActiveLeaf { active.append(stateOfID[$0] ?? -1) }
        return active
    }

    // MARK: - Callbacks

    func callback(_ number: Int) -> Callback {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Context>.size, alignment: MemoryLayout<Context>.alignment)
        memory.initializeMemory(as: Context.self, to: Context(subject: self, number: number))
        contexts.append(memory)
        return Callback(
            { step, context in
                let context = context!.load(as: Context.self)
                let machine = Machine(handle: step.load(as: Step.self).machine)
                return context.subject.called(context.number, machine)
            }, context: memory)
    }

    /// What is active is asked one by one, so that this is tested too.
    private func called(_ number: Int, _ machine: Machine) -> Int32 {
        var active = StateSet()
        for leaf in leaves where machine.isActive(leaf.id) { active.insert(leaf.state) }
        trace.add(callback: number, active)
        if trace.entries.count > limit { return -9 }
        switch actor.next(number) {
        case .nothing: break
        case .refuse: return 0
        case .fail: return -1
        case .send(let event): return machine.send(ID(event)) == .queued ? 1 : -2
        case .raise(let event): return machine.raise(ID(event)) == .queued ? 1 : -3
        case .stop: return machine.stop() == .queued ? 1 : -4
        }
        return 1
    }
}

extension ChartTrace.Outcome {
    init(_ outcome: Outcome) {
        switch outcome {
        case .ok: self = .ok
        case .transitioned: self = .transitioned
        case .refused: self = .refused
        case .unhandled: self = .unhandled
        case .deferred: self = .deferred
        case .notRunning: self = .notRunning
        case .alreadyRunning: self = .alreadyRunning
        case .callbackFailed: self = .callbackFailed
        case .stepLimit: self = .stepLimit
        default: self = .other(outcome.rawValue)
        }
    }
}
