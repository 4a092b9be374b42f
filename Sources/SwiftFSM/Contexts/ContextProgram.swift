import FSMEngine
import FSMInterning

/// What an event does in a state: a row with the actions of the step, in order. Immutable.
@usableFromInline
struct ContextStep {
    /// The number of the next state.
    @usableFromInline var target: Int32
    /// The index of the first action, and how many there are.
    @usableFromInline var action: Int32
    @usableFromInline var actionCount: Int32
    /// The index of the first condition, and how many there are.
    @usableFromInline var condition: Int32
    @usableFromInline var conditionCount: Int32
    /// The index of the step that is tried if a condition does not hold; -1 if the event then has no effect.
    @usableFromInline var next: Int32 = -1
    @usableFromInline var isSynchronous = true
    /// Whether the actions belong to several actors.
    @usableFromInline var isMixed = false
    /// The actor that isolates some of the actions; `nil` if none is isolated.
    @usableFromInline var isolation: ObjectIdentifier?
    /// Whether only the machine can perform it: see ``ContextEffects``.
    @usableFromInline var needsMachine = false

    /// Whether a caller with this isolation can call all actions without `await`.
    @inlinable @inline(__always)
    func isDirect(for isolation: (any Actor)?) -> Bool {
        guard isSynchronous && !isMixed && !needsMachine else { return false }
        return self.isolation == nil || self.isolation == isolation.map { ObjectIdentifier($0) }
    }
}

/// The steps of a table, made from the engine's plans: for each state and event those that are tried, in order.
struct ContextProgram<Context, Event: FSMHashable> {
    private(set) var steps: [ContextStep] = []
    /// The numbers of the action lists of each step, and its row.
    private(set) var lists: [[Int32]] = []
    private(set) var rows: [Int] = []
    private(set) var actions: [ContextActionBox<Context, Event>] = []
    /// The action lists by their numbers.
    let boxes: [[ContextActionBox<Context, Event>]]
    private(set) var conditions: [ContextCondition<Context, Event>] = []
    /// The first step for each pair of a state and an event that has one.
    private(set) var firstSteps: [(state: Int32, event: Int32, step: Int32)] = []
    /// The engine's table, and the conditions of its rows: for lists.
    let table: Table
    let conditionsOfRows: [[ContextCondition<Context, Event>]]

    private let isCase: (Int32) -> Bool
    private let isDynamic: (Int) -> Bool

    /// Makes the steps of a compiled table, which has the guards of ``GuardProbe``, for the pairs of states and events that
    /// its rows name. `isCase` tells which states have values, `isDynamic` which rows lead to such. `lists` are the action
    /// lists by their numbers, `conditions` those of each row.
    init(
        _ table: Table, _ pairs: some Sequence<(state: Int32, event: Int32)>,
        lists: [[ContextActionBox<Context, Event>]], conditions: [[ContextCondition<Context, Event>]],
        isFirstMatch: Bool, isCase: @escaping (Int32) -> Bool, isDynamic: @escaping (Int) -> Bool
    ) {
        self.table = table
        boxes = lists
        conditionsOfRows = conditions
        self.isCase = isCase
        self.isDynamic = isDynamic
        var probe = GuardProbe()
        withUnsafeMutablePointer(to: &probe) { probe in
            var step = Step(host: UnsafeMutableRawPointer(probe))
            for pair in pairs {
                probe.pointee.refusals = 0
                var last: Int?
                repeat {
                    probe.pointee.begin()
                    var plan = table.plan(.event(pair.event), in: pair.state, &step)
                    guard plan.outcome == .transitioned else { break }
                    let asked = probe.pointee.row
                    let index = append(&plan, pair.state, lists, asked.map { conditions[$0] } ?? [])
                    if let last {
                        steps[last].next = Int32(index)
                    } else {
                        firstSteps.append((pair.state, pair.event, Int32(index)))
                    }
                    last = index
                    if asked == nil { break }
                    probe.pointee.refusals += 1
                } while isFirstMatch
            }
        }
    }

    private mutating func append(
        _ plan: inout StepPlan, _ source: Int32, _ lists: [[ContextActionBox<Context, Event>]],
        _ conditions: [ContextCondition<Context, Event>]
    ) -> Int {
        var step = ContextStep(
            target: plan.targetID, action: Int32(actions.count), actionCount: 0,
            condition: Int32(self.conditions.count), conditionCount: Int32(conditions.count))
        self.conditions += conditions
        var numbers: [Int32] = []
        while let call = plan.next() {
            guard case .callback(let callback) = call else { continue }
            let number = Int(bitPattern: callback.context) - 1
            numbers.append(Int32(number))
            for action in lists[number] {
                actions.append(action)
                step.add(action)
            }
        }
        // All lists have callbacks, and that of the row is the first.
        let row = numbers.first.map { Int($0) } ?? 0
        if isDynamic(row) || isCase(source) || isCase(plan.targetID) { step.needsMachine = true }
        self.lists.append(numbers)
        rows.append(row)
        steps.append(step)
        return steps.count - 1
    }
}

extension ContextStep {
    /// Takes one more action into account.
    fileprivate mutating func add<Context, Event>(_ action: ContextActionBox<Context, Event>) {
        actionCount += 1
        if let effect = action.effect {
            needsMachine = true
            if !effect.isSynchronous { isSynchronous = false }
        }
        if action.awaited != nil { isSynchronous = false }
        guard let actor = action.isolation.map({ ObjectIdentifier($0) }) else { return }
        if let isolation, isolation != actor { isMixed = true }
        isolation = actor
    }
}

/// Answers the guards of rows while a table's steps are made: the first ones say no, the next one says yes. So the engine
/// tells all rows that it would try, in its order.
struct GuardProbe {
    /// How many rows are to be refused.
    var refusals = 0
    private var asked = 0
    /// The row whose guard said yes; `nil` if none was asked.
    private(set) var row: Int?

    mutating func begin() {
        asked = 0
        row = nil
    }

    /// The guard of a row.
    static func callback(_ row: Int) -> Callback {
        // A context of its own is never nil.
        Callback(
            { step, context in
                guard let host = step.assumingMemoryBound(to: Step.self).pointee.context else { return 0 }
                let probe = host.assumingMemoryBound(to: GuardProbe.self)
                probe.pointee.asked += 1
                guard probe.pointee.asked > probe.pointee.refusals else { return 0 }
                probe.pointee.row = Int(bitPattern: context) - 1
                return 1
            }, context: UnsafeMutableRawPointer(bitPattern: row + 1))
    }
}
