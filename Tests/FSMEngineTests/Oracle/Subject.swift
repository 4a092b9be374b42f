@testable import FSMEngine

/// The engine, performing a model with the same callbacks as the oracle.
final class Subject {
    let model: Model
    private(set) var trace: [String] = []
    private var callbackCalls = 0
    private var budget = 0
    private var contexts: [UnsafeMutableRawPointer] = []
    /// Steps are performed as plans, by this side of the engine.
    private(set) var usesPlans = false

    /// What a callback's context points to.
    private struct Context {
        unowned let subject: Subject
        /// `nil` for the hooks.
        let role: Model.Role?
        let callback: Int
        var signature: Signature?
    }

    /// In which lines things stand, where not in those of ``Judge``.
    let lines: [Int: Int]

    init(_ model: Model, lines: [Int: Int] = [:]) {
        self.model = model
        self.lines = lines
    }

    deinit {
        for context in contexts {
            context.assumingMemoryBound(to: Context.self).deinitialize(count: 1)
            context.deallocate()
        }
    }

    /// The same callback number stands for different callbacks in different roles, but for one within a role.
    private var callbacks: [Model.Callback: Callback] = [:]

    func callback(_ role: Model.Role, _ number: Int) -> Callback {
        let key = Model.Callback(role: role, number: number)
        if let known = callbacks[key] { return known }
        let signature = model.signature(role, number).flatMap { try? Signature.parse($0.text) }
        let callback = callback(Context(subject: self, role: role, callback: number, signature: signature))
        callbacks[key] = callback
        return callback
    }

    /// Hooks belong to all machines of the table in half of the models.
    private var hasTableHooks: Bool { model.calls.count % 2 == 0 }

    /// Adds the hooks to a definition, where they are its own.
    func addHooks(to definition: inout Definition) {
        guard model.hasHooks && hasTableHooks else { return }
        for number in 0...1 {
            let hook = callback(Context(subject: self, role: nil, callback: number))
            definition.addHook(hook, forUnhandledEvents: number == 0)
        }
    }

    private func callback(_ context: Context) -> Callback {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Context>.size, alignment: MemoryLayout<Context>.alignment)
        memory.initializeMemory(as: Context.self, to: context)
        contexts.append(memory)
        return Callback(
            { step, context in
                let context = context!.load(as: Context.self)
                // A callback that takes cases may have providers asked, which changes what the step tells.
                let step = UnsafeMutableRawPointer(mutating: step).assumingMemoryBound(to: Step.self)
                guard let role = context.role else { return context.subject.tell(context.callback, step.pointee) }
                return context.subject.perform(role, context.callback, step)
            }, context: memory)
    }

    func validate() -> (valid: ValidDefinition?, diagnostics: [Diagnostic]) {
        let definition = definition()
        if model.callables.isEmpty { return definition.validate() }
        return definition.validate { $0.context?.load(as: Context.self).signature }
    }

    /// Makes all calls of the model to a machine over this table.
    func run(_ table: Table, byPlans usesPlans: Bool = false) throws(MachineError) {
        self.usesPlans = usesPlans
        trace = []
        callbackCalls = 0
        let machine = try Machine.create(table, initial: model.start, isLenient: model.isLenient)
        if model.hasHooks && !hasTableHooks {
            _ = machine.addHook(
                callback(Context(subject: self, role: nil, callback: 0)), forUnhandledEvents: true)
            _ = machine.addHook(
                callback(Context(subject: self, role: nil, callback: 1)), forUnhandledEvents: false)
        }
        for call in model.calls {
            budget = 4
            if machine.state == ReservedID.none {
                let outcome = usesPlans ? machine.startByPlan(model.start) : machine.start(model.start)
                record("start", (outcome, ""), machine)
            }
            record("", perform(call, machine), machine)
        }
        machine.release()
    }

    private func record(_ prefix: String, _ told: (outcome: Outcome, result: String), _ machine: Machine) {
        let (rejected, argument) = (machine.rejected, machine.rejectedArgument)
        let mistakes = Mistakes(
            failure: machine.failure, predicateCase: Model.Case(predicate: rejected.predicate, value: rejected.value),
            argument: Mistakes.Argument(index: argument.index, declared: argument.declared, sent: argument.sent))
        trace.append(
            Trace.result(prefix, told.outcome, told.result, mistakes, machine.state, machine.pendingCount))
    }

    // MARK: - Callbacks

    private func perform(_ role: Model.Role, _ callback: Int, _ step: UnsafeMutablePointer<Step>) -> Int32 {
        let taken = model.predicatesTaken(by: role, callback)
        for (number, id) in taken.isEmpty ? [] : Array(model.predicateIDs.enumerated()) where taken.contains(id) {
            let failure = step.provide(number)
            if failure < 0 { return failure }
        }
        let machine = Machine(handle: step.pointee.machine)
        trace.append(Trace.callback(role, callback, shown(step.pointee), model, state: machine.state))
        callbackCalls += 1
        let answer = Answer(model, role, callback, call: callbackCalls)
        if answer.calls && budget > 0 {
            budget -= 1
            record("inside", perform(answer.call, machine), machine)
        }
        if answer.stops { record("inside", (machine.stop(), ""), machine) }
        return answer.result
    }

    /// Hooks only listen.
    private func tell(_ hook: Int, _ step: Step) -> Int32 {
        trace.append(Trace.hook(hook == 0 ? "unhandled" : "step \(step.outcome.fullName)", shown(step), model))
        return 0
    }

    private func shown(_ step: Step) -> Interpreter.Shown {
        var shown = Interpreter.Shown(event: step.event, source: step.source, target: step.target)
        for (number, id) in model.predicateIDs.enumerated() where step.cases![number] != ReservedID.none {
            shown.cases[id] = step.cases![number]
        }
        let arguments = UnsafeBufferPointer(start: step.arguments, count: step.argumentCount)
        shown.arguments = arguments.map { Datum($0) }
        return shown
    }
}
