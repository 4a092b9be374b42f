/// Makes random charts that are valid: states here, rows and calls in extensions.
struct RandomChart {
    /// How large a chart is, and how often it has what a chart may have: chances in a hundred.
    struct Knobs {
        var states = 12
        var depth = 6
        var events = 5
        var rows = 20
        var calls = 40
        var parallel = 30
        var compound = 80
        var final = 25
        var history = 20
        var deepDefault = 10
        var doneEvent = 50
        /// Chances of a state's callbacks.
        var callback = 80
        /// Of a callback to send, raise or stop at times.
        var act = 4
        var failure = 0
        var anyState = 8
        var anyEvent = 6
        var eventless = 12
        var request = 8
        var deferral = 6
        var local = 25
        var severalTargets = 10
        var `guard` = 35
        var condition = 12
        var raise = 8
    }

    var knobs: Knobs
    var random: Random
    var model = ChartModel()
    /// How many states may still be added; and ids that are free.
    private var room: Int
    private var ids: [Int32] = []

    /// The chart of a seed.
    static func make(seed: UInt64) -> ChartModel {
        var random = Random(seed: seed)
        let knobs = Knobs(&random)
        var chart = RandomChart(knobs: knobs, random: random)
        chart.build()
        return chart.model
    }

    init(knobs: Knobs, random: Random) {
        self.knobs = knobs
        self.random = random
        room = 60
        let spread: Int32 = self.random.chance(1, in: 10) ? 1000 : 3
        ids = (1...64).map { $0 * spread - Int32(self.random.below(Int(min(spread, 3)))) }
    }

    mutating func build() {
        model.isFirstMatch = random.chance(2, in: 3)
        model.isAlways = random.chance(1, in: 2)
        model.opensByDepth = random.chance(1, in: 4)
        model.restarts = true
        if random.chance(1, in: 10) { model.phases = shuffled(ChartModel.Phase.allCases) }
        addChildren(of: nil, depth: 0, share: knobs.states)
        if model.isFlat { for state in model.states.indices { model.states[state].kind = .plain } }
        for state in model.states.indices { setDefault(of: state) }
        for state in model.states.indices { fill(state) }
        let real = model.states.indices.filter { !model.states[$0].kind.isHistory }
        model.initial = percent(70) ? model.trueChildren(of: nil)[0] : random.pick(real)
        for _ in 0..<knobs.rows { addRow() }
        for _ in 0..<knobs.calls { addCall() }
    }

