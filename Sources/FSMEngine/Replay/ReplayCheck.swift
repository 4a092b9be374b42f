/// What is wrong with a request, found before anything is replayed.
struct ReplayFault {
    var outcome: Outcome
    /// What it is about, or -1.
    var index: Int64

    init(_ outcome: Outcome, _ index: Int = -1) {
        self.outcome = outcome
        self.index = Int64(index)
    }
}

extension UnsafePointer<ReplayRequest> {
    /// The first thing that is wrong, besides lists. O(rows).
    @inline(never)
    func fault(_ table: Table) -> ReplayFault? {
        faultOfNumbers ?? faultOfPlaces ?? faultOfColumns ?? faultOfCases(table) ?? faultOfArguments(table)
            ?? faultOfRows(table)
    }

    private var faultOfNumbers: ReplayFault? {
        let request = pointee
        guard request.guards != nil, request.reaction != nil, request.flags.isSubset(of: .all) else {
            return ReplayFault(.badValue)
        }
        // A number of size_t that is too large is negative here.
        let signs =
            request.tokenCount | request.eventCount | request.eventMapCount | request.caseColumnCount
            | request.argumentColumnCount | request.violationCapacity | request.threadCount | request.contextStride
        if signs < 0 { return ReplayFault(.outOfRange) }
        if request.tokenCount > Int.max / 64 || request.eventCount > Int.max / 64 { return ReplayFault(.outOfRange) }
        // Codes and columns are numbers of 32 bits.
        if request.eventMapCount > Int32.max { return ReplayFault(.outOfRange) }
        let isInterleaved = request.tokens.values != nil
        if isInterleaved && request.offsets != nil { return ReplayFault(.badValue) }
        if isInterleaved && request.tokenCount > Int32.max { return ReplayFault(.outOfRange) }
        return request.threadCount > 1 && request.offsets == nil ? ReplayFault(.badValue) : nil
    }

    /// Arrays that are missing.
    private var faultOfPlaces: ReplayFault? {
        let request = pointee
        var isMissing = request.states == nil && request.tokenCount > 0
        if request.events.values == nil && request.eventCount > 0 { isMissing = true }
        if request.tokens.values == nil && request.offsets == nil && request.tokenCount != 1 && request.eventCount > 0 {
            isMissing = true
        }
        if request.eventMap == nil && request.eventMapCount > 0 { isMissing = true }
        if request.cases == nil && request.caseColumnCount > 0 { isMissing = true }
        if request.arguments == nil && request.argumentColumnCount > 0 { isMissing = true }
        if request.violations == nil && request.violationCapacity > 0 { isMissing = true }
        if request.rowTimes != nil && request.entered == nil { isMissing = true }
        if request.entered != nil && request.times == nil && request.eventCount > 0 { isMissing = true }
        if request.firstTimes != nil && (request.first == nil || request.times == nil) { isMissing = true }
        return isMissing ? ReplayFault(ReplayFault.nullPointer) : nil
    }

    private var faultOfColumns: ReplayFault? {
        guard pointee.events.isOfIntegers, pointee.tokens.isOfIntegers else { return ReplayFault(.badValue) }
        return nil
    }

    /// The first thing that is wrong with the lists of some tokens. O(tokens).
    @inline(never)
    func faultOfLists(_ tokens: Range<Int>) -> ReplayFault? {
        guard let offsets = pointee.offsets, !offsets.rises(tokens, within: pointee.eventCount) else { return nil }
        let limit = Int64(pointee.eventCount)
        var former: Int64 = 0
        var index = tokens.lowerBound
        // One of them is wrong: stops there.
        while index < tokens.upperBound && offsets[index] >= former && offsets[index] <= limit {
            former = offsets[index]
            index += 1
        }
        let isOutside = offsets[index] < 0 || offsets[index] > limit
        return ReplayFault(isOutside ? .outOfRange : .badValue, index)
    }

