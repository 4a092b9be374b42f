@testable import FSMEngine

/// The engine, performing a model with the same callbacks as the oracle.
final class Subject {
    let model: Model
    private(set) var trace: [String] = []
    private var calls = 0
    private var budget = 0
    private var contexts: [UnsafeMutableRawPointer] = []

    /// What a callback's context points to.
    private struct Context {
        unowned let subject: Subject
        let kind: String
        let callback: Int
    }

    init(_ model: Model) { self.model = model }

    deinit {
        for context in contexts {
            context.assumingMemoryBound(to: Context.self).deinitialize(count: 1)
            context.deallocate()
        }
    }

    /// The same callback number stands for different callbacks in different roles, but for one within a role.
    private var callbacks: [String: Callback] = [:]

    private func callback(_ kind: String, _ number: Int) -> Callback {
        if let known = callbacks["\(kind) \(number)"] { return known }
        let context = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Context>.size, alignment: MemoryLayout<Context>.alignment)
        context.initializeMemory(as: Context.self, to: Context(subject: self, kind: kind, callback: number))
        contexts.append(context)
        let callback = Callback(
            { step, context in
                let context = context!.load(as: Context.self)
                return context.subject.perform(context.kind, context.callback, step.load(as: Step.self))
            }, context: context)
        callbacks["\(kind) \(number)"] = callback
        return callback
    }

    func definition() -> Definition {
        var definition = Definition()
        definition.entryExit = model.entryExit
        definition.guardPolicy = model.guardPolicy
        definition.order = StepOrder(model.phases)!
        for block in model.blocks {
            let entry = block.entry.map { callback("entry", $0) }
            let exit = block.exit.map { callback("exit", $0) }
            let cycle = block.cycle.map { callback("cycle", $0) }
            let update = block.update.map { callback("update", $0) }
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
        for row in model.rows {
            definition.row(
                row.source, row.event, row.target, guards: row.guards.map { callback("guard", $0) },
                actions: row.actions.map { callback("action", $0) },
                resolver: row.resolver.map { callback("resolver", $0) }, block: row.block,
                isOverriding: row.isOverriding)
            for match in row.matches {
                definition.addMatch(match.predicate, cases: match.values, toRow: definition.rows.count - 1)
            }
        }
        for (number, type) in model.predicates.enumerated() {
            let place = Place(file: -1, line: Int32(number + 301))
            definition.declare(PredicateType(type.id, caseCount: type.caseCount, place: place)!)
        }
        for (number, state) in model.initials.enumerated() {
            definition.declareInitial(state, place: Place(file: -1, line: Int32(number + 201)))
        }
        for event in model.namedEvents { definition.eventNames.set("event \(event)", for: event) }
        return definition
    }

    /// Makes all calls of the model to a machine over this table.
    func run(_ table: Table) throws(MachineError) {
        trace = []
        calls = 0
        let machine = try Machine.create(table, initial: model.start, isLenient: model.isLenient)
        if model.hasHooks {
            _ = machine.setUnhandledHook(callback("unhandled", 0))
            _ = machine.setStepHook(callback("step", 0))
        }
        for call in model.calls {
            budget = 4
            if machine.state == ReservedID.none { trace.append("start \(machine.start(model.start).name)") }
            trace.append("\(perform(call, machine)) \(machine.state) \(machine.pendingCount)")
        }
        machine.release()
    }

    private func perform(_ call: Model.Call, _ machine: Machine) -> String {
        switch call {
        case .send(let event, let cases):
            // Without cases the way that most callers take.
            if cases.isEmpty { return machine.send(event).name }
            return withCases(cases) { machine.send(.event(event), $0).name }
        case .request(let state, let cases): return withCases(cases) { machine.send(.request(state), $0).name }
        case .update(let sends):
            let (outcome, event) = machine.update(time: 1, sends: sends)
            return sends || outcome != .ok ? outcome.name : "\(outcome.name) names \(event)"
        case .probe(let event, let cases):
            let (outcome, target) = withCases(cases) { machine.probe(.event(event), $0) }
            let isJudged = outcome.rawValue > 0 || outcome.isFailure || isUnknown(event, outcome, machine)
            return "probe \(outcome.name)" + (isJudged ? " \(target)" : "")
        case .explain(let event, let requested, let cases):
            return explain(event == ReservedID.request ? .request(requested) : .event(event), cases, machine)
        case .permitted(let permission, let cases):
            var found: [ID] = []
            let outcome = withCases(cases) { machine.forEachPermitted(permission, $0) { found.append($0) } }
            let isJudged = outcome == .ok || outcome.isFailure
            return "permitted \(outcome.name)" + (isJudged ? " \(found)" : "")
        }
    }

    private func isUnknown(_ event: ID, _ outcome: Outcome, _ machine: Machine) -> Bool {
        outcome == .unknownEvent && machine.table.storage.pointee.takesUnknownEvents
    }

    private func explain(_ trigger: Trigger, _ cases: [Model.Case], _ machine: Machine) -> String {
        var reasons: [String] = []
        let outcome = withCases(cases) { cases in
            machine.explain(trigger, cases) { reason in
                let row = machine.table.transition(at: reason.transition)!.row
                switch reason.kind {
                case .taken: reasons.append("\(row) taken")
                case .notMatched:
                    reasons.append("\(row) does not match \(reason.mismatch.predicate) \(reason.mismatch.value)")
                case .guardRefused: reasons.append("\(row) guard refused \(reason.guardNumber)")
                case .resolverRefused: reasons.append("\(row) resolver refused")
                case .notTried: reasons.append("\(row) is not tried")
                }
            }
        }
        let isJudged = outcome.rawValue > 0 || outcome == .callbackFailed || isUnknown(trigger.event, outcome, machine)
        let isResolved = outcome == .unknownState && (!trigger.isRequest || model.states.contains(trigger.requested))
        return "explain \(outcome.name)" + (isJudged || isResolved ? " \(reasons)" : "")
    }

    private func withCases<Result>(_ cases: [Model.Case], _ body: (FSMEngine.Cases) -> Result) -> Result {
        let cases = cases.map { PredicateCase($0.predicate, $0.value) }
        return cases.withUnsafeBufferPointer { body($0) }
    }

    private func perform(_ kind: String, _ callback: Int, _ step: Step) -> Int32 {
        let machine = Machine(handle: step.machine)
        if kind == "unhandled" || kind == "step" {
            let name = kind == "step" ? "step \(step.outcome.name)" : kind
            trace.append(Trace.hook(name, step.event, step.source, step.target))
            return 0
        }
        let cases = step.cases.map { cases in model.predicateIDs.indices.map { cases[$0] } } ?? []
        trace.append(Trace.call(kind, callback, step.event, step.source, step.target, cases, state: machine.state))
        calls += 1
        let answer = Answer(model, callback: callback, call: calls)
        switch kind {
        case "guard": return answer.fails ? -1 : answer.permits ? 1 : 0
        case "resolver": return answer.target(of: model)
        case "update":
            act(answer, machine)
            return answer.event(of: model)
        default:
            act(answer, machine)
            return answer.fails ? -1 : 0
        }
    }

    private func act(_ answer: Answer, _ machine: Machine) {
        if answer.sends && budget > 0 {
            budget -= 1
            if let call = answer.sent(of: model) { _ = perform(call, machine) }
        }
        if answer.stops { _ = machine.stop() }
    }
}

extension Outcome {
    /// A callback has failed, or a resolver has named a state that there is not.
    fileprivate var isFailure: Bool { self == .callbackFailed || self == .unknownState }
}
