@testable import FSMEngine

/// What a row is for: an event, or a request for a state; or any of them.
enum Want: Hashable {
    case event(ID)
    case request(ID)

    /// The same for any event, or any state.
    var any: Want {
        switch self {
        case .event: return .event(ReservedID.any)
        case .request: return .request(ReservedID.any)
        }
    }
}

/// A case for each of some predicate types.
typealias Cases = [ID: Int32]

extension Model.Row {
    var want: Want { event == ReservedID.request ? .request(target) : .event(event) }

    /// What it matches, as sets.
    var matchSets: [ID: Set<Int32>] {
        Dictionary(matches.map { ($0.predicate, Set($0.values)) }, uniquingKeysWith: { a, _ in a })
    }

    var rank: Int { matches.count }

    func holds(for cases: Cases) -> Bool {
        matches.allSatisfy { match in cases[match.predicate].map { match.values.contains($0) } ?? false }
    }
}

/// The oracle of predicates: every combination of cases, written out.
extension Model {
    /// All combinations of one case of each type.
    var combinations: [Cases] {
        predicateIDs.reduce([[:]]) { shorter, id in
            shorter.flatMap { combination in
                (0..<caseCount(id)!).map { value in combination.merging([id: value]) { $1 } }
            }
        }
    }
}
