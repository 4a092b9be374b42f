import SwiftFSM

/// What is wrong with the table that is built here: a line for each fault and for each of its rows, with the lines of
/// the source counted from this one.
func faultSummary(from line: Int, _ build: () throws -> Void) -> String {
    do {
        try build()
        return "no fault"
    } catch let error as SwiftFSMError {
        return error.faults.map { $0.told(from: line) }.joined(separator: "\n")
    } catch {
        return "another error: \(error)"
    }
}

extension TableFault {
    fileprivate func told(from line: Int) -> String {
        func lines(_ places: [SourcePlace]) -> String {
            places.map { String($0.line - line) }.joined(separator: ", ")
        }
        func list(_ fault: String, _ rows: [TableRow]) -> String {
            ([fault + ":"] + rows.map { "  " + $0.told(from: line) }).joined(separator: "\n")
        }
        switch self {
        case .tableAlreadyBuilt(let place): return "table already built \(lines([place]))"
        case .emptyTable: return "empty table"
        case .emptyBlock(let word, let place): return "empty block \(word.rawValue) \(lines([place]))"
        case .contradiction(let types, let matching, let places):
            return "contradiction of \(types.joined(separator: ", ")) in \(matching) \(lines(places))"
        case .repeatedPredicate(let predicates, let matching, let places):
            return "repeated \(predicates.joined(separator: ", ")) in \(matching) \(lines(places))"
        case .duplicates(let rows): return list("duplicates", rows)
        case .clash(let rows): return list("clash", rows)
        case .implicitClash(let predicates, let rows):
            return list("implicit clash of \(predicates.joined(separator: " AND "))", rows)
        case .nothingToOverride(let row): return list("nothing to override", [row])
        case .overrideOutOfOrder(let row, let others): return list("override out of order", [row] + others)
        case .wrongEventType(let type, let expected, let place):
            return "action of \(type), not \(expected) \(lines([place]))"
        default: return "\(self)"
        }
    }
}

extension TableRow {
    /// "define(locked) 1 matching(Enforcement.weak) 2 when(coin) 2 then(unlocked) 2"
    fileprivate func told(from line: Int) -> String {
        var words = ["define(\(state)) \(statePlace.line - line)"]
        for matching in matching {
            let any = matching.any.joined(separator: " OR ")
            let all = matching.all.map { " AND \($0)" }.joined()
            words.append("matching(\(any)\(all)) \(matching.place.line - line)")
        }
        words += conditions.map { "condition \($0.line - line)" }
        words.append("when(\(event)) \(eventPlace.line - line)")
        if let place = nextStatePlace { words.append("then(\(nextState.map { "\($0)" } ?? "")) \(place.line - line)") }
        return (isOverriding ? "overriding " : "") + words.joined(separator: " ")
    }
}
