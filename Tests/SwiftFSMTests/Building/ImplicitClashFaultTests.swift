import SwiftFSM
import Testing

/// Rows that look different, but match the same predicates equally well.
struct ImplicitClashFaultTests: GateTests {
    @Test func betweenTypes() {
        let found = faults {
            define(.locked) {
                matching(A.x) | when(.coin) | then(.unlocked)
                matching(B.y) | when(.coin) | then(.locked)
            }
        }
        #expect(
            found == [
                "implicit clash for A.x, B.y: "
                    + "locked 1 matching(A.x) 2 coin 2 unlocked 2 | locked 1 matching(B.y) 3 coin 3 locked 3"
            ])
    }

    @Test func evenIfTheyLeadToTheSameState() {
        let found = faults {
            define(.locked) {
                matching(A.x, or: A.y) | when(.coin) | then(.unlocked)
                matching(A.y, or: A.z) | when(.coin) | then(.unlocked)
            }
        }
        #expect(
            found == [
                "implicit clash for A.y: locked 1 matching(A.x, or: A.y) 2 coin 2 unlocked 2 "
                    + "| locked 1 matching(A.y, or: A.z) 3 coin 3 unlocked 3"
            ])
    }

    @Test func moreTypesWin() {
        let found = faults {
            define(.locked) {
                matching(A.x, and: B.y) | when(.coin) | then(.unlocked)
                matching(B.y, and: A.y) | when(.coin) | then(.unlocked)
                matching(A.z, and: B.y) | when(.coin) | then(.unlocked)
                matching(B.y) | when(.coin) | then(.locked)
                matching(A.x) | when(.coin) | then(.alarming)
                when(.coin) | then(.locked)
            }
        }
        #expect(found == [])
    }

    @Test func otherEventsAndStatesDoNotClash() {
        let found = faults {
            define(.locked) {
                matching(A.x) | when(.coin) | then(.unlocked)
                matching(B.y) | when(.pass) | then(.locked)
            }
            define(.unlocked) { matching(B.y) | when(.coin) | then(.locked) }
        }
        #expect(found == [])
    }

    /// Of four rows in every order the same clash is found, though the row that would settle half of it comes anywhere.
    @Test func theOrderOfRowsDoesNotMatter() {
        let rows: [(Int) -> Syntax.MatchingWhenThenActions] = [
            { matching(A.x, line: $0) | when(.coin, line: $0) | then(.unlocked, line: $0) },
            { matching(B.y, line: $0) | when(.coin, line: $0) | then(.locked, line: $0) },
            { matching(A.x, and: B.y, C.x, line: $0) | when(.coin, line: $0) | then(.alarming, line: $0) },
            { matching(C.x, line: $0) | when(.coin, line: $0) | then(.locked, line: $0) },
        ]
        var counts: Set<Int> = []
        var found: Set<Set<String>> = []
        for order in permutations(of: Array(rows.indices)) {
            let faults = faults(line: 0) { define(.locked) { order.map { rows[$0](100 + $0) } } }
            counts.insert(faults.count)
            found.insert(Set(faults.flatMap { $0.split(separator: ": ")[1].components(separatedBy: " | ") }))
        }
        let clashing: Set = [
            "matching(A.x) 100 coin 100 unlocked 100", "matching(B.y) 101 coin 101 locked 101",
            "matching(C.x) 103 coin 103 locked 103",
        ]
        #expect(counts.count == 1)
        #expect(found.map { $0.map { String($0.drop { $0 != "m" }) } }.map { Set($0) } == [clashing])
    }

    private func permutations(of numbers: [Int]) -> [[Int]] {
        if numbers.isEmpty { return [[]] }
        return numbers.flatMap { first in
            permutations(of: numbers.filter { $0 != first }).map { [first] + $0 }
        }
    }

    @Test func typesOfOneNameAreTwoTypes() {
        enum Day { enum Mode: Predicate { case on, off } }
        enum Night { enum Mode: Predicate { case on, off } }
        let found = faults {
            define(.locked) {
                matching(Day.Mode.on, and: Night.Mode.off) | when(.coin) | then(.unlocked)
                matching(Day.Mode.on, and: Night.Mode.on) | when(.coin) | then(.alarming)
            }
        }
        #expect(found == [])
    }
}

extension Substring {
    /// The parts between separators.
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
