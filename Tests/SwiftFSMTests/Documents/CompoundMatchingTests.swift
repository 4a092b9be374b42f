import SwiftFSM
import Testing

/// The section "Compound Matching Statements", and what the sections "Chaining Blocks" and "Runtime Errors" say of
/// predicates that are combined.
@Suite final class CompoundMatchingTests: Turnstile {
    private enum A: Predicate { case x, y, z }
    private enum B: Predicate { case x, y, z }
    private enum C: Predicate { case x, y, z }

    private typealias Combination = (a: A, b: B, c: C)

    /// The combinations with which a coin is accepted, where this is what matches.
    private func accepted(
        _ matching: Matching<State, Event>, where expected: (Combination) -> Bool
    ) async throws -> Bool {
        let machine = try machine {
            define(.locked) { matching | when(.coin) | then() | thankyou }
            define(.unlocked) { self.matching(A.x, and: B.x, C.x) | when(.pass) | then() }  // Names all three types.
        }
        for a in A.allCases {
            for b in B.allCases {
                for c in C.allCases {
                    let step = await step(.coin, a, b, c, on: machine)
                    guard step == (expected((a, b, c)) ? "thankyou → locked" : "notFound") else { return false }
                }
            }
        }
        return true
    }

    @Test func predicatesAreCombined() async throws {
        #expect(try await accepted(matching(A.x)) { $0.a == .x })
        // if A.x OR A.y
        #expect(try await accepted(matching(A.x, or: A.y)) { $0.a != .z })
        // if A.x OR A.y OR A.z
        #expect(try await accepted(matching(A.x, or: A.y, A.z)) { _ in true })
        // if A.x AND B.x
        #expect(try await accepted(matching(A.x, and: B.x)) { $0.a == .x && $0.b == .x })
        // if A.x AND B.x AND C.x
        #expect(try await accepted(matching(A.x, and: B.x, C.x)) { $0 == (.x, .x, .x) })
        // if (A.x OR A.y OR A.z) AND B.x AND C.x
        #expect(try await accepted(matching(A.x, or: A.y, A.z, and: B.x, C.x)) { $0.b == .x && $0.c == .x })
    }

    @Test func predicatesComeInAnyOrder() async throws {
        try turnstile.buildTable {
            define(.locked) { matching(A.x, or: A.y, A.z, and: B.x, C.x) | when(.coin) | then() | thankyou }
        }
        #expect(await step(.coin, A.x, B.x, C.x) == "thankyou → locked")
        #expect(await step(.coin, C.x, A.z, B.x) == "thankyou → locked")
        #expect(await step(.coin, B.x, A.y, C.y) == "notFound")
    }

    /// "Swift FSM expects exactly one instance of each `Predicate` type present in the table". The outcome says what
    /// was wrong.
    @Test func exactlyOnePredicateOfEachTypeIsExpected() async throws {
        try turnstile.buildTable {
            define(.locked) {
                matching(A.x, and: B.x) | when(.coin) | then() | thankyou
                when(.pass) | then() | lock
            }
        }
        #expect(await turnstile.handleEvent(.pass, predicates: A.x) == .missingPredicate(B.self))
        #expect(await turnstile.handleEvent(.pass) == .missingPredicate(A.self))
        #expect(await turnstile.handleEvent(.pass, predicates: A.x, A.y, B.x) == .repeatedPredicate(A.self))
        #expect(await turnstile.handleEvent(.pass, predicates: A.x, B.x, C.x) == .unknownPredicate(C.self))
        #expect(trace.isEmpty)
        #expect(await step(.pass, A.z, B.z) == "lock → locked")
    }

    // MARK: Nested matching statements

    @Test func nestedMatchingsOfOneTypeContradict() {
        let found = faults {
            define(.locked) {
                matching(A.x) {
                    matching(A.y) {
                        // 💥 error: cannot match A.x AND A.y simultaneously
                        when(.coin) | then(.unlocked)
                    }
                }
            }
        }
        #expect(found == "contradiction of A in A.x AND A.y 2, 3")
    }

