/// A predicate type: something outside of the machine that has one of so many values, its cases, whenever an event is
/// sent. Cases are numbered from 0.
public struct PredicateType {
    /// The predicate type.
    public let id: ID
    /// The number of its cases, which are numbered from 0.
    public let caseCount: Int32
    /// The place of the declaration.
    public let place: Place

    /// `nil` for a number of cases that no type may have.
    public init?(_ id: ID, caseCount: Int32, place: Place = .unknown) {
        guard caseCount >= 1 && caseCount <= Self.maximumCaseCount else { return nil }
        self.id = id
        self.caseCount = caseCount
        self.place = place
    }

    /// A type has at most so many cases (`SFSM_CASE_LIMIT`).
    public static var maximumCaseCount: Int32 { 16_384 }
}

/// A case of a predicate type, as it is sent with an event. Its memory is laid out like `sfsm_case` in the C header.
public struct PredicateCase {
    /// The predicate type.
    public var predicate: ID
    /// The number of the case, from 0.
    public var value: Int32

    /// A case of a predicate type.
    public init(_ predicate: ID, _ value: Int32) {
        self.predicate = predicate
        self.value = value
    }
}

/// One part of what a row says of a predicate type. A match over several cases is one part for each of them.
struct MatchPart {
    var predicate: ID
    /// A case; `nil` in the only part of a match that names none.
    var value: Int32?
    /// The first part of a match. One more match with the same type is a fault, one more case in a match is not.
    var opens: Bool
}
