import FSMEngine

/// Where machines of a table can be, and which rows lead from one situation to another. Found by a machine that calls
/// nothing and is put into each situation in turn.
struct SituationGraph<State: FSMHashable, Event: FSMHashable> {
    /// A row that is taken in a situation.
    struct Edge {
        let rule: FSMRule<State, Event>
        let event: Event
        let predicates: [any Predicate]
        let states: [State]
        /// The number of the transition that is taken. It can be that of another event than the rule's: a machine finds
        /// `coin(5)`, if a row names it, rather than `coin(.any)`.
        let taken: Int
        /// The numbers of all that count as taken: the row's, and those of rows of `always` after it.
        var transitions: [Int]
        let target: Int
    }

    /// Where a machine can be.
    private struct Situation: Hashable {
        /// The engine's part of it.
        var bytes: [UInt8]
        /// The state, if it has values, which the engine does not know.
        var value: State?
    }

    private(set) var edges: [[Edge]] = []
    /// Whether everything was looked at.
    private(set) var isComplete = true

    private let listing: TableListing<State, Event>
    private let values: [Event]
    private let rules: [FSMRule<State, Event>]
    /// The same by the rows as they were written and their states.
    private let rulesOfStatements: [[Int]: [FSMRule<State, Event>]]
    /// Those that are taken without an event of their own.
    private let silentRules: [FSMRule<State, Event>]
    private let machine: Machine
    private let recorder: WalkRecorder
    private var situations: [Situation] = []
    private var numbers: [Situation: Int] = [:]

    private static var maximumCount: Int { 20_000 }
    private static var maximumCombinationCount: Int { 4_096 }
    /// How many bytes more may wait in a situation than in the first: events that are deferred again and again would
    /// never end.
    private static var maximumWaitingSize: Int { 768 }

    /// Makes the graph. `values` are events with values that rows leave open. `nil` if there is no memory.
    init?(_ listing: TableListing<State, Event>, _ values: [Event]) {
        self.listing = listing
        self.values = values
        rules = listing.rules
        rulesOfStatements = Dictionary(grouping: listing.allRules) { [$0.statement ?? -1, Int($0.stateNumber)] }
        silentRules = rules.filter { $0.trigger == .always || $0.trigger == .done }
        let recorder = WalkRecorder(
            raised: listing.sources.raised,
            eventlessRows: Set(rules.filter { $0.trigger == .always }.map(\.row)))
        self.recorder = recorder
        let definition = listing.table.definition.pointee.replacingCallbacks(
            guards: WalkRecorder.answer, others: recorder.replacement)
        guard let table = definition.validate().valid?.compile(owner: recorder),
            let machine = try? Machine.create(
                table, initial: listing.states.number(of: listing.initialState),
                context: Unmanaged.passUnretained(recorder).toOpaque(), isLenient: listing.isLenient)
        else { return nil }
        defer { machine.release() }
        self.machine = machine
        guard machine.addHook(Callback(WalkRecorder.note), forUnhandledEvents: false) == .ok else { return nil }
        let initialState = listing.initialState
        _ = here(listing.sources.stateCases.contains(listing.states.number(of: initialState)) ? initialState : nil)
        var next = 0
        while next < situations.count {
            edges.append([])
            look(around: next)
            next += 1
        }
    }

    /// The number of the situation in which the machine is, in a state with this value; `nil` if it is not looked at.
    private mutating func here(_ value: State?) -> Int? {
        let situation = Situation(bytes: machine.snapshotBytes(hasDueTimes: false).bytes, value: value)
        if let known = numbers[situation] { return known }
        let limit = situations.first.map { $0.bytes.count + Self.maximumWaitingSize } ?? .max
        guard situations.count < Self.maximumCount, situation.bytes.count <= limit else {
            isComplete = false
            return nil
        }
        numbers[situation] = situations.count
        situations.append(situation)
        return situations.count - 1
    }

    private func go(to situation: Int) {
        _ = machine.restore(situations[situation].bytes, deciding: { _ in nil }, reporting: { _ in })
    }

    private mutating func look(around situation: Int) {
        go(to: situation)
        let active = activeStates
        let isAsking = !recorder.eventlessRows.isEmpty
        var found: [Edge] = []
        for rule in rules where rule.state == nil || active.contains(rule.stateNumber) {
            let events: [Event]
            switch rule.trigger {
            case .event(let event): events = values(matching: event, isCase: rule.isForCase) + [event]
            case .anyEvent: events = listing.events.values
            case .always, .done, .request: events = []
            }
            if rule.target == .computed { continue }
            for agrees in isAsking ? [true, false] : [true] {
                recorder.agreesWithoutEvent = agrees
                guard let edge = edge(rule, events, from: situation) else { continue }
                found.append(edge)
            }
        }
        edges[situation] = joined(found)
    }

