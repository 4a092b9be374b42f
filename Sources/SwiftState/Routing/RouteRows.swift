import FSMEngine
import FSMInterning

/// The routes as rows of the engine's definition.
///
/// Of an event's routes the first that may be taken wins: the own event before `.any` event, a named from-state before
/// `.any`, then as they were added; mappings come last. The engine puts a state's rows for any event before the rows of
/// an event for any state. So where there are both, the latter are given to each state.
///
/// What is not named by any route has the number 0: one state for all of them, and one event.
struct RouteRows<S: StateType, E: EventType> {
    private(set) var definition = Definition()
    private(set) var states = Interner<S>()
    private(set) var events = Interner<E>()
    let askers = Askers()
    /// Nothing has to be asked: no conditions, no mappings.
    let isPlain: Bool
    private let inquiry: Inquiry<S, E>
    /// The cells of which some row is always taken: what follows would never be.
    private var closed: Set<Cell> = []

    private struct Cell: Hashable {
        var source: ID
        var event: ID
        /// Of a request.
        var target: ID
    }

    init(_ routes: Routes<S, E>, _ inquiry: Inquiry<S, E>, _ making: Making<S, E>) {
        self.inquiry = inquiry
        let records = routes.routes.ordered.map(\.element)
        let mappings = routes.mappings.ordered.map(\.element)
        let stateMappings = routes.stateMappings.ordered.map(\.element)
        isPlain = mappings.isEmpty && stateMappings.isEmpty && records.allSatisfy { $0.condition == nil }
        definition.guardPolicy = .firstMatch
        definition.mayBeEmpty = true
        definition.warnings = []
        for record in records {
            if let state = record.transition.fromState.rawValue { states.insert(state) }
            if let state = record.transition.toState.rawValue { states.insert(state) }
            if let event = record.event?.rawValue { events.insert(event) }
        }
        for state in 0...Int32(states.values.count) { definition.add(Block(state: state)) }
        for event in 0...Int32(events.values.count) {
            if let type = FSMEngine.EventType(event, arguments: []) { definition.declare(type) }
        }
        let conditions = records.map { [states, askers] record in
            record.condition.map { askers.callback(making.condition(inquiry, $0, states.values)) }
        }
        addEventRows(records, conditions)
        addRequestRows(records, conditions)
        addMappings(mappings, making)
        addRequestMappings(mappings, stateMappings)
    }

    private func id(_ state: State<S>) -> ID { state.rawValue.map { states.number(of: $0) + 1 } ?? ReservedID.any }
    private func id(_ event: Event<E>) -> ID { event.rawValue.map { events.number(of: $0) + 1 } ?? ReservedID.any }

    /// Adds a row unless one before it is always taken.
    private mutating func add(_ source: ID, _ event: ID, _ target: ID, _ condition: Callback?) {
        let cell = Cell(source: source, event: event, target: event == ReservedID.request ? target : ReservedID.none)
        guard !closed.contains(cell) else { return }
        let row = definition.add(Row(source: source, event: event, target: target))
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

    /// A try of a state is a request: of that state from this one before those with `.any`.
    private mutating func addRequestRows(_ records: [RouteRecord<S, E>], _ conditions: [Callback?]) {
        for (record, condition) in zip(records, conditions) {
            add(id(record.transition.fromState), ReservedID.request, id(record.transition.toState), condition)
        }
    }

    // MARK: - Mappings

    /// For events, behind all routes, with targets that are known when they are asked for.
    private mutating func addMappings(_ mappings: [Machine<S, E>.RouteMapping], _ making: Making<S, E>) {
        guard !closed.contains(Cell(source: ReservedID.any, event: ReservedID.any, target: ReservedID.none)) else {
            return
        }
        for mapping in mappings {
            let row = definition.add(Row(source: ReservedID.any, event: ReservedID.any, target: ReservedID.dynamic))
            let resolver = askers.callback(making.mapping(inquiry, mapping) { [states] in states.number(of: $0) + 1 })
            _ = definition.setResolver(resolver, ofRow: row)
        }
    }

    /// For tries of states: the first state mapping that answers at all decides for all of them.
    private mutating func addRequestMappings(
        _ mappings: [Machine<S, E>.RouteMapping], _ stateMappings: [(S, Any?) -> [S]?]
    ) {
        if !stateMappings.isEmpty {
            let callback = askers.callback { [inquiry] _ in
                guard let question = inquiry.question, let to = question.to else { return 0 }
                for mapping in stateMappings {
                    if let states = mapping(question.from, question.userInfo) { return states.contains(to) ? 1 : 0 }
                }
                return 0
            }
            add(ReservedID.any, ReservedID.request, ReservedID.any, callback)
        }
        for mapping in mappings {
            let callback = askers.callback { [inquiry] _ in
                guard let question = inquiry.question else { return 0 }
                return mapping(nil, question.from, question.userInfo) == question.to ? 1 : 0
            }
            add(ReservedID.any, ReservedID.request, ReservedID.any, callback)
        }
    }
}
