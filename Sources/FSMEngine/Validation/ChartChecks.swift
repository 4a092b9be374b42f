extension ResolvedDefinition {
    /// Reports what is wrong with how states are nested, and with what only rows of charts say. O(blocks + rows × depth).
    func checkChart(_ found: inout [Diagnostic]) {
        guard let tree else { return }
        let chart = ChartSubject(self, tree, found)
        chart.check()
        found = chart.found
    }

    /// Warns of events that are raised and that no row takes, and marks all that are raised as used. O(rows + events).
    func checkRaisedEventUse(_ tree: StateTree, _ isUsed: inout IndexedArray<Event, Bool>, _ found: inout [Diagnostic])
    {
        let chart = ChartSubject(self, tree, found)
        isUsed = chart.checkRaisedEventUse(isUsed)
        found = chart.found
    }

    /// Reports the warnings about charts that the definition asks for.
    func checkChartWarnings(_ tree: StateTree, initial: ID?, _ found: inout [Diagnostic]) {
        let chart = ChartSubject(self, tree, found)
        chart.checkWarnings(initial: initial)
        found = chart.found
    }
}

extension ChartSubject {
    /// Where the states themselves are nested wrongly, nothing is said of what depends on that.
    fileprivate func check() {
        checkNesting()
        checkSuperstateParts()
        checkConflictingBlocks()
        checkConditions()
        checkDeferrals()
        checkFurtherTargets()
        checkRaisedEvents()
        guard tree.faults.isEmpty else { return }
        checkHistories()
        checkFinalStates()
        checkDefaults()
        checkCircularDefaults()
        checkExclusiveTargets()
        if resolved.isWhole { checkEventlessCircles(isWarning: false) }
    }

    /// Those of unused things are found elsewhere. Those about final states are errors here.
    fileprivate func checkWarnings(initial: ID?) {
        let wanted = definition.warnings
        if wanted.contains(.uselessDeferral) { checkDeferralUse() }
        guard tree.faults.isEmpty else { return }
        if wanted.contains(.deadEndState) { checkDeadEnds() }
        if wanted.contains(.unreachableState), let initial { checkReachability(from: initial) }
        if wanted.contains(.siblingRegionTarget) { checkSiblingRegions() }
        if wanted.contains(.conflictingRegions) { checkConflictingRegions() }
        if wanted.contains(.singleRegion) { checkSingleRegions() }
        if wanted.contains(.neverDone) { checkDone() }
        if wanted.contains(.possibleEventlessCircle) { checkEventlessCircles(isWarning: true) }
        if wanted.contains(.unusedHistory) { checkHistoryUse() }
    }
}
