import FSMEngine
import FSMInterning

/// Converts routes to rows of an engine definition.
///
/// Of the routes for an event the first whose condition holds wins: routes of the event before routes of `.any` event,
/// routes from a named state before routes from `.any`, then the order in which they were added; mappings come last.
/// The engine tries rows of a state for any event before rows of an event for any state. If there are both kinds, the
/// latter are repeated for each state.
///
/// All states that no route names share the id 0, and so do all such events.
struct RouteRows<S: StateType, E: EventType> {
    private(set) var definition = Definition()
    private(set) var states = ValueIndex<S>()
    private(set) var events = ValueIndex<E>()
    /// The values of ``states``, where callbacks read them.
    let values: UnsafeMutableBufferPointer<S>
    let callbacks = CallbackBoxes()
    /// Calls the handlers of the attempt: the action of each row, after the state has changed.
    private let handlers: Callback
    /// The cells with an unconditional row. Later rows of a cell would never be taken.
    private var closed: Set<Cell> = []

    private struct Cell: Hashable {
        var source: ID
        var event: ID
        /// The requested state; only for requests.
        var target: ID
    }

    init(_ routes: Routes<S, E>, _ factory: CallbackFactory<S, E>) {
        let records = routes.routes.ordered.map(\.element)
        let mappings = routes.mappings.ordered.map(\.element)
        let stateMappings = routes.stateMappings.ordered.map(\.element)
        definition.guardPolicy = .firstMatch
        definition.mayBeEmpty = true
        definition.warnings = []
        for record in records {
            if let state = record.transition.fromState.rawValue { states.insert(state) }
            if let state = record.transition.toState.rawValue { states.insert(state) }
            if let event = record.event?.rawValue { events.insert(event) }
        }
        values = .allocate(capacity: states.values.count)
        _ = values.initialize(from: states.values)
        handlers = callbacks.callback(factory.handlerFunction(values))
        if let order = StepOrder([.resolve, .exit, .commit, .actions, .entry]) { definition.order = order }
        for state in 0...Int32(states.values.count) { definition.add(Block(state: state)) }
        for event in 0...Int32(events.values.count) {
            if let type = FSMEngine.EventType(event, arguments: []) { definition.declare(type) }
        }
        let conditions = records.map { [values, callbacks] record in
            record.condition.map { callbacks.callback(factory.guardFunction($0, values)) }
        }
        addEventRows(records, conditions)
        addRequestRows(records, conditions)
        addMappings(mappings, factory)
        addRequestMappings(mappings, stateMappings)
    }

    private func id(_ state: State<S>) -> ID { state.rawValue.map { states.number(of: $0) + 1 } ?? ReservedID.any }
    private func id(_ event: Event<E>) -> ID { event.rawValue.map { events.number(of: $0) + 1 } ?? ReservedID.any }

    /// Adds a row unless the cell has an unconditional row.
    private mutating func add(_ source: ID, _ event: ID, _ target: ID, _ condition: Callback?) {
        let cell = Cell(source: source, event: event, target: event == ReservedID.request ? target : ReservedID.none)
        guard !closed.contains(cell) else { return }
        let row = definition.add(Row(source: source, event: event, target: target))
        definition.addAction(handlers, toRow: row)
        if let condition { definition.addGuard(condition, toRow: row) } else { closed.insert(cell) }
    }

    // MARK: - Routes

    private mutating func addEventRows(_ records: [RouteRecord<S, E>], _ conditions: [Callback?]) {
        let hasStatesForAnyEvent = records.contains { $0.event == .any && $0.transition.fromState != .any }
        for isFromAny in [false, true] {
            for (record, condition) in zip(records, conditions) {
                guard let event = record.event, (record.transition.fromState == .any) == isFromAny else { continue }
                let target = record.transition.toState == .any ? ReservedID.same : id(record.transition.toState)
                if isFromAny && event != .any && hasStatesForAnyEvent {
                    for state in 0...Int32(states.values.count) { add(state, id(event), target, condition) }
                } else {
                    add(id(record.transition.fromState), id(event), target, condition)
                }
            }
        }
    }

    /// Adds rows for requests. The engine tries rows that name both states before rows with `.any`.
    private mutating func addRequestRows(_ records: [RouteRecord<S, E>], _ conditions: [Callback?]) {
        for (record, condition) in zip(records, conditions) {
            add(id(record.transition.fromState), ReservedID.request, id(record.transition.toState), condition)
        }
    }

    // MARK: - Mappings

    /// Adds mappings for events, after all routes. Their targets are resolved at run time.
    private mutating func addMappings(_ mappings: [Machine<S, E>.RouteMapping], _ factory: CallbackFactory<S, E>) {
        guard !closed.contains(Cell(source: ReservedID.any, event: ReservedID.any, target: ReservedID.none)) else {
            return
        }
        for mapping in mappings {
            let row = definition.add(Row(source: ReservedID.any, event: ReservedID.any, target: ReservedID.dynamic))
            definition.addAction(handlers, toRow: row)
            let resolver = callbacks.callback(
                factory.resolverFunction(mapping) { [states] in states.number(of: $0) + 1 })
            _ = definition.setResolver(resolver, ofRow: row)
        }
    }

    /// Adds mappings for requests. The first state mapping that does not return `nil` decides.
    private mutating func addRequestMappings(
        _ mappings: [Machine<S, E>.RouteMapping], _ stateMappings: [(S, Any?) -> [S]?]
    ) {
        if !stateMappings.isEmpty {
            let callback = callbacks.callback { step in
                guard let attempt = UnsafeMutablePointer<Attempt<S, E>>(of: step)?.pointee, let to = attempt.to else {
                    return 0
                }
                for mapping in stateMappings {
                    if let states = mapping(attempt.from, attempt.userInfo.pointee) {
                        return states.contains(to) ? 1 : 0
                    }
                }
                return 0
            }
            add(ReservedID.any, ReservedID.request, ReservedID.any, callback)
        }
        for mapping in mappings {
            let callback = callbacks.callback { step in
                guard let attempt = UnsafeMutablePointer<Attempt<S, E>>(of: step)?.pointee else { return 0 }
                return mapping(nil, attempt.from, attempt.userInfo.pointee) == attempt.to ? 1 : 0
            }
            add(ReservedID.any, ReservedID.request, ReservedID.any, callback)
        }
    }
}
