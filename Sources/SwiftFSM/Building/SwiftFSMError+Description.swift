import FSMEngine

extension SwiftFSMError: CustomStringConvertible {
    /// A numbered list of all errors.
    public var description: String {
        let count = faults.count == 1 ? "There is 1 fault" : "There are \(faults.count) faults"
        let texts = faults.enumerated().map { number, fault in
            let lines = "\(fault)".split(separator: "\n", omittingEmptySubsequences: false)
            return "\(number + 1). " + lines.map { $0.isEmpty ? "" : "   " + $0 }.joined(separator: "\n").dropFirst(3)
        }
        return (["\(count) in the table of a state machine:"] + texts).joined(separator: "\n\n") + "\n"
    }
}

extension TableFault: CustomStringConvertible {
    // Long, since it is one flat table: a text for each case.
    /// The error, how to correct it, and the rows or places concerned.
    public var description: String {
        switch self {
        case .tableAlreadyBuilt(let place):
            "The table was built before: 'buildTable' is called again at \(place).\n"
                + "Build the table of a machine once, or make another machine."
        case .emptyTable:
            "The table is empty.\nAdd at least one 'define'."
        case .emptyBlock(let word, let place):
            "The block of '\(word.rawValue)' at \(place) is empty.\nPut at least one statement into it, or remove it."
        case .contradiction(let types, let matching, let places):
            "'\(matching)' never holds: of \(types.joined(separator: ", of ")) exactly one predicate holds at a time.\n"
                + "Join predicates of one type with 'or:', or remove all but one.\n" + listing(places)
        case .repeatedPredicate(let names, let matching, let places):
            "'\(matching)' names \(names.joined(separator: ", ")) more than once.\n"
                + "Name each predicate once.\n" + listing(places)
        case .unsuitablePredicate(let type, let reason, let place):
            "The predicate type '\(type)' \(reason).\nCorrect 'allCases', or the 'matching' at \(place)."
        case .duplicates(let rows):
            "Duplicates: \(rows.count) rows are the same.\nKeep one of them.\n" + listing(rows)
        case .clash(let rows):
            "Logical clash: \(rows.count) rows for one event lead to different states.\n"
                + "Keep one of them, \(distinction(of: rows)), or put the adopter's into 'overriding'.\n"
                + listing(rows)
        case .implicitClash(let predicates, let rows):
            "Implicit clash: \(rows.count) rows match equally well where "
                + "\(predicates.joined(separator: " AND ")) holds.\n"
                + "Name more predicate types in one of them, or predicates that the others do not match.\n"
                + listing(rows)
        case .nothingToOverride(let row):
            "Nothing to override: no superstate has a row for this event\(row.isOfContext ? "" : " and these predicates").\n"
                + "Adopt the superstate that has it, or take the row out of 'overriding'"
                + (row.isOfContext ? ".\n" : ": one that names more predicates comes first anyway.\n") + listing([row])
        case .overrideOutOfOrder(let row, let others):
            "Overriding out of order: a row comes before the rows it should override.\n"
                + "Override in the adopter, or adopt the superstate that overrides last. The overriding row:\n"
                + listing([row]) + "\n\nThe rows after it:\n" + listing(others)
        case .wrongEventType(let type, let expected, let place):
            "An action takes an event of type '\(type)', but the events of this table are of type "
                + "'\(expected)' (\(place)).\n"
                + "Use an action that takes '\(expected)' or no event."
        case .foreignValue(let value, let expected, let place):
            "'\(value.escaped)' at \(place) is not a '\(expected)'.\n"
                + "Adopt only superstates that are written for the states and events of the machine."
        case .tooManySuperStates(let place):
            "The 'define' at \(place) adopts too many superstates, counted each time one adopts another.\n"
                + "Adopt each superstate along one path only."
        case .tooComplex(let row):
            "The rows for this event match too many combinations of predicates to be validated.\n"
                + "Name fewer predicate types in them, or use 'condition'. The first of them:\n" + listing([row])
        case .misplacedStatement(let statement, let block, let place):
            "'\(statement)' at \(place) has no meaning in the block of '\(block)'.\n"
                + "Put it directly into the block of a 'define' or 'parallel'."
        case .chart(let fault): fault.description
        case .document(let fault): fault.description
        case .otherRules:
            "The rules of the machine differ from those of its table.\n"
                + "Use the same statements in the same order: only actions can differ."
        case .unknownState(let state):
            "The state '\(state.escaped)', in which a machine is to begin, is not in its table.\n"
                + "Use a state that has a 'define' or that a 'then' leads to; one that was stored may have another name now."
        case .outOfMemory: "Memory allocation failed."
        }
    }

