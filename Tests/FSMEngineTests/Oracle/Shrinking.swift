@testable import FSMEngine

extension OracleTests {
    /// The smallest model found by leaving out rows, blocks, events and callbacks for as long as there is a
    /// disagreement.
    static func shrink(_ model: Model) -> Model {
        var smallest = model
        var shrank = true
        while shrank {
            shrank = false
            for candidate in smallest.smaller where disagreement(candidate) != nil {
                smallest = candidate
                shrank = true
                break
            }
        }
        return smallest
    }
}

extension Model {
    /// This model with one thing less, in every way.
    fileprivate var smaller: [Model] {
        var models: [Model] = []
        func add(_ change: (inout Model) -> Void) {
            var model = self
            change(&model)
            if model.states.contains(model.start) && !model.calls.isEmpty { models.append(model) }
        }
        for index in rows.indices { add { $0.rows.remove(at: index) } }
        for index in blocks.indices
        where !rows.contains(where: { $0.block >= index })
            && !blocks.contains(where: { $0.adopts.contains { $0 >= index } })
        {
            add { $0.blocks.remove(at: index) }
        }
        for index in calls.indices { add { $0.calls.remove(at: index) } }
        for index in predicates.indices {
            add { $0.predicates.remove(at: index) }
            if predicates[index].provider != nil { add { $0.predicates[index].provider = nil } }
        }
        for index in events.indices { add { $0.events.remove(at: index) } }
        for index in callables.indices { add { $0.callables.remove(at: index) } }
        if hasHooks { add { $0.hasHooks = false } }
        for index in rows.indices {
            if !rows[index].guards.isEmpty { add { $0.rows[index].guards.removeLast() } }
            if !rows[index].matches.isEmpty { add { $0.rows[index].matches.removeLast() } }
            if !rows[index].actions.isEmpty { add { $0.rows[index].actions.removeLast() } }
        }
        for index in blocks.indices {
            if !blocks[index].adopts.isEmpty { add { $0.blocks[index].adopts.removeLast() } }
            if !blocks[index].entry.isEmpty { add { $0.blocks[index].entry.removeLast() } }
            if !blocks[index].exit.isEmpty { add { $0.blocks[index].exit.removeLast() } }
            if !blocks[index].cycle.isEmpty { add { $0.blocks[index].cycle.removeLast() } }
            if !blocks[index].update.isEmpty { add { $0.blocks[index].update.removeLast() } }
        }
        if !initials.isEmpty { add { $0.initials.removeLast() } }
        if !namedEvents.isEmpty { add { $0.namedEvents.removeLast() } }
        return models
    }
}