    mutating func percent(_ chance: Int) -> Bool { random.chance(chance, in: 100) }

    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var (left, shuffled) = (elements, [Element]())
        while !left.isEmpty { shuffled.append(left.remove(at: random.below(left.count))) }
        return shuffled
    }

    // MARK: - Nesting

    /// Adds up to `share` states below a state, or below the chart, in document order.
    private mutating func addChildren(of parent: Int?, depth: Int, share: Int) {
        let isParallel = parent.map { model.states[$0].kind == .parallel } ?? false
        let count = max(1, min(share, 1 + random.below(isParallel ? 3 : 4) + (isParallel ? 1 : 0)))
        var shares = Array(repeating: 1, count: count)
        for _ in 0..<max(0, share - count) { shares[random.below(count)] += 1 }
        for share in shares {
            if parent != nil && percent(knobs.history / 2) { addHistory(of: parent) }
            addState(of: parent, depth: depth, share: share, mayBeFinal: !isParallel)
        }
        if parent != nil && percent(knobs.history) { addHistory(of: parent) }
    }

    private mutating func addState(of parent: Int?, depth: Int, share: Int, mayBeFinal: Bool) {
        // There is always room for the first child of a parent.
        let isInner = share > 1 && depth + 1 < knobs.depth && room > 4
        let isParallel = isInner && share > 2 && percent(knobs.parallel)
        let isCompound = isInner && !isParallel && percent(knobs.compound)
        let isFinal = !isParallel && !isCompound && mayBeFinal && percent(finalChance(below: parent))
        let number = add(isParallel ? .parallel : isFinal ? .final : .plain, parent)
        if isParallel || isCompound { addChildren(of: number, depth: depth + 1, share: share - 1) }
    }

    /// Often in regions, so that parallel states are done at times.
    private func finalChance(below parent: Int?) -> Int {
        guard let parent else { return 5 }
        return model.isParallel(model.states[parent].parent) ? 2 * knobs.final : knobs.final
    }

    private mutating func addHistory(of parent: Int?) {
        if room > 4 { _ = add(percent(50) ? .shallowHistory : .deepHistory, parent) }
    }

    private mutating func add(_ kind: ChartModel.Kind, _ parent: Int?) -> Int {
        room -= 1
        let id = ids.remove(at: random.below(ids.count))
        model.states.append(ChartModel.State(name: "s\(id)", id: id, kind: kind, parent: parent))
        return model.states.count - 1
    }

    // MARK: - What states have

    private mutating func setDefault(of state: Int) {
        let children = model.trueChildren(of: state)
        if model.isCompound(state) && (children.count > 1 || percent(50)) {
            let below = model.states.indices.filter { model.isBelow($0, state) && !model.states[$0].kind.isHistory }
            model.states[state].defaultTarget = percent(knobs.deepDefault) ? random.pick(below) : random.pick(children)
        }
        guard model.states[state].kind.isHistory, let parent = model.states[state].parent, percent(70) else { return }
        let candidates = model.states.indices.filter { candidate in
            let isDeep = model.states[state].kind == .deepHistory
            return !model.states[candidate].kind.isHistory
                && (isDeep ? model.isBelow(candidate, parent) : model.states[candidate].parent == parent)
        }
        model.states[state].defaultTarget = random.pick(candidates)
        // A history with a default of its own may be the default of its parent.
        if model.isCompound(parent) && percent(10) { model.states[parent].defaultTarget = state }
    }

    private mutating func fill(_ state: Int) {
        let kind = model.states[state].kind
        if model.states[state].defaultTarget != nil && percent(50) {
            model.states[state].defaultActions = [callback()]
        }
        if kind.isHistory { return }
        let isInner = kind == .parallel || model.isCompound(state)
        if isInner && percent(knobs.doneEvent) { model.states[state].doneEvent = event() }
        if percent(knobs.callback) { model.states[state].entry = callbacks() }
        if percent(knobs.callback) { model.states[state].exit = callbacks() }
        if percent(knobs.callback) { model.states[state].cycle = callbacks() }
    }

    private mutating func callbacks() -> [ChartModel.Callback] { percent(8) ? [callback(), callback()] : [callback()] }

    mutating func callback() -> ChartModel.Callback {
        if percent(knobs.failure) {
            return ChartModel.Callback(acts: Array(repeating: .nothing, count: 1 + random.below(12)) + [.fail])
        }
        guard percent(knobs.act) else { return ChartModel.Callback() }
        var acts: [ChartModel.Act] = [.nothing]
        switch random.below(10) {
        case 0...4: acts.append(.send(event()))
        case 5...8: acts.append(model.isFlat ? .send(event()) : .raise(event()))
        default: acts.append(.stop)
        }
        return ChartModel.Callback(acts: shuffled(acts + (percent(50) ? [.nothing] : [])))
    }

    mutating func event() -> Int { 1 + random.below(knobs.events) }
}

extension RandomChart.Knobs {
    /// Some of many kinds of charts: small ones, large ones, without or with much of something.
    init(_ random: inout Random) {
        let size = random.below(20)
        states = size < 12 ? 1 + random.below(12) : size < 19 ? 8 + random.below(13) : 20 + random.below(21)
        depth = 1 + random.below(6)
        events = 2 + random.below(5)
        rows = 1 + random.below(3 * states + 6)
        switch random.below(6) {
        case 0: parallel = 0
        case 1: parallel = 75
        case 2: (parallel, history) = (50, 50)
        default: break
        }
        if random.chance(1, in: 3) { history = 0 }
        if random.chance(1, in: 3) { deferral = 0 }
        if random.chance(1, in: 3) { eventless = 0 }
        if random.chance(1, in: 4) { raise = 0 }
        act = random.pick([0, 2, 4, 4, 4, 15])
        if random.chance(1, in: 8) { deferral = 25 }
        if random.chance(1, in: 8) { failure = 6 }
        // With few final states all regions of a parallel state hardly ever end at the same time.
        if random.chance(1, in: 5) { (final, doneEvent) = (45, 90) }
        if random.chance(1, in: 4) { (self.guard, condition) = (10, 3) }
        callback = random.pick([100, 100, 80, 40, 10])
    }
}