    /// The document counts A.x and A.y as an error each: here they are one, which shows what was written.
    @Test func nestedAlternativesOfOneTypeContradict() {
        let found = faults {
            define(.locked) {
                matching(A.x, or: A.y) {
                    matching(A.z) {
                        // 💥 error: cannot match A.x AND A.z simultaneously
                        // 💥 error: cannot match A.y AND A.z simultaneously
                        when(.coin) | then(.unlocked)
                    }
                }
            }
        }
        #expect(found == "contradiction of A in (A.x OR A.y) AND A.z 2, 3")
    }

    @Test func nestedAlternativesOfTwoTypesAreCombined() async throws {
        func nested() throws -> Machine {
            try machine {
                define(.locked) {
                    matching(A.x, or: A.y) {
                        matching(B.x, or: B.y) {
                            // ✅ logically matches (A.x OR A.y) AND (B.x OR B.y)
                            when(.coin) | then(.unlocked)
                        }
                    }
                }
            }
        }
        // internally translates to:
        func translated() throws -> Machine {
            try machine {
                define(.locked) {
                    matching(A.x, and: B.x) | when(.coin) | then(.unlocked)
                    matching(A.x, and: B.y) | when(.coin) | then(.unlocked)
                    matching(A.y, and: B.x) | when(.coin) | then(.unlocked)
                    matching(A.y, and: B.y) | when(.coin) | then(.unlocked)
                }
            }
        }
        for a in A.allCases {
            for b in B.allCases {
                let expected = a != .z && b != .z ? "→ unlocked" : "notFound"
                #expect(await step(.coin, a, b, on: try nested()) == expected)
                #expect(await step(.coin, a, b, on: try translated()) == expected)
            }
        }
    }

    // MARK: Matching Error

    private enum P: Predicate { case a, b }
    private enum Q: Predicate { case a, b }

    /// The document's `matching(A.a, or: B.a, and: A.b)` must not compile: `or: A.b, and: A.b` is meant, or another
    /// case of `A`, of which there are two here.
    @Test func singleStatementsThatCannotMatch() {
        let found = faults {
            define(.locked) {
                matching(P.a, and: P.b) | when(.coin) | then()  // 💥 error: cannot match P.a AND P.b simultaneously
                matching(A.x, or: A.y, and: A.z) | when(.coin) | then()  // 💥 error: cannot match both at once
                matching(P.a, and: P.a) | when(.coin) | then()  // 💥 error: duplicate predicate
                matching(P.a, or: P.a) | when(.coin) | then()  // 💥 error: duplicate predicate
                matching(A.x, and: A.y) | when(.coin) | then()  // 💥 error: cannot match A.x AND A.y simultaneously
            }
        }
        #expect(
            found == """
                contradiction of P in P.a AND P.b 2
                contradiction of A in (A.x OR A.y) AND A.z 3
                repeated P.a in P.a AND P.a 4
                repeated P.a in P.a OR P.a 5
                contradiction of A in A.x AND A.y 6
                """)
    }

    /// The lines inside have no row in the document.
    @Test func nestedStatementsThatCannotMatch() {
        let found = faults {
            define(.locked) {
                matching(P.a, and: Q.a) {  // ✅
                    matching(P.a) | when(.coin) | then()  // 💥 error: duplicate predicate
                    matching(P.b) | when(.coin) | then()  // 💥 error: cannot match P.a AND P.b simultaneously
                }
                matching(P.a, or: P.b) {  // ✅
                    matching(P.a) | when(.pass) | then()  // 💥 error: duplicate predicate
                    matching(P.b) | when(.pass) | then()  // 💥 error: duplicate predicate
                }
            }
        }
        #expect(
            found == """
                repeated P.a in P.a AND Q.a AND P.a 2, 3
                contradiction of P in P.a AND Q.a AND P.b 2, 4
                repeated P.a in (P.a OR P.b) AND P.a 6, 7
                repeated P.b in (P.a OR P.b) AND P.b 6, 8
                """)
    }

    /// Types are told apart by what they are, not by their names.
    @Test func typesOfOneNameAreTwo() async throws {
        enum Outer { enum A: Predicate { case x, y } }
        try turnstile.buildTable {
            define(.locked) { matching(A.x, and: Outer.A.x) | when(.coin) | then(.unlocked) | unlock }
        }
        #expect(await step(.coin, A.x, Outer.A.y) == "notFound")
        #expect(await step(.coin, A.x, Outer.A.x) == "unlock → unlocked")
    }
}