    /// The values that were told for an event, if it is a pattern.
    private func values(matching event: Event, isCase: Bool) -> [Event] {
        values.filter { isCase ? CaseKey(of: $0) == CaseKey(of: event) : $0 == event }
    }

    /// Where an event cannot be told from another of the same row, one edge counts for both.
    private func joined(_ found: [Edge]) -> [Edge] {
        var joined = found.filter { $0.taken == $0.rule.number }
        for edge in found where edge.taken != edge.rule.number {
            let same = joined.indices.filter { joined[$0].taken == edge.taken }
            if same.isEmpty { joined.append(edge) }
            for index in same { joined[index].transitions.append(edge.rule.number) }
        }
        return joined
    }

    /// The numbers of the active states and those around them.
    private var activeStates: Set<ID> {
        var active: Set<ID> = []
        machine.forEachActiveLeaf { leaf in
            var number: ID? = leaf
            while let id = number {
                active.insert(id)
                number = listing.table.parent(of: id)
            }
        }
        return active
    }

    /// Takes a row; `nil` if that is not possible.
    private mutating func edge(_ rule: FSMRule<State, Event>, _ events: [Event], from situation: Int) -> Edge? {
        let rulesOfStatement = rules(ofStatement: rule)
        for event in events {
            go(to: situation)
            recorder.wantedRows = Set(rulesOfStatement.map(\.row))
            guard let (number, cases, taken) = choice(rulesOfStatement, event) else { continue }
            recorder.takenRows = []
            let outcome = cases.withUnsafeBufferPointer { machine.send(.event(number, cases: $0)) }
            let value = value(after: rule, from: situation)
            guard outcome == .transitioned || outcome == .deferred, let target = here(value) else { continue }
            var states: [State] = []
            machine.forEachActiveLeaf { leaf in
                if let state = value ?? listing.state(leaf) { states.append(state) }
            }
            let others = silentRules.filter { recorder.takenRows.contains($0.row) }.map(\.number)
            let predicates = cases.map { listing.predicates.kinds[Int($0.predicate)].predicate(Int($0.value)) }
            return Edge(
                rule: rule, event: event, predicates: predicates, states: states, taken: taken,
                transitions: [taken] + (taken == rule.number ? [] : [rule.number]) + others, target: target)
        }
        return nil
    }

    /// The state after a row, if it has values.
    private func value(after rule: FSMRule<State, Event>, from situation: Int) -> State? {
        guard !listing.isChart, listing.sources.stateCases.contains(ID(machine.state)) else { return nil }
        if case .states(let states) = rule.target, let state = states.first { return state }
        return situations[situation].value
    }

    /// A rule, and those of the same state that were written as the same row.
    private func rules(ofStatement rule: FSMRule<State, Event>) -> [FSMRule<State, Event>] {
        rule.statement.flatMap { rulesOfStatements[[$0, Int(rule.stateNumber)]] } ?? [rule]
    }

    /// The number under which a machine finds an event, and cases with which it then takes one of the rules; `nil` if there
    /// are none.
    private func choice(
        _ rules: [FSMRule<State, Event>], _ event: Event
    ) -> (event: Int32, cases: [PredicateCase], taken: Int)? {
        // They were written as one row, and so name the same cases.
        let choices = listing.predicates.kinds.indices.map { type in
            var choices: [PredicateCase] = []
            _ = listing.table.forEachCase(ofTransition: rules[0].number, for: Int32(type)) {
                choices.append(PredicateCase(Int32(type), $0))
            }
            return choices
        }
        guard choices.allSatisfy({ !$0.isEmpty }) else { return nil }
        var positions = choices.map { _ in 0 }
        for _ in 0..<Self.maximumCombinationCount {
            let cases = zip(choices, positions).map { $0[$1] }
            let number = listing.events.number(of: event)
            if let taken = taken(number, cases).first(where: { number in rules.contains { $0.number == number } }) {
                return (number, cases, taken)
            }
            guard let advanced = choices.indices.first(where: { positions[$0] + 1 < choices[$0].count }) else { break }
            positions[advanced] += 1
            for before in 0..<advanced { positions[before] = 0 }
        }
        return nil
    }

    /// The transitions that an event takes: of a chart sometimes several.
    private func taken(_ event: Int32, _ cases: [PredicateCase]) -> [Int] {
        var taken: [Int] = []
        cases.withUnsafeBufferPointer { cases in
            _ = machine.explain(.event(event, cases: cases)) { reason in
                if reason.kind == .taken { taken.append(reason.transition) }
            }
        }
        return taken
    }
}
