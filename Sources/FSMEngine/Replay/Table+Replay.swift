import CMemory

extension Table {
    /// How many numbers the states of a token have in a replay.
    public var replayWidth: Int { storage.pointee.chart.map { ReplayChart.width($0) } ?? 1 }

    /// Replays events over the states of tokens: see `sfsm_table_replay` in the C header. Returns `ok`, or what ended it.
    /// O(events + lists).
    @inline(never)
    public func replay(_ request: UnsafePointer<ReplayRequest>, _ counts: inout ReplayCounts) -> Outcome {
        if let fault = request.fault(self) {
            counts.index = fault.index
            return fault.outcome
        }
        guard request.pointee.offsets == nil, request.pointee.tokens.values == nil else {
            return replayParts(request, &counts)
        }
        // All events are those of one token.
        var copy = request.pointee
        var offsets = (Int64(0), Int64(copy.eventCount))
        if copy.tokenCount == 0 { return .ok }
        // With no events there may be more tokens.
        copy.tokenCount = 1
        return withUnsafeBytes(of: &offsets) { offsets in
            copy.offsets = offsets.baseAddress!.assumingMemoryBound(to: Int64.self)
            return withUnsafePointer(to: &copy) { replayParts($0, &counts) }
        }
    }

    /// Whether there is something that a replay would call.
    private func hasCalls(_ request: UnsafePointer<ReplayRequest>) -> Bool {
        if request.pointee.flags.contains(.callsActions) { return true }
        return request.pointee.guards == .asked && hasQuestions
    }

    /// Some row has a guard or a dynamic target, or some predicate type a provider.
    private var hasQuestions: Bool {
        if storage.pointee.hasProviders { return true }
        for index in definition.pointee.rows.typedIndices {
            let row = definition.pointee.rows[index]
            if !row.guards.isEmpty || row.target == .dynamic { return true }
        }
        return false
    }

    private func replayParts(_ request: UnsafePointer<ReplayRequest>, _ counts: inout ReplayCounts) -> Outcome {
        let keepsOthers = request.pointee.flags.contains(.callsActions)
        let isCalling = hasCalls(request)
        let keepsQuestions = isCalling && request.pointee.guards == .asked
        let isPlain = storage.pointee.chart == nil && (isCalling ? keepsOthers && keepsQuestions : !hasQuestions)
        let copy =
            isPlain
            ? nil : ReplayTable(self, keepsQuestions: keepsQuestions, keepsOthers: keepsOthers)
        guard isPlain || copy != nil else { return .outOfMemory }
        defer { copy?.release() }
        let variant = copy?.storage ?? storage
        let sendsEvents = isCalling || storage.pointee.chart != nil
        return withUnsafeTemporaryAllocation(of: Int64.self, capacity: ReplaySum.count) { numbers in
            numbers.initialize(repeating: 0)
            let sum = ReplaySum(numbers.baseAddress.unsafelyUnwrapped)
            var run = ReplayRun(self, request, variant, sendsEvents: sendsEvents, sum)
            return run.perform(&counts)
        }
    }
}
