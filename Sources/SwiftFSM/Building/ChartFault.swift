import FSMEngine

/// What is wrong, or probably a mistake, with the nesting of states in a table, or with rows that only charts have; and
/// what is probably a mistake with the states of other tables.
public struct ChartFault: Sendable {
    /// What is wrong.
    public enum Kind: Sendable, CaseIterable {
        /// A state that is named has no `define`.
        case undefinedState
        /// A state is nested in two others.
        case secondParent
        /// States are nested in each other.
        case circularNesting
        /// States are nested too deep.
        case nestingTooDeep
        /// Of several nested states none is the `initial` one.
        case missingInitial
        /// An `initial` state, or the default of a history, is not nested where it has to be.
        case misplacedInitial
        /// Defaults lead back to themselves.
        case circularInitial
        /// A history has what only states have, or nothing that it could record.
        case invalidHistory
        /// A final state has rows or nested states.
        case invalidFinalState
        /// The next states of a row cannot be active together.
        case exclusiveTargets
        /// A row that is `deferred` has actions, or several next states stand where one is meant.
        case misplacedTarget
        /// Rows of `always` lead back to where they began.
        case endlessLoop
        /// A row of `always` has a `matching`: predicates come with events.
        case alwaysWithPredicates
        /// A row of `always` is `deferred`.
        case deferredAlways
        /// A state of a chart is defined whatever its values, or the next state of a row of a chart is computed.
        case valuesInChart
        /// The delay of an `after` is negative.
        case negativeDelay
        /// Several statements for one state disagree.
        case conflictingDefines
        /// Warning: other rows always come before a row.
        case neverTaken
        /// Warning: a row leaves and enters all regions of a parallel state in which it stays.
        case targetInSiblingRegion
        /// Warning: of rows of several regions only the first can be taken.
        case conflictingRegions
        /// Warning: a parallel state has less than two regions.
        case singleRegion
        /// Warning: the state of a `done` row can never be done.
        case neverDone
        /// Warning: a row defers an event that no other row takes.
        case uselessDeferral
        /// Warning: rows of `always` lead back to where they began, if their conditions hold.
        case possibleEndlessLoop
        /// Warning: nothing leads to a history.
        case unusedHistory
        /// Warning: no row takes the event of an `after`; without nesting, none of its state does.
        case unusedTimeout
        /// Warning, of a table without nesting: the initial state has no `define`.
        case undefinedInitialState
        /// Warning, of a table without nesting: a state to which a row leads has no `define`.
        case undefinedTarget
        /// Warning, of a table without nesting: a state has several `define`s.
        case repeatedDefine
    }

    /// What is wrong.
    public let kind: Kind
    /// The fault, and on the next line how to correct it.
    public let text: String
    /// The statements concerned that define a state or a history, or begin with `after`.
    public let defines: [Define]
    /// The rows concerned.
    public let rows: [TableRow]

    /// A statement that defines a state or a history, or begins with `after`.
    public struct Define: Sendable {
        /// As in source code: "define(locked)".
        public let text: String
        /// The place of the statement.
        public let place: SourcePlace
    }
}

extension ChartFault.Kind {
    /// `nil` for what has no meaning only in charts.
    init?(_ kind: Diagnostic.Kind) {
        switch kind {
        case .unknownTarget, .unknownCondition, .unknownInitial, .unknownParent: self = .undefinedState
        case .secondParent: self = .secondParent
        case .circularNesting: self = .circularNesting
        case .missingDefault: self = .missingInitial
        case .misplacedDefault: self = .misplacedInitial
        case .circularDefault: self = .circularInitial
        case .invalidHistory: self = .invalidHistory
        case .invalidFinalState: self = .invalidFinalState
        case .exclusiveTargets: self = .exclusiveTargets
        case .misplacedTarget: self = .misplacedTarget
        case .eventlessCircle: self = .endlessLoop
        case .misplacedEventlessRow: self = .deferredAlways
        case .conflictingBlocks: self = .conflictingDefines
        case .neverTaken: self = .neverTaken
        case .siblingRegionTarget: self = .targetInSiblingRegion
        case .conflictingRegions: self = .conflictingRegions
        case .singleRegion: self = .singleRegion
        case .neverDone: self = .neverDone
        case .uselessDeferral: self = .uselessDeferral
        case .possibleEventlessCircle: self = .possibleEndlessLoop
        case .unusedHistory: self = .unusedHistory
        case .unusedEvent: self = .unusedTimeout
        default: return nil
        }
    }
}