    private func faultOfCases(_ table: Table) -> ReplayFault? {
        let predicates = table.storage.pointee.predicates
        for index in 0..<pointee.caseColumnCount {
            guard let column = pointee.cases?[index] else { break }
            guard column.column.values != nil || pointee.eventCount == 0 else {
                return ReplayFault(ReplayFault.nullPointer, index)
            }
            guard column.column.isOfIntegers, column.reserved == 0 else { return ReplayFault(.badValue, index) }
            guard predicates.index(of: column.predicate) != nil else { return ReplayFault(.unknownPredicate, index) }
            for other in 0..<index where pointee.cases?[other].predicate == column.predicate {
                return ReplayFault(.repeatedPredicate, index)
            }
        }
        for predicate in predicates.indices where predicates.ids[CompactIndex(predicate)] != ReservedID.none {
            let isProvided = table.storage.hasProvider(predicate)
            if isProvided && pointee.guards != .asked && hasCaselessEvents(table) { return ReplayFault(.unsupported) }
            if hasColumn(of: predicates.ids[CompactIndex(predicate)]) { continue }
            if isProvided {
                if pointee.guards != .asked { return ReplayFault(.unsupported) }
            } else if !pointee.flags.contains(.lenient) {
                return ReplayFault(.missingPredicate)
            }
        }
        return nil
    }

    /// Whether there may be events besides those of the log, which no column has cases for.
    private func hasCaselessEvents(_ table: Table) -> Bool {
        guard let chart = table.storage.pointee.chart else { return false }
        return chart.pointee.hasEventless || chart.pointee.raises || pointee.flags.contains(.callsActions)
    }

    private func hasColumn(of predicate: ID) -> Bool {
        for index in 0..<pointee.caseColumnCount where pointee.cases?[index].predicate == predicate { return true }
        return false
    }

    private func faultOfArguments(_ table: Table) -> ReplayFault? {
        guard pointee.calls else { return nil }
        for index in 0..<pointee.argumentColumnCount {
            guard let column = pointee.arguments?[index] else { break }
            guard column.column.values != nil || pointee.eventCount == 0 else {
                return ReplayFault(ReplayFault.nullPointer, index)
            }
            guard let type = column.column.type else { return ReplayFault(.badValue, index) }
            guard let event = table.storage.column(ofEvent: column.event) else {
                return ReplayFault(.unknownEvent, index)
            }
            let types = table.storage.argumentTypes(event)
            guard Int(column.number) < types.count else { return ReplayFault(.argumentCount, index) }
            let declared = types[Int(column.number)]
            let isNumber = type.isInteger && declared != .str
            let isFloating = (type == .f32 || type == .f64) && (declared == .f32 || declared == .f64)
            guard type == declared || isNumber || isFloating || declared == .ptr else {
                return ReplayFault(.argumentType, index)
            }
        }
        return nil
    }

    /// Rows that cannot be replayed like that.
    private func faultOfRows(_ table: Table) -> ReplayFault? {
        if pointee.calls && table.hasUnboundCallbacks { return ReplayFault(.unboundCallbacks) }
        let rows = table.definition
        for index in rows.pointee.rows.typedIndices {
            let row = rows.pointee.rows[index]
            let hasGuards = pointee.guards == .refused && !row.guards.isEmpty
            let isDynamic = pointee.guards != .asked && row.target == .dynamic
            if hasGuards || isDynamic || row.target == .deferred {
                return ReplayFault(.unsupported, index.value + 1)
            }
        }
        return nil
    }
}

extension UnsafePointer<Int64> {
    /// Whether the offsets of some tokens begin at 0 or above, never fall, and end at a limit or below. Without a branch,
    /// so that several are looked at in one instruction.
    @inline(__always)
    @_optimize(speed)
    fileprivate func rises(_ tokens: Range<Int>, within limit: Int) -> Bool {
        // Negative once one is wrong.
        var wrong: Int64 = 0
        var former: Int64 = 0
        var index = tokens.lowerBound
        while index <= tokens.upperBound {
            let offset = self[index]
            wrong |= offset | (offset &- former)
            former = offset
            index &+= 1
        }
        return (wrong | (Int64(limit) &- former)) >= 0
    }
}

extension ReplayFault {
    /// `SFSM_NULL_POINTER`
    static var nullPointer: Outcome { Outcome(rawValue: -1) }
}
