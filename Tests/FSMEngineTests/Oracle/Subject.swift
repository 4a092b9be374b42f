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
            if block.isSuperstate {
                _ = definition.superstate(entry: entry, exit: exit, cycle: cycle)
            } else {
                definition.block(block.state, isFinal: block.isFinal, entry: entry, exit: exit, cycle: cycle)
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
        }
        for (number, state) in model.initials.enumerated() {
            definition.declareInitial(state, place: Place(file: -1, line: Int32(number + 201)))
        }
        for event in model.namedEvents { definition.eventNames.set("event \(event)", for: event) }
        return definition
    }

    /// Sends all events of the model to a machine over this table.
    func run(_ table: Table) throws(MachineError) {
        trace = []
        calls = 0
        let machine = try Machine.create(table, initial: model.start)
        for event in model.events {
            budget = 4
            if machine.state == ReservedID.none { trace.append("start \(machine.start(model.start).name)") }
            let outcome = machine.send(event)
            trace.append("\(outcome.name) \(machine.state) \(machine.pendingCount)")
        }
        machine.release()
    }

    private func perform(_ kind: String, _ callback: Int, _ step: Step) -> Int32 {
        let machine = Machine(handle: step.machine)
        trace.append(Trace.call(kind, callback, step.event, step.source, step.target, state: machine.state))
        calls += 1
        let answer = Answer(model, callback: callback, call: calls)
        switch kind {
        case "guard": return answer.fails ? -1 : answer.permits ? 1 : 0
        case "resolver": return answer.target(of: model)
        default:
            if answer.sends && budget > 0 {
                budget -= 1
                _ = machine.send(answer.event(of: model))
            }
            if answer.stops { _ = machine.stop() }
            return answer.fails ? -1 : 0
        }
    }
}
