/// How the states of a chart are nested, found once for a run.
struct ChartTree {
    /// From the parent outwards, without the chart.
    let ancestors: [[Int]]
    /// All states that are active whenever the chart is: those that are no histories and lie below a state.
    let below: [StateSet]
    /// Of each state, in document order, without histories.
    let children: [[Int]]
    /// All that can be active.
    let everything: StateSet
    let leaves: StateSet
    private let model: ChartModel

    init(_ model: ChartModel) {
        self.model = model
        let real = model.states.indices.filter { !model.states[$0].kind.isHistory }
        ancestors = model.states.indices.map { model.ancestors(of: $0) }
        below = model.states.indices.map { state in StateSet(real.filter { model.isBelow($0, state) }) }
        children = model.states.indices.map { model.trueChildren(of: $0) }
        everything = StateSet(real)
        leaves = StateSet(real.filter { model.trueChildren(of: $0).isEmpty })
    }

    /// What lies below a state, or below the chart.
    func below(_ state: Int?) -> StateSet { state.map { below[$0] } ?? everything }

    func children(of state: Int?) -> [Int] { state.map { children[$0] } ?? model.trueChildren(of: nil) }

    func isCompound(_ state: Int) -> Bool { model.states[state].kind == .plain && !children[state].isEmpty }
    func isParallel(_ state: Int) -> Bool { model.states[state].kind == .parallel }
    func isFinal(_ state: Int) -> Bool { model.states[state].kind == .final }
    func isHistory(_ state: Int) -> Bool { model.states[state].kind.isHistory }
    func parent(_ state: Int) -> Int? { model.states[state].parent }

    /// Whether a state or history lies below another state, or below the chart.
    func isBelow(_ state: Int, _ other: Int?) -> Bool { other.map { ancestors[state].contains($0) } ?? true }
    func isWithin(_ state: Int, _ other: Int) -> Bool { state == other || isBelow(state, other) }

    /// `getProperAncestors`: from the parent outwards, up to `end` and without it; `nil`: the chart.
    func ancestors(of state: Int, upTo end: Int?) -> [Int] { Array(ancestors[state].prefix { $0 != end }) }

    /// What is wrong with a configuration, or `nil`: the chart and each active compound state have one active child,
    /// active parallel states all of theirs, and nothing is active without its parent.
    func fault(in configuration: StateSet) -> String? {
        if !configuration.subtracting(everything).isEmpty { return "a history is active" }
        if children(of: nil).filter(configuration.contains).count != 1 { return "the chart has not one active child" }
        for state in configuration.states {
            let name = model.states[state].name
            if let parent = parent(state), !configuration.contains(parent) { return "\(name) is active by itself" }
            let active = children[state].filter(configuration.contains).count
            if isCompound(state) && active != 1 { return "\(name) has \(active) active children" }
            if isParallel(state) && active != children[state].count { return "\(name) has an inactive region" }
        }
        return nil
    }
}
