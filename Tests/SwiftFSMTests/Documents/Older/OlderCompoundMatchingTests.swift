import SwiftFSM
import Testing

/// The older document's section "Compound Matching Statements", and the errors of the section "Runtime Errors" of the
/// expanded syntax.
@Suite @MainActor final class OlderCompoundMatchingTests: OlderTurnstile {
    private enum A: Predicate { case x, y, z }
    private enum B: Predicate { case x, y, z }
    private enum C: Predicate { case x, y, z }
    private enum P: Predicate { case a, b }
    private enum Q: Predicate { case a, b }

    /// Each statement has an event of its own here, and a machine.
    @Test func predicatesAreCombined() throws {
        func isAccepted(_ matching: Matching<State, Event>, _ a: A, _ b: B, _ c: C) throws -> Bool {
            let fsm = try machine {
                define(.locked) { matching | when(.coin) | then(.unlocked) }
                define(.alarming) { self.matching(A.x, and: B.x, C.x) | when(.pass) | then() }  // Names all types.
            }
            return try fsm.handleEvent(.coin, predicates: a, b, c).isTransition
        }
        // if A.x OR A.y
        #expect(try isAccepted(matching(A.x, or: A.y), .y, .z, .z))
        #expect(try !isAccepted(matching(A.x, or: A.y), .z, .x, .x))
        // if A.x OR A.y OR A.z
        #expect(try isAccepted(matching(A.x, or: A.y, A.z), .z, .y, .y))
        // if A.x AND B.x
        #expect(try isAccepted(matching(A.x, and: B.x), .x, .x, .z))
        #expect(try !isAccepted(matching(A.x, and: B.x), .x, .y, .x))
        // if A.x AND B.x AND C.x
        #expect(try isAccepted(matching(A.x, and: B.x, C.x), .x, .x, .x))
        #expect(try !isAccepted(matching(A.x, and: B.x, C.x), .x, .x, .y))
        // if (A.x OR A.y OR A.z) AND B.x AND C.x
        #expect(try isAccepted(matching(A.x, or: A.y, A.z, and: B.x, C.x), .z, .x, .x))
        #expect(try !isAccepted(matching(A.x, or: A.y, A.z, and: B.x, C.x), .z, .x, .z))
    }

    /// The document counts A.x and A.y with A.z as an error each: here they are one, which shows what was written. The
    /// rows inside are not the document's.
    @Test func nestedMatchingsOfOneTypeContradict() {
        let found = faults {
            define(.locked) {
                matching(A.x) {
                    matching(A.y) {
                        // 💥 error: cannot match A.x AND A.y simultaneously
                        when(.coin) | then()
                    }
                }
                matching(A.x, or: A.y) {
                    matching(A.z) {
                        // 💥 error: cannot match A.x AND A.z simultaneously
                        // 💥 error: cannot match A.y AND A.z simultaneously
                        when(.pass) | then()
                    }
                }
            }
        }
        #expect(
            found == """
                contradiction of A in A.x AND A.y 2, 3
                contradiction of A in (A.x OR A.y) AND A.z 8, 9
                """)
    }

    @Test func nestedAlternativesOfTwoTypesAreCombined() throws {
        for a in A.allCases {
            for b in B.allCases {
                let fsm = try machine {
                    define(.locked) {
                        matching(A.x, or: A.y) {
                            matching(B.x, or: B.y) {
                                // ✅ logically matches (A.x OR A.y) AND (B.x OR B.y)
                                when(.coin) | then(.unlocked)
                            }
                        }
                    }
                }
                #expect(try step(.coin, a, b, on: fsm) == (a != .z && b != .z ? "→ unlocked" : "notFound"))
            }
        }
    }

    /// The document's `matching(A.a, or: B.a, and: A.b)` must not compile: another case of the same type is meant.
    @Test func statementsThatCannotMatch() {
        let found = faults {
            define(.locked) {
                matching(P.a, and: P.b) | when(.coin) | then()  // 💥 error: cannot match P.a AND P.b simultaneously
                matching(A.x, or: A.y, and: A.z) | when(.coin) | then()  // 💥 error: cannot match both at once

                matching(P.a, and: P.a) | when(.coin) | then()  // 💥 error: duplicate predicate
                matching(P.a, or: P.a) | when(.coin) | then()  // 💥 error: duplicate predicate

                matching(P.a, and: Q.a) {  // ✅
                    matching(P.a) | when(.pass) | then()  // 💥 error: duplicate predicate
                    matching(P.b) | when(.pass) | then()  // 💥 error: cannot match P.a AND P.b simultaneously
                }

                matching(P.a, or: P.b) {  // ✅
                    matching(P.a) | when(.pass) | then()  // 💥 error: duplicate predicate
                    matching(P.b) | when(.pass) | then()  // 💥 error: duplicate predicate
                }
            }
        }
        #expect(
            found == """
                contradiction of P in P.a AND P.b 2
                contradiction of A in (A.x OR A.y) AND A.z 3
                repeated P.a in P.a AND P.a 5
                repeated P.a in P.a OR P.a 6
                repeated P.a in P.a AND Q.a AND P.a 8, 9
                contradiction of P in P.a AND Q.a AND P.b 8, 10
                repeated P.a in (P.a OR P.b) AND P.a 13, 14
                repeated P.b in (P.a OR P.b) AND P.b 13, 15
                """)
    }

    /// "Predicate Performance": the class is the same, and `.lazy` an argument of it.
    @Test func lazyMachinesTakeTheSameTables() throws {
        let fsm = FSM<State, Event>(type: .lazy, initialState: .locked)
        fsm.logHandler = nil
        try fsm.buildTable {
            define(.locked) {
                matching(A.x, and: B.x) | when(.coin) | then(.unlocked) | unlock
                when(.coin) | then() | thankyou
            }
        }
        #expect(try step(.coin, A.x, B.y, on: fsm) == "thankyou → locked")
        #expect(try step(.coin, A.x, B.x, on: fsm) == "unlock → unlocked")
    }
}
