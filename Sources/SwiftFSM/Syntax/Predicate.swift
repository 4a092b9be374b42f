import FSMInterning

/// A condition of the environment that selects between rows: an enum, one case of which holds for each event.
///
/// In a file that also imports Foundation, add `typealias Predicate = SwiftFSM.Predicate`.
public protocol Predicate: CaseIterable, Hashable, Sendable {}

/// A case of a predicate type, type-erased.
struct AnyPredicate {
    let kind: any PredicateKind.Type
    let predicate: any Predicate

    init<P: Predicate>(_ predicate: P) {
        kind = Kind<P>.self
        self.predicate = predicate
    }

    static func kind<P: Predicate>(of type: P.Type) -> any PredicateKind.Type { Kind<P>.self }

    /// Identifies the type. Types of the same name in different scopes differ.
    var typeID: ObjectIdentifier { kind.id }

    /// The case as written in source code: "Enforcement.weak".
    var text: String { "\(kind.name).\(predicate)" }

    static func == (left: AnyPredicate, right: AnyPredicate) -> Bool {
        AnyHashable(left.predicate) == AnyHashable(right.predicate)
    }
}

/// A predicate type, type-erased.
@usableFromInline
protocol PredicateKind: Sendable {
    static var id: ObjectIdentifier { get }
    static var name: String { get }
    static var caseCount: Int { get }
    static var caseNames: [String] { get }
    /// The index of a case in `allCases`; -1 for a value that is not in it.
    static func number(of predicate: any Predicate) -> Int
    static func predicate(_ number: Int) -> any Predicate
    static var predicateType: any Predicate.Type { get }
    /// The numbers of cases by their bits; empty for types larger than two bytes or with references.
    static var numbersByBits: [Int32] { get }
}

private enum Kind<P: Predicate>: PredicateKind {
    static var id: ObjectIdentifier { ObjectIdentifier(P.self) }
    static var name: String { "\(P.self)" }
    static var predicateType: any Predicate.Type { P.self }

    static var numbersByBits: [Int32] {
        guard BitNumbers<P>.isPossible else { return [] }
        var bits = BitNumbers<P>()
        // Equal cases get the number of the first, whatever their bits.
        var numbers: [P: Int32] = [:]
        for (number, predicate) in P.allCases.enumerated() {
            let first = numbers[predicate] ?? Int32(truncatingIfNeeded: number)
            numbers[predicate] = first
            bits.set(predicate, first)
        }
        return bits.numbers
    }

    static var caseCount: Int { P.allCases.count }
    static var caseNames: [String] { P.allCases.map { "\($0)" } }

    static func number(of predicate: any Predicate) -> Int {
        guard let predicate = predicate as? P else { return -1 }
        return P.allCases.enumerated().first { $0.element == predicate }?.offset ?? -1
    }

    static func predicate(_ number: Int) -> any Predicate {
        P.allCases[P.allCases.index(P.allCases.startIndex, offsetBy: number)]
    }
}
