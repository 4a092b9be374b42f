/// Random rows and calls.
extension RandomChart {
    mutating func addRow() {
        let sources = model.states.indices.filter { state in
            let kind = model.states[state].kind
            return !kind.isHistory && kind != .final
        }
        guard !sources.isEmpty else { return }
        let source = percent(knobs.anyState) ? nil : random.pick(sources)
        var row = ChartModel.Row(source: source, trigger: trigger(), target: .internal)
        if row.trigger == .eventless && percent(50) {
            guard let row = forwardRow(row) else { return }
            append(row)
            return
        }
        row.target = target(of: row)
        if case .states = row.target { row.isLocal = percent(knobs.local) }
        if percent(knobs.condition) { row.conditions.append(condition()) }
        if row.trigger == .eventless || (isOfDone(row.trigger) && percent(85)) {
            // Not always yes, so that circles come to an end.
            row.guards = [ChartModel.Callback(acts: shuffled([.nothing, .refuse] + repeated(.refuse)))]
        } else if percent(knobs.guard) {
            row.guards = percent(15) ? [answers(), answers()] : [answers()]
        }
        decorate(&row)
        append(row)
    }

    /// Whether it may be for what is raised as states are done.
    private func isOfDone(_ trigger: ChartModel.Trigger) -> Bool {
        model.states.contains { state in
            guard let event = state.doneEvent else { return false }
            return trigger == .anyEvent || trigger == .event(event)
        }
    }

    /// An eventless row without a guard: to a later child of the same parent, so that there is no circle of such rows.
    private mutating func forwardRow(_ row: ChartModel.Row) -> ChartModel.Row? {
        guard let source = row.source, let parent = model.states[source].parent, model.isCompound(parent) else {
            return nil
        }
        let later = model.trueChildren(of: parent).filter { $0 > source }
        guard !later.isEmpty else { return nil }
        var row = row
        row.target = .states([random.pick(later)])
        if percent(30) { row.conditions.append(condition()) }
        decorate(&row)
        return row
    }

    private mutating func repeated(_ act: ChartModel.Act) -> [ChartModel.Act] {
        Array(repeating: act, count: random.below(3))
    }

    private mutating func answers() -> ChartModel.Callback {
        let count = 1 + random.below(4)
        var acts = (0..<count).map { _ in percent(60) ? ChartModel.Act.nothing : .refuse }
        if percent(knobs.failure) { acts.append(.fail) }
        return ChartModel.Callback(acts: acts)
    }

    private mutating func condition() -> ChartModel.Condition {
        let real = model.states.indices.filter { !model.states[$0].kind.isHistory }
        return ChartModel.Condition(state: random.pick(real), isIn: percent(60))
    }

    /// Actions and events that are raised. Mostly later ones than the row's own, so that they come to an end.
    private mutating func decorate(_ row: inout ChartModel.Row) {
        if row.target == .deferred { return }
        for _ in 0..<random.pick([0, 1, 1, 1, 2]) { row.actions.append(callback()) }
        guard percent(knobs.raise) else { return }
        for _ in 0..<(percent(20) ? 2 : 1) {
            guard case .event(let own) = row.trigger, !percent(1) else {
                if row.trigger != .anyEvent { row.raised.append(event()) }
                continue
            }
            if own < knobs.events { row.raised.append(own + 1 + random.below(knobs.events - own)) }
        }
    }

    /// Adds a row, unless it would clash with another one.
    private mutating func append(_ row: ChartModel.Row) {
        let isRival = model.rows.contains { row.isRival(of: $0, isFirstMatch: model.isFirstMatch) }
        if !isRival { model.rows.append(row) }
    }

    private mutating func trigger() -> ChartModel.Trigger {
        if percent(knobs.eventless) { return .eventless }
        if percent(knobs.anyEvent) { return .anyEvent }
        if percent(knobs.request) { return .request }
        return .event(event())
    }

    // MARK: - Targets

    private mutating func target(of row: ChartModel.Row) -> ChartModel.Target {
        if row.trigger == .request { return percent(30) ? .requested : .states([state(near: row.source)]) }
        if row.trigger != .eventless && percent(knobs.deferral) { return .deferred }
        if percent(10) { return .internal }
        if percent(7) { return .same }
        if percent(knobs.severalTargets) {
            let parallel = model.states.indices.filter { model.states[$0].kind == .parallel }
            let targets = parallel.isEmpty ? [] : severalTargets(in: random.pick(parallel))
            if targets.count > 1 { return .states(targets) }
        }
        return .states([state(near: row.source)])
    }

    /// Mostly a state that is not far away; histories among them.
    private mutating func state(near source: Int?) -> Int {
        guard let source, percent(65) else { return random.below(model.states.count) }
        let parent = model.states[source].parent
        let finals = model.children(of: parent).filter { model.states[$0].kind == .final }
        if !finals.isEmpty && percent(20) { return random.pick(finals) }
        let near = model.states.indices.filter { state in
            model.states[state].parent == parent || state == parent || model.isBelow(state, source)
        }
        return random.pick(near)
    }

    /// States in several regions of a parallel state, in any order.
    private mutating func severalTargets(in parallel: Int) -> [Int] {
        var targets: [Int] = []
        for region in shuffled(model.trueChildren(of: parallel)) where percent(70) {
            let inside = model.states.indices.filter { model.isWithin($0, region) }
            let nested = inside.filter { model.states[$0].kind == .parallel }
            if !nested.isEmpty && percent(30) {
                targets += severalTargets(in: random.pick(nested))
            } else {
                targets.append(random.pick(inside))
            }
        }
        return targets
    }

    // MARK: - Calls

    mutating func addCall() {
        switch random.below(100) {
        case 0...7: model.calls.append(.request(random.below(model.states.count)))
        case 8: model.calls.append(.stop)
        case 9: model.calls.append(.start)
        default: model.calls.append(.send(1 + random.below(knobs.events + 1)))
        }
    }
}