extension Assembly {
    /// The fault for a diagnostic of a chart; `nil` for one that flat tables have too.
    func chartFault(_ diagnostic: Diagnostic) -> ChartFault? {
        guard isChart else { return nil }
        let numbers = diagnostic.places.filter { $0.file == Self.fileOfNodes && $0.line > 0 }.map { Int($0.line) - 1 }
        let isOfNesting = diagnostic.kind == .tooComplex && !numbers.isEmpty
        guard let kind = isOfNesting ? .nestingTooDeep : ChartFault.Kind(diagnostic.kind) else { return nil }
        return ChartFault(
            kind: kind, text: kind == .undefinedState ? undefinedState(diagnostic) : Self.lines(of: diagnostic.text),
            defines: numbers.map { ChartFault.Define(text: chart.nodes[$0].text, place: chart.nodes[$0].place) },
            rows: diagnostic.places.filter { $0.file == 0 && $0.line > 0 }.map { rows[Int($0.line) - 1].description })
    }

    /// The faults of delays, and of rows that the engine allows, since predicates of other languages need not come with an
    /// event.
    var rowFaults: [ChartFault] {
        guard isChart else { return delayFaults }
        let rows = rows.filter { $0.eventNumber == ReservedID.eventless && !$0.clause.matchings.isEmpty }
        let text = "Predicates come with an event, but 'always' has none.\nUse 'condition' instead of 'matching'."
        return delayFaults + failureFaults + valueFaults
            + rows.map { ChartFault(kind: .alwaysWithPredicates, text: text, defines: [], rows: [$0.description]) }
    }

    private var failureFaults: [ChartFault] {
        failureTargets.map { target in
            let text =
                "An action of a chart that fails sends an event: it cannot enter a state by itself.\n"
                + "Write '.send(event)', and a row for the event."
            let name = "\(states.values[Int(target.state)])".escaped
            let define = ChartFault.Define(text: "attempt(…, orElse: .enter(\(name)))", place: target.place)
            return ChartFault(kind: .misplacedTarget, text: text, defines: [define], rows: [])
        }
    }

    private var valueFaults: [ChartFault] {
        let computed = rows.filter(\.isComputed).map(\.description)
        guard !caseDefines.isEmpty || !computed.isEmpty else { return [] }
        let text =
            "A chart knows all its states before it runs: 'define(any:)' and 'then { event in … }' are for tables without "
            + "nested states.\nDefine each state, or keep the values outside of the state."
        return [ChartFault(kind: .valuesInChart, text: text, defines: caseDefines, rows: computed)]
    }

    private var delayFaults: [ChartFault] {
        chart.invalidTimeouts.map { timeout in
            let text = "A delay cannot be negative.\nUse one of zero" + (isChart ? ", or a row of 'always'." : ".")
            let define = ChartFault.Define(text: timeout.text, place: timeout.place)
            return ChartFault(kind: .negativeDelay, text: text, defines: [define], rows: [])
        }
    }

    private func undefinedState(_ diagnostic: Diagnostic) -> String {
        let isTarget = diagnostic.kind == .unknownTarget
        let number = Int(isTarget ? diagnostic.target : diagnostic.state)
        // A history is defined, but no state.
        let isDefined = chart.nodes.contains { $0.state == Int32(number) }
        guard states.values.indices.contains(number), !isDefined else { return Self.lines(of: diagnostic.text) }
        let name = "\(states.values[number])".escaped
        let fault = diagnostic.kind == .unknownInitial ? "The machine begins in '\(name)'" : "'\(name)' is named"
        return "\(fault), but no 'define' defines it.\n"
            + "Add 'define(\(name))' where it belongs: in a chart each state needs one."
    }

    /// The engine's sentence, "fault: correction", as two.
    private static func lines(of text: String) -> String {
        var fault = ""
        var correction: String?
        for character in text {
            if correction == nil, character == " ", fault.last == ":" {
                fault.removeLast()
                correction = ""
            } else if correction == nil {
                fault.append(character)
            } else {
                correction?.append(character)
            }
        }
        return [fault, correction ?? ""].filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
            .joined(separator: "\n")
    }
}

extension ChartFault: CustomStringConvertible {
    /// The fault, how to correct it, and the statements and rows concerned.
    public var description: String {
        let width = defines.map(\.text.count).max() ?? 0
        let lines = defines.map { define in
            define.text + String(repeating: " ", count: width - define.text.count + 2) + define.place.description
        }
        let listed = lines.isEmpty ? [] : [lines.joined(separator: "\n")]
        return ([text] + listed + rows.map(\.description)).joined(separator: "\n\n")
    }
}