    /// How rows that clash can be told apart, in the words of their table.
    private func distinction(of rows: [TableRow]) -> String {
        if rows.contains(where: \.isOfContext) {
            return "distinguish them with 'condition' and 'conditions: .firstMatch'"
        }
        let matching = "distinguish them with 'matching'"
        let hasCondition = rows.contains { !$0.conditions.isEmpty }
        return hasCondition ? matching + ", let conditions choose with 'conditions: .firstMatch'" : matching
    }

    private func listing(_ places: [SourcePlace]) -> String {
        "\n" + places.map { "matching  \($0)" }.joined(separator: "\n")
    }

    private func listing(_ rows: [TableRow]) -> String {
        var texts = rows.prefix(Self.maximumRowCount).map { "\n\($0)" }
        if rows.count > Self.maximumRowCount { texts.append("\n… and \(rows.count - Self.maximumRowCount) more") }
        return texts.joined(separator: "\n")
    }

    /// The maximum number of rows shown for one error.
    private static var maximumRowCount: Int { 16 }
}

extension TableRow: CustomStringConvertible {
    /// The statements of the row, one per line, with their places.
    public var description: String {
        let define = "define(\(isOfCase ? "any: " : "")\("\(state)".escaped))"
        var lines: [(text: String, place: SourcePlace?)] = [(define, statePlace)]
        if isOverriding { lines.append(("overriding", nil)) }
        if isLocal { lines.append(("local", nil)) }
        lines += conditions.map { ("condition", $0) }
        lines += matching.map { ($0.description, $0.place) }
        lines += activeStates.map { ("condition(\($0.isIn ? "in" : "notIn"): \("\($0.state)".escaped))", $0.place) }
        lines.append((trigger, eventPlace))
        lines.append((isDeferral ? "deferred" : (isComputed ? "then { … }" : "then(\(targets))"), nextStatePlace))
        let width = lines.map(\.text.count).max() ?? 0
        return lines.map { line in
            guard let place = line.place else { return line.text }
            return line.text + String(repeating: " ", count: width - line.text.count + 2) + place.description
        }.joined(separator: "\n")
    }
}

extension TableRow {
    /// The word with which the row begins, as in source code.
    private var trigger: String {
        if event is EventlessTrigger { return "\(event)" }
        let name = "\(event)".escaped
        if let delay { return "after(\(delay), \(name))" }
        return "when(\(isForCase ? "any: " : "")\(name))"
    }

    /// The next states as in source code: "a, and: b, c".
    private var targets: String {
        let names = ([nextState].compactMap { $0 } + otherNextStates).map { "\($0)".escaped }
        let others = names.dropFirst().joined(separator: ", ")
        return (names.first ?? "") + (others.isEmpty ? "" : ", and: " + others)
    }
}

extension TableRow.Matching: CustomStringConvertible {
    /// The statement as in source code: `matching(A.x, or: A.y, and: B.x)`.
    public var description: String {
        let others = any.dropFirst().joined(separator: ", ")
        let all = self.all.joined(separator: ", ")
        let parts = [any.first ?? "", others.isEmpty ? "" : "or: \(others)", all.isEmpty ? "" : "and: \(all)"]
        return "matching(\(parts.filter { !$0.isEmpty }.joined(separator: ", ")))"
    }
}
