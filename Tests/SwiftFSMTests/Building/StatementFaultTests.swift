import SwiftFSM
import Testing

/// What can be wrong with a statement by itself.
struct StatementFaultTests: GateTests {
    func takesNothing() {}
    func takesNumber(_ number: Int) {}
    func takesText(_ text: String) async {}

    @Test func theEmptyTable() {
        #expect(faults {} == ["empty table"])
    }

    @Test func emptyBlocks() {
        let found = faults {
            define(.locked) {}
            define(.unlocked) {
                when(.coin) {}
                then(.locked) {} as Syntax.MWTA_Group
                actions(takesNothing) {} as Syntax.MWTA_Group
                matching(A.x) {} as Syntax.MWTA_Group
                condition({ true }) {} as Syntax.MWTA_Group
                matching(A.y) {
                    when(.pass) {
                        matching(B.x) {} as Syntax.MTA_Group
                    }
                }
            }
        }
        #expect(
            found == [
                "empty block: define 1", "empty block: when 3", "empty block: then 4", "empty block: actions 5",
                "empty block: matching 6", "empty block: condition 7", "empty block: matching 10",
            ])
    }

    @Test func theEmptyBlockOfASuperStateIsToldOfOnce() {
        let line = #line
        let empty = SuperState {}
        let found = faults(line: line) {
            define(.locked, adopts: empty)
            define(.unlocked, adopts: empty, empty)
        }
        #expect(found == ["empty block: SuperState 1"])
    }

    @Test func aDefineThatAdoptsNeedsNoBlockButNoEmptyOne() {
        let base = SuperState { when(.coin) | then() }
        #expect(faults { define(.locked, adopts: base) } == [])
        #expect(faults { define(.locked, adopts: base) {} } == ["empty block: define 0"])
    }

    @Test func twoOfOneTypeNeverHoldTogether() {
        let found = faults {
            define(.locked) {
                matching(A.x, and: A.y) | when(.coin) | then()
                matching(A.x, or: B.x == .x ? A.y : A.z, and: A.z) | when(.coin) | then()
                matching(B.x, and: A.x, A.y) | when(.coin) | then()
            }
        }
        #expect(
            found == [
                "contradiction: A in A.x AND A.y: 2", "contradiction: A in (A.x OR A.y) AND A.z: 3",
                "contradiction: A in B.x AND A.x AND A.y: 4",
            ])
    }

    @Test func norInNestedBlocks() {
        let found = faults {
            define(.locked) {
                matching(A.x, or: A.y) {
                    matching(A.z) {
                        when(.coin) | then()
                        when(.pass) | then()
                    }
                }
                matching(A.x, and: B.x) {
                    matching(B.y) | when(.coin) | then()
                    matching(C.x) | when(.coin) | then()
                }
            }
        }
        #expect(
            found == [
                "contradiction: A in (A.x OR A.y) AND A.z: 2, 3", "contradiction: B in A.x AND B.x AND B.y: 8, 9",
            ])
    }

    @Test func repeatedPredicates() {
        let found = faults {
            define(.locked) {
                matching(A.x, and: A.x) | when(.coin) | then()
                matching(A.x, or: A.x) | when(.coin) | then()
                matching(A.x, or: A.y) {
                    matching(A.y) | when(.coin) | then()
                }
            }
        }
        #expect(
            found == [
                "repeated: A.x in A.x AND A.x: 2", "repeated: A.x in A.x OR A.x: 3",
                "repeated: A.y in (A.x OR A.y) AND A.y: 4, 5",
            ])
    }

    @Test func predicatesThatAreNotListed() {
        enum None: Predicate {
            case only
            static let allCases: [None] = []
        }
        enum Some: Predicate {
            case listed, unlisted
            static let allCases = [Some.listed]
        }
        let found = faults {
            define(.locked) {
                matching(None.only) | when(.coin) | then()
                matching(Some.listed, or: .unlisted) | when(.pass) | then()
            }
        }
        #expect(
            found == [
                "unsuitable: None does not list None.only in allCases: 2",
                "unsuitable: Some does not list Some.unlisted in allCases: 3",
            ])
    }

    @Test func predicatesOfTooManyCases() {
        struct Many: Predicate {
            var number: Int
            static var allCases: [Many] { (0..<20_000).map { Many(number: $0) } }
        }
        let found = faults { define(.locked) { matching(Many(number: 1)) | when(.coin) | then() } }
        #expect(found == ["unsuitable: Many has 20000 cases, and can have 16384: 0"])
    }

    @Test func actionsOfOtherEvents() {
        let found = faults {
            define(.locked, onEntry: takesNothing & takesNumber, onExit: takesText*) {
                when(.coin, or: .pass) | then() | Array(takesNumber)
                when(.reset) | then() | takesNothing & takesText
            }
        }
        #expect(
            found == [
                "event of Int, not GateEvent: 2", "event of String, not GateEvent: 3",
                "event of Int, not GateEvent: 1", "event of String, not GateEvent: 1",
            ])
    }

    @Test func superStatesOfOtherStatesAndEvents() {
        let line = #line
        let foreign = Foreign().superState()
        let found = faults(line: line) {
            define(.locked, adopts: foreign)
            define(.unlocked, adopts: foreign)
        }
        let place = Foreign.line - line
        #expect(found == ["open is no GateState: \(place - 1)", "knock is no GateEvent: \(place)"])
    }

    private struct Foreign: SyntaxBuilder {
        enum State { case open, closed }
        enum Event { case knock }

        static let line = #line + 4
        func superState() -> SuperState {
            SuperState {
                when(.knock) | then(.open)
                when(.knock) | then()
            }
        }
    }
}
