// Events that are raised, and those that are deferred.
extension Machine {
    /// Puts an event in front of those that wait, with the cases of the step. There is room.
    @inline(never)
    func pushRaised(_ event: ID) {
        if let stepCases {
            chart.pointee.raised.nextCases.update(
                from: stepCases, count: Int(storage.pointee.table.pointee.predicates.indexCount))
        }
        chart.pointee.raised.push(.event(event))
    }

    /// Lets an event be handled before any that is sent, from inside a callback. It carries nothing. From outside nothing
    /// could come before it: it is sent.
    @inline(never)
    public func raise(_ event: ID) -> Outcome {
        guard !storage.pointee.flags.isDisjoint(with: .inside) else { return send(event) }
        guard storage.pointee.isChart else { return .badValue }
        let trigger = Trigger.event(event)
        let column = column(of: trigger)
        let fault = fault(of: trigger, column, .nothing)
        guard fault == .ok else { return fault }
        if storage.pointee.flags.contains(.probing) { return .busy }
        guard makeWork() else { return .outOfMemory }
        let room = chart.pointee.raised.makeRoom(for: 1 + chart.pointee.reserved)
        guard room == .queued else { return room }
        pushRaised(event)
        storage.pointee.flags.insert(.unsettled)
        return .queued
    }

    /// Puts the event under way behind those that were deferred before, with its cases and arguments.
    func deferEvent(_ trigger: Trigger, _ column: CompactIndex<Column>) -> Outcome {
        let room = chart.pointee.deferred.makeRoom()
        guard room == .queued else { return room }
        var block: ArgumentBlock?
        let count = storage.pointee.step.argumentCount
        if count > 0, let values = storage.pointee.step.arguments {
            block = ArgumentBlock(copying: Arguments(start: values, count: count))
            guard block != nil else { return .outOfMemory }
        }
        if let stepCases {
            chart.pointee.deferred.nextCases.update(
                from: stepCases, count: Int(storage.pointee.table.pointee.predicates.indexCount))
        }
        chart.pointee.deferred.push(trigger, block)
        return .deferred
    }
}

/// Where a chart's queues of raised and deferred events are, for a host that keeps the values of these events itself.
public struct ChartQueues {
    /// The number of the raised event that waits longest, and of the next one: each has a number of its own, in order.
    public let firstRaised, nextRaised: UInt64
    /// How many events are deferred.
    public let deferredCount: Int
    /// How many of these, from the first one on, come behind the others before the next deferred event is taken out.
    public let turnedCount: Int
}

extension Machine {
    /// The queues of a chart.
    public var chartQueues: ChartQueues {
        guard storage.pointee.isChart, storage.pointee.chart != nil else {
            return ChartQueues(firstRaised: 0, nextRaised: 0, deferredCount: 0, turnedCount: 0)
        }
        let chart = chart.pointee
        return ChartQueues(
            firstRaised: chart.raised.first, nextRaised: chart.raised.end, deferredCount: chart.deferred.count,
            turnedCount: chart.hasMoved ? chart.recalledCount : 0)
    }
}
