import FSMEngine

/// What is valid in a table, and probably a mistake.
public struct FSMWarning: Sendable {
    /// What is probably a mistake.
    public enum Kind: Int32, Sendable, CaseIterable {
        /// No row leads to a state.
        case unreachableState = 101
        /// A state has no rows that lead out of it. A machine that ends there has such a state: in a chart defined with
        /// `final`, which is no warning; elsewhere expect this kind.
        case deadEndState
        /// No row takes an event.
        case unusedEvent
        /// Other rows always come before a row.
        case neverTaken
        /// No row names a predicate type.
        case unusedPredicate
        /// No state adopts a superstate.
        case unusedSuperstate
        /// A final state has an exit action.
        case exitFromFinalState
        /// A row leaves and enters all regions of a parallel state in which it stays.
        case siblingRegionTarget
        /// Of rows of several regions only the first can be taken.
        case conflictingRegions
        /// A parallel state has less than two regions.
        case singleRegion
        /// The state of a `done` row can never be done.
        case neverDone
        /// A row defers an event that no other row takes.
        case uselessDeferral
        /// Rows of `always` lead back to where they began, if their conditions hold.
        case possibleEndlessLoop
        /// Nothing leads to a history.
        case unusedHistory
    }

    /// What is probably a mistake.
    public let kind: Kind
    /// The warning, and how to correct it.
    public let text: String
    /// The rows or `define`s concerned, or the lines of a document.
    public let places: [SourcePlace]
}

extension FSMWarning: CustomStringConvertible {
    /// The text, with the places.
    public var description: String {
        places.isEmpty ? text : "\(text) (\(places.map(\.description).joined(separator: ", ")))"
    }
}

extension TableListing {
    /// All that the engine finds.
    var allWarnings: [FSMWarning] {
        var definition = namedDefinition
        definition.warnings = .all
        // Ways that no row tells, each with an event of its own.
        for (number, way) in sources.failures.enumerated() {
            definition.add(Row(source: way.source, event: Self.firstFailure + ID(number), target: way.target))
        }
        return definition.validate().diagnostics.compactMap { diagnostic in
            guard let kind = FSMWarning.Kind(rawValue: diagnostic.kind.rawValue) else { return nil }
            var places = diagnostic.places.compactMap { place($0) }
            if places.isEmpty, let place = sources.states[diagnostic.state] { places = [place] }
            return FSMWarning(kind: kind, text: text(diagnostic), places: places)
        }
    }

    /// The first number of events that stand for actions that fail.
    private static var firstFailure: ID { 1 << 24 }

    /// The engine's text, or where that is not in the words of rules another one.
    private func text(_ diagnostic: Diagnostic) -> String {
        guard document == nil, diagnostic.kind == .deadEndState, let state = state(diagnostic.state) else {
            return diagnostic.text
        }
        let isCase = sources.stateCases.contains(diagnostic.state)
        let name = isCase ? String(CaseKey.name(of: state)) : "\(state)"
        let correction = isChart ? "add a row, or define it with 'final'" : "add a row, unless the machine ends there"
        return "no row leads out of state \(name.escaped): \(correction)"
    }

    private func place(_ place: Place) -> SourcePlace? {
        if let document { return SourcePlace(file: document.file, line: Int(place.line)) }
        let number = Int(place.line) - 1
        let places = [0: sources.places, Assembly<State, Event>.fileOfNodes: sources.nodes][place.file] ?? []
        return places.indices.contains(number) ? places[number] : nil
    }
}
