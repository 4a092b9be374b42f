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
        /// The numbers of the transitions that are taken: the row's, and those of rows of `always` after it.
        let transitions: [Int]
        let target: Int
    }

    private(set) var edges: [[Edge]] = []
    /// Whether everything was looked at.
    private(set) var isComplete = true

    private let listing: TableListing<State, Event>
    private let rules: [FSMRule<State, Event>]
    /// Those that are taken without an event of their own.
    private let silentRules: [FSMRule<State, Event>]
    private let machine: Machine
    private let recorder: WalkRecorder
    private var situations: [[UInt8]] = []
    private var numbers: [[UInt8]: Int] = [:]

    private static var maximumCount: Int { 20_000 }
    private static var maximumCombinationCount: Int { 4_096 }
    /// How many bytes more may wait in a situation than in the first: events that are deferred again and again would
    /// never end.
    private static var maximumWaitingSize: Int { 768 }

    /// `nil` if there is no memory.
    init?(_ listing: TableListing<State, Event>) {
        self.listing = listing
        rules = listing.rules
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
        _ = here()
        var next = 0
        while next < situations.count {
            edges.append([])
            look(around: next)
            next += 1
        }
    }

    /// The number of the situation in which the machine is; `nil` if it is not looked at.
    private mutating func here() -> Int? {
        let bytes = machine.snapshotBytes(hasDueTimes: false).bytes
        if let known = numbers[bytes] { return known }
        let limit = situations.first.map { $0.count + Self.maximumWaitingSize } ?? .max
        guard situations.count < Self.maximumCount, bytes.count <= limit else {
            isComplete = false
            return nil
        }
        numbers[bytes] = situations.count
        situations.append(bytes)
        return situations.count - 1
    }

    private func go(to situation: Int) {
        _ = machine.restore(situations[situation], deciding: { _ in nil }, reporting: { _ in })
    }

    private mutating func look(around situation: Int) {
        go(to: situation)
        let active = activeStates
        let isAsking = !recorder.eventlessRows.isEmpty
        for rule in rules where rule.state.map({ active.contains($0) }) ?? true {
            let events: [Event]
            switch rule.trigger {
            case .event(let event): events = [event]
            case .anyEvent: events = listing.events.values
            case .always, .done, .request: events = []
            }
            if rule.target == .computed { continue }
            for agrees in isAsking ? [true, false] : [true] {
                recorder.agreesWithoutEvent = agrees
                guard let edge = edge(rule, events, from: situation) else { continue }
                edges[situation].append(edge)
            }
        }
    }

    /// The active states and those around them.
    private var activeStates: Set<State> {
        var active: Set<State> = []
        machine.forEachActiveLeaf { leaf in
            var number: ID? = leaf
            while let id = number {
                if let state = listing.state(id) { active.insert(state) }
                number = listing.table.parent(of: id)
            }
        }
        return active
    }

    /// Takes a row; `nil` if that is not possible.
    private mutating func edge(_ rule: FSMRule<State, Event>, _ events: [Event], from situation: Int) -> Edge? {
        for event in events {
            let number = listing.events.number(of: event)
            go(to: situation)
            recorder.wantedRow = rule.row
            guard let cases = cases(by: rule, number) else { continue }
            recorder.takenRows = []
            let outcome = cases.withUnsafeBufferPointer { machine.send(.event(number, cases: $0)) }
            guard outcome == .transitioned || outcome == .deferred, let target = here() else { continue }
            var states: [State] = []
            machine.forEachActiveLeaf { leaf in
                if let state = listing.state(leaf) { states.append(state) }
            }
            let others = silentRules.filter { recorder.takenRows.contains($0.row) }.map(\.number)
            let predicates = cases.map { listing.predicates.kinds[Int($0.predicate)].predicate(Int($0.value)) }
            return Edge(
                rule: rule, event: event, predicates: predicates, states: states,
                transitions: [rule.number] + others, target: target)
        }
        return nil
    }

    /// Cases with which an event takes a row; `nil` if there are none.
    private func cases(by rule: FSMRule<State, Event>, _ event: Int32) -> [PredicateCase]? {
        let choices = listing.predicates.kinds.indices.map { type in
            var choices: [PredicateCase] = []
            _ = listing.table.forEachCase(ofTransition: rule.number, for: Int32(type)) {
                choices.append(PredicateCase(Int32(type), $0))
            }
            return choices
        }
        guard choices.allSatisfy({ !$0.isEmpty }) else { return nil }
        var positions = choices.map { _ in 0 }
        for _ in 0..<Self.maximumCombinationCount {
            let cases = zip(choices, positions).map { $0[$1] }
            var isTaken = false
            _ = cases.withUnsafeBufferPointer { cases in
                machine.explain(.event(event, cases: cases)) { reason in
                    if reason.kind == .taken && reason.transition == rule.number { isTaken = true }
                }
            }
            if isTaken { return cases }
            guard let advanced = choices.indices.first(where: { positions[$0] + 1 < choices[$0].count }) else { break }
            positions[advanced] += 1
            for before in 0..<advanced { positions[before] = 0 }
        }
        return nil
    }
}

/// What the machine of a graph answers and notes. It lives as long as the machine's table.
private final class WalkRecorder: CallbackOwner {
    /// The row whose conditions hold.
    var wantedRow = -1
    /// Whether conditions of rows without an event hold.
    var agreesWithoutEvent = true
    let eventlessRows: Set<Int>
    var takenRows: Set<Int> = []
    private let raised: [Int: RaisedEvents]

    private final class RaisedEvents {
        let events: [Int32]

        init(_ events: [Int32]) { self.events = events }
    }

    init(raised: [Int: [Int32]], eventlessRows: Set<Int>) {
        self.raised = raised.mapValues { RaisedEvents($0) }
        self.eventlessRows = eventlessRows
    }

    /// What is called instead of the table's actions: nothing, but what they raise is raised.
    func replacement(_ callback: Callback) -> Callback {
        guard let raised = raised[Int(bitPattern: callback.context) - 1] else { return Callback({ _, _ in 1 }) }
        return Callback(
            { step, context in
                guard let context else { return 0 }
                let machine = Machine(handle: step.assumingMemoryBound(to: Step.self).pointee.machine)
                for event in Unmanaged<RaisedEvents>.fromOpaque(context).takeUnretainedValue().events {
                    _ = machine.raise(event)
                }
                return 0
            }, context: Unmanaged.passUnretained(raised).toOpaque())
    }

    private static func of(_ step: UnsafeRawPointer) -> WalkRecorder? {
        let context = step.assumingMemoryBound(to: Step.self).pointee.context
        return context.map { Unmanaged<WalkRecorder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The guard of each row that has one.
    static var answer: Callback.Function {
        { step, context in
            let row = Int(bitPattern: context) - 1
            guard let recorder = WalkRecorder.of(step) else { return 0 }
            if recorder.eventlessRows.contains(row) { return recorder.agreesWithoutEvent ? 1 : 0 }
            return recorder.wantedRow == row ? 1 : 0
        }
    }

    /// The hook of each step.
    static var note: Callback.Function {
        { step, _ in
            let row = step.assumingMemoryBound(to: Step.self).row
            if let row { WalkRecorder.of(step)?.takenRows.insert(row) }
            return 0
        }
    }
}
