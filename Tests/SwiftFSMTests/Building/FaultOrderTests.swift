import SwiftFSM
import Testing

/// All faults are told of at once.
struct FaultOrderTests: GateTests {
    func takesNumber(_ number: Int) {}

    @Test func implicitClashesDuplicatesClashesOverridesStatements() {
        let line = #line
        let early = SuperState { overriding { when(.reset) | then(.alarming) } }
        let late = SuperState { when(.reset) | then(.unlocked) }
        let found = faults(line: line) {
            define(.locked) {
                when(.reset) {}
                matching(A.x, and: A.y) | when(.reset) | then()
                overriding { when(.pass) | then() }
                matching(C.y) {
                    when(.coin) | then(.unlocked)
                    when(.coin) | then(.locked)
                }
            }
            define(.unlocked, adopts: early, late) {
                when(.pass) | then() | Array(takesNumber)
                when(.coin) | then()
                when(.coin) | then()
            }
            define(.alarming) {
                matching(B.x) | when(.coin) | then()
                matching(C.x) | when(.coin) | then()
            }
            define(.alarming) {}
        }
        #expect(
            found == [
                "implicit clash for B.x, C.x: "
                    + "alarming 18 matching(B.x) 19 coin 19 then() 19 | alarming 18 matching(C.x) 20 coin 20 then() 20",
                "duplicates: unlocked 13 coin 15 then() 15 | unlocked 13 coin 16 then() 16",
                "clash: locked 4 matching(C.y) 8 coin 9 unlocked 9 | locked 4 matching(C.y) 8 coin 10 locked 10",
                "nothing to override: locked 4 overriding pass 7 then() 7",
                "out of order: unlocked 13 overriding reset 1 alarming 1 before unlocked 13 reset 2 unlocked 2",
                "empty block: when 5",
                "contradiction: A in A.x AND A.y: 6",
                "event of Int, not GateEvent: 14",
                "empty block: define 22",
            ])
    }

    @Test func whatIsWrongInASuperStateIsToldOfOnce() {
        let line = #line
        let base = SuperState(onEntry: Array(takesNumber)) {
            matching(A.x, and: A.x) | when(.coin) | then()
            when(.pass) {}
        }
        let found = faults(line: line) {
            define(.locked, adopts: base)
            define(.unlocked, adopts: base)
        }
        #expect(
            found == [
                "empty block: when 3", "repeated: A.x in A.x AND A.x: 2", "event of Int, not GateEvent: 6",
                "event of Int, not GateEvent: 7",
            ])
    }

    @Test func manyFaultsAreCollected() {
        let states = 0..<2_000
        let machine = FSM<Int, Int>(initialState: 0)
        let error = #expect(throws: SwiftFSMError.self) {
            try machine.buildTable { states.map { Numbers().clash(in: $0) } }
        }
        #expect(error?.faults.count == 2_000)
        #expect(error?.description.hasPrefix("There are 2000 faults in the table") == true)
    }

    private struct Numbers: SyntaxBuilder {
        typealias State = Int
        typealias Event = Int

        func clash(in state: Int) -> Syntax.Define<Int, Int> {
            define(state) {
                when(1) | then(2)
                when(1) | then(3)
            }
        }
    }
}
