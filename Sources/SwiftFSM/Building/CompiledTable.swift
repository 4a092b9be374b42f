import FSMEngine
import FSMInterning

/// A validated and compiled table. Its callbacks find their actions in the machine. It is immutable: any number of
/// machines on any number of threads can share it.
@usableFromInline
final class CompiledTable<State: FSMHashable, Event: FSMHashable>: Sendable {
    let table: Table
    @usableFromInline let states: ValueIndex<State>
    @usableFromInline let events: ValueIndex<Event>
    @usableFromInline let predicates: PredicateKinds
    let isLenient: Bool
    /// Whether states are nested, or rows say what only charts know.
    @usableFromInline let isChart: Bool
    /// Whether exit and entry actions run also if the state does not change.
    let entersAlways: Bool
    /// Whether it is that of a document. Then rows and states raise events that have values, and guards can take them.
    let isDocument: Bool
    /// That of the document, which numbers states and events in its own way; `nil` for rules.
    let documentFingerprint: String?
    /// The rows of a document, by their numbers.
    let documentRows: [Int: FSMRow]
    /// The hooks of a document; `nil` for none.
    let documentHooks: DocumentHooks?
    /// What is probably a mistake.
    let warnings: [ChartFault]
    /// What its changes have that the engine does not know; `nil` for nothing.
    let effects: StateEffects<State, Event>?
    /// For lists, pictures and walks.
    let sources: RuleSources<State>

    /// Validates and compiles an assembly. Throws `SwiftFSMError` with all faults.
    init(
        _ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy, _ callbacks: ActionCallbacks, isLenient: Bool,
        isFirstMatch: Bool = false
    ) throws {
        let engine = assembly.definition(policy, callbacks, isFirstMatch: isFirstMatch)
        var definition = engine.definition
        if isFirstMatch { definition.guardPolicy = .firstMatch }
        let conditions = Conditions()
        for row in assembly.rows.indices where !assembly.rows[row].clause.conditions.isEmpty {
            let context = conditions.add(assembly.rows[row].clause.conditions.map(\.condition))
            for engineRow in engine.engineRows[row] {
                definition.addGuard(Callback(Conditions.evaluate, context: context), toRow: engineRow)
            }
        }
        let (valid, diagnostics) = definition.validate()
        var errors = diagnostics.filter { $0.kind.severity == .error }
        if assembly.isChart || isFirstMatch {
            if isFirstMatch { errors.removeAll { Self.kindsOfClashes.contains($0.kind) } }
            errors = Self.clashes(assembly, policy, callbacks, isFirstMatch) + errors
        }
        let faults = assembly.faults(errors)
        guard let valid, faults.isEmpty else { throw SwiftFSMError(faults: faults) }
        guard let table = valid.compile(owner: conditions) else { throw SwiftFSMError(faults: [.outOfMemory]) }
        self.table = table
        self.isLenient = isLenient
        isChart = assembly.isChart
        entersAlways = policy == .executeAlways
        isDocument = false
        documentFingerprint = nil
        documentRows = [:]
        documentHooks = nil
        warnings = diagnostics.compactMap { assembly.chartFault($0) } + assembly.flatWarnings
        sources = assembly.sources(policy)
        effects = StateEffects(assembly, policy)
        states = assembly.states.index
        events = assembly.events.index
        predicates = assembly.predicates
    }

    /// A table of a document, which runs as charts do: events that actions send wait, since the order of a step is that of
    /// the document.
    init(
        _ table: Table, states: ValueIndex<State>, events: ValueIndex<Event>, predicates: PredicateKinds,
        isLenient: Bool, fingerprint: String?, rows: [Int: FSMRow], hooks: DocumentHooks
    ) {
        self.table = table
        self.states = states
        self.events = events
        self.predicates = predicates
        self.isLenient = isLenient
        isChart = true
        entersAlways = false
        isDocument = true
        documentFingerprint = fingerprint
        documentRows = rows
        documentHooks = hooks.isEmpty ? nil : hooks
        warnings = []
        sources = RuleSources()
        effects = nil
    }

    private static var kindsOfClashes: [Diagnostic.Kind] { [.clash, .implicitClash, .duplicate] }

    /// The clashes of a chart, or of a table with first match. Its rows are tried in order, so that rows with a `condition` clash with no others.
    private static func clashes(
        _ assembly: Assembly<State, Event>, _ policy: StateActionsPolicy, _ callbacks: ActionCallbacks,
        _ isFirstMatch: Bool
    ) -> [Diagnostic] {
        let definition = assembly.definition(
            policy, callbacks, isForClashes: true, isFirstMatch: isFirstMatch
        ).definition
        return definition.validate().diagnostics.filter { kindsOfClashes.contains($0.kind) }
    }

    /// Creates a machine whose callbacks find their actions in a store.
    func machine(initialState: State, _ store: UnsafeMutablePointer<ActionStore>) throws -> Machine {
        try Machine.create(table, initial: states.number(of: initialState), context: store, isLenient: isLenient)
    }
}

/// The conditions of rows, as guards of the engine. They live as long as the table.
private final class Conditions: CallbackOwner {
    private final class Box {
        let conditions: [ConditionProvider]

        init(_ conditions: [ConditionProvider]) { self.conditions = conditions }
    }

    private var boxes: [Box] = []

    func add(_ conditions: [ConditionProvider]) -> UnsafeMutableRawPointer {
        let box = Box(conditions)
        boxes.append(box)
        return Unmanaged.passUnretained(box).toOpaque()
    }

    /// Evaluates conditions in order, up to the first that is false.
    static var evaluate: Callback.Function {
        { _, context in
            guard let context else { return 0 }
            return Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().conditions.allSatisfy { $0() } ? 1 : 0
        }
    }
}
