import FSMInterning

/// Something about the world that decides between rows: an enum, of which one case holds whenever an event is handled.
///
/// Where Foundation is imported too, say which one is meant: `typealias Predicate = SwiftFSM.Predicate`.
public protocol Predicate: CaseIterable, Hashable, Sendable {}

/// A case of a predicate type that is known at run time only.
struct AnyPredicate {
    let kind: any PredicateKind.Type
    let predicate: any Predicate

    init<P: Predicate>(_ predicate: P) {
        kind = Kind<P>.self
        self.predicate = predicate
    }

    /// Types are told apart by identity: two of the same name in different places are two.
    var typeID: ObjectIdentifier { kind.id }

    /// As programs write it: "Enforcement.weak".
    var text: String { "\(kind.name).\(predicate)" }

    static func == (left: AnyPredicate, right: AnyPredicate) -> Bool {
        AnyHashable(left.predicate) == AnyHashable(right.predicate)
    }
}

/// What is asked of a predicate type that is known at run time only.
@usableFromInline
protocol PredicateKind: Sendable {
    static var id: ObjectIdentifier { get }
    static var name: String { get }
    static var caseCount: Int { get }
    /// The number of a case in the order of `allCases`; -1 for a value that is not among them.
    static func number(of predicate: any Predicate) -> Int
    static func predicate(_ number: Int) -> any Predicate
    static var predicateType: any Predicate.Type { get }
    /// The numbers of cases by their bits; empty for a type whose values are larger, or hold anything.
    static var numbersByBits: [Int32] { get }
}

private enum Kind<P: Predicate>: PredicateKind {
    static var id: ObjectIdentifier { ObjectIdentifier(P.self) }
    static var name: String { "\(P.self)" }
    static var predicateType: any Predicate.Type { P.self }

    static var numbersByBits: [Int32] {
        guard BitNumbers<P>.isPossible else { return [] }
        var bits = BitNumbers<P>()
        // The first of equal cases counts, whatever their bits.
        var numbers: [P: Int32] = [:]
        for (number, predicate) in P.allCases.enumerated() {
            let first = numbers[predicate] ?? Int32(truncatingIfNeeded: number)
            numbers[predicate] = first
            bits.set(predicate, first)
        }
        return bits.numbers
    }

    static var caseCount: Int { P.allCases.count }

    static func number(of predicate: any Predicate) -> Int {
        guard let predicate = predicate as? P else { return -1 }
        return P.allCases.enumerated().first { $0.element == predicate }?.offset ?? -1
    }

    static func predicate(_ number: Int) -> any Predicate {
        P.allCases[P.allCases.index(P.allCases.startIndex, offsetBy: number)]
    }
}
