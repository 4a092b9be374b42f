import SwiftFSM
import Testing

/// What can be wrong with delays.
@Suite struct ChartTimeFaultTests: ChartSyntaxBuilder {
    enum State { case a, b }
    enum Event { case go, timeout }

    func description(@TableBuilder<State, Event> _ block: () -> [Syntax.Define<State, Event>]) -> String {
        let machine = FSM<State, Event>(initialState: .a)
        machine.logHandler = nil
        do {
            try machine.buildTable(block)
            return machine.warnings.map { "\($0)" }.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    @Test func aNegativeDelay() {
        let line = #line
        let found = description {
            define(.a) { after(.seconds(-1), .timeout) | then(.b) }
            define(.b) { after(.milliseconds(-1), send: .timeout) }
        }
        #expect(
            found == """
                There are 2 faults in the table of a state machine:

                1. A delay cannot be negative.
                   Use one of zero, or a row of 'always'.

                   after(-1.0 seconds, timeout)  SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 2)

                2. A delay cannot be negative.
                   Use one of zero, or a row of 'always'.

                   after(-0.001 seconds, timeout)  SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 3)

                """)
    }

    @Test func anEventThatNoRowTakes() {
        let line = #line
        let found = description {
            define(.a) {
                after(.seconds(1), send: .timeout)
                when(.go) | then(.b)
            }
            define(.b)
        }
        #expect(
            found == """
                A timeout of state a raises event timeout, but no row takes it.
                Add a row, or do not raise it.

                define(a)  SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 2)
                """)
    }

    @Test func delaysInBlocksOfOtherWords() {
        let line = #line
        let found = description {
            define(.a) {
                condition(in: .b) {
                    after(.seconds(1), send: .timeout)
                    when(.timeout) | then(.b)
                }
                overriding { after(.seconds(1), .timeout) | then(.b) }
            }
            define(.b)
        }
        for (number, word) in [(line + 4, "condition"), (line + 7, "overriding")] {
            let place = "SwiftFSMTests/ChartTimeFaultTests.swift:\(number)"
            let text = "'after' at \(place) has no meaning in the block of '\(word)'"
            #expect(found.contains(text))
        }
    }

    @Test func rowsAreShownWithTheirDelays() {
        let line = #line
        let found = description {
            define(.a) {
                after(.seconds(5), .timeout) | then(.b)
                when(.timeout) | then()
            }
            define(.b)
        }
        #expect(
            found == """
                There is 1 fault in the table of a state machine:

                1. Logical clash: 2 rows for one event lead to different states.
                   Keep one of them, distinguish them with 'matching', or put the adopter's into 'overriding'.

                   define(a)                    SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 2)
                   after(5.0 seconds, timeout)  SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 3)
                   then(b)                      SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 3)

                   define(a)      SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 2)
                   when(timeout)  SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 4)
                   then()         SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 4)

                """)
    }

    @Test func anEmptyBlock() {
        let line = #line
        let found = description {
            define(.a) { after(.seconds(5), .timeout) {} }
        }
        #expect(found.contains("The block of 'after' at SwiftFSMTests/ChartTimeFaultTests.swift:\(line + 2) is empty"))
    }
}
