import SwiftFSM
import Testing

/// What a program that ends with `SwiftFSMError` shows, word by word.
struct FaultTextTests: GateTests {
    func takesNumber(_ number: Int) {}

    /// A text without its heading and its number.
    private func only(_ text: String) -> String {
        let heading = "There is 1 fault in the table of a state machine:\n\n1. "
        #expect(text.hasPrefix(heading))
        return String(text.dropFirst(heading.count))
    }

    /// Two rows that clash, in forms of all words, and two that are the same. Returns the text, and the line in which
    /// the first state is defined.
    private func textOfAClashAndDuplicates() -> (text: String, line: Int) {
        let line = #line + 2
        let text = text {
            define(.locked) {
                matching(A.x, or: A.y, and: B.x) {
                    condition { true } | when(.coin) | then(.unlocked)
                }
                matching(A.y, or: A.x) {
                    overriding {
                        matching(B.x) | when(.coin) | then()
                    }
                }
            }
            define(.unlocked) {
                when(.coin) | then(.locked)
                when(.coin) | then(.locked)
            }
        }
        return (text, line)
    }

    @Test func rowsWithTheirPlaces() {
        let (text, line) = textOfAClashAndDuplicates()
        #expect(
            text == """
                There are 2 faults in the table of a state machine:

                1. Duplicates: 2 rows are the same.
                   Keep one of them.

                   define(unlocked)  SwiftFSMTests/FaultTextTests.swift:\(line + 10)
                   when(coin)        SwiftFSMTests/FaultTextTests.swift:\(line + 11)
                   then(locked)      SwiftFSMTests/FaultTextTests.swift:\(line + 11)

                   define(unlocked)  SwiftFSMTests/FaultTextTests.swift:\(line + 10)
                   when(coin)        SwiftFSMTests/FaultTextTests.swift:\(line + 12)
                   then(locked)      SwiftFSMTests/FaultTextTests.swift:\(line + 12)

                2. Logical clash: 2 rows for one event lead to different states.
                   Keep one of them, distinguish them with 'matching', let conditions choose with 'conditions: .firstMatch', or \
                put the adopter's into 'overriding'.

                   define(locked)                    SwiftFSMTests/FaultTextTests.swift:\(line)
                   condition                         SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   matching(A.x, or: A.y, and: B.x)  SwiftFSMTests/FaultTextTests.swift:\(line + 1)
                   when(coin)                        SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   then(unlocked)                    SwiftFSMTests/FaultTextTests.swift:\(line + 2)

                   define(locked)          SwiftFSMTests/FaultTextTests.swift:\(line)
                   overriding
                   matching(A.y, or: A.x)  SwiftFSMTests/FaultTextTests.swift:\(line + 4)
                   matching(B.x)           SwiftFSMTests/FaultTextTests.swift:\(line + 6)
                   when(coin)              SwiftFSMTests/FaultTextTests.swift:\(line + 6)
                   then()                  SwiftFSMTests/FaultTextTests.swift:\(line + 6)

                """)
    }

    @Test func implicitClash() {
        let line = #line + 2
        let text = text {
            define(.locked) {
                matching(A.x) | when(.coin) | then(.unlocked)
                matching(B.y) | when(.coin) | then(.locked)
            }
        }
        #expect(
            only(text) == """
                Implicit clash: 2 rows match equally well where A.x AND B.y holds.
                   Name more predicate types in one of them, or predicates that the others do not match.

                   define(locked)  SwiftFSMTests/FaultTextTests.swift:\(line)
                   matching(A.x)   SwiftFSMTests/FaultTextTests.swift:\(line + 1)
                   when(coin)      SwiftFSMTests/FaultTextTests.swift:\(line + 1)
                   then(unlocked)  SwiftFSMTests/FaultTextTests.swift:\(line + 1)

                   define(locked)  SwiftFSMTests/FaultTextTests.swift:\(line)
                   matching(B.y)   SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   when(coin)      SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   then(locked)    SwiftFSMTests/FaultTextTests.swift:\(line + 2)

                """)
    }

    @Test func overrides() {
        let line = #line + 1
        let early = SuperState { overriding { when(.reset) | then(.alarming) } }
        let late = SuperState { when(.reset) | then(.unlocked) }
        let text = text {
            define(.locked, adopts: early, late) { overriding { when(.pass) | then() } }
        }
        #expect(
            text == """
                There are 2 faults in the table of a state machine:

                1. Overriding out of order: a row comes before the rows it should override.
                   Override in the adopter, or adopt the superstate that overrides last. The overriding row:

                   define(locked)  SwiftFSMTests/FaultTextTests.swift:\(line + 3)
                   overriding
                   when(reset)     SwiftFSMTests/FaultTextTests.swift:\(line)
                   then(alarming)  SwiftFSMTests/FaultTextTests.swift:\(line)

                   The rows after it:

                   define(locked)  SwiftFSMTests/FaultTextTests.swift:\(line + 3)
                   when(reset)     SwiftFSMTests/FaultTextTests.swift:\(line + 1)
                   then(unlocked)  SwiftFSMTests/FaultTextTests.swift:\(line + 1)

                2. Nothing to override: no superstate has a row for this event and these predicates.
                   Adopt the superstate that has it, or take the row out of 'overriding': one that names more predicates comes first anyway.

                   define(locked)  SwiftFSMTests/FaultTextTests.swift:\(line + 3)
                   overriding
                   when(pass)      SwiftFSMTests/FaultTextTests.swift:\(line + 3)
                   then()          SwiftFSMTests/FaultTextTests.swift:\(line + 3)

                """)
    }

    @Test func statements() {
        let line = #line + 2
        let text = text {
            define(.locked, onEntry: Array(takesNumber)) {
                when(.coin) {}
                matching(A.x) {
                    matching(A.y, or: A.z) | when(.coin) | then()
                    matching(B.x, or: .x) | when(.coin) | then()
                }
            }
        }
        #expect(
            text == """
                There are 4 faults in the table of a state machine:

                1. The block of 'when' at SwiftFSMTests/FaultTextTests.swift:\(line + 1) is empty.
                   Put at least one statement into it, or remove it.

                2. 'A.x AND (A.y OR A.z)' never holds: of A exactly one predicate holds at a time.
                   Join predicates of one type with 'or:', or remove all but one.

                   matching  SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   matching  SwiftFSMTests/FaultTextTests.swift:\(line + 3)

                3. 'A.x AND (B.x OR B.x)' names B.x more than once.
                   Name each predicate once.

                   matching  SwiftFSMTests/FaultTextTests.swift:\(line + 2)
                   matching  SwiftFSMTests/FaultTextTests.swift:\(line + 4)

                4. An action takes an event of type 'Int', but the events of this table are of type 'GateEvent' \
                (SwiftFSMTests/FaultTextTests.swift:\(line)).
                   Use an action that takes 'GateEvent' or no event.

                """)
    }

    @Test func emptyTable() {
        #expect(only(text {}) == "The table is empty.\n   Add at least one 'define'.\n")
    }

    @Test func valuesStayInTheirLineAndOfManyRowsSomeAreShown() throws {
        struct Texts: SyntaxBuilder {
            typealias State = String
            typealias Event = String

            func table() -> Syntax.Define<String, String> {
                define("a\nb") { (0..<20).map { _ in when("\t") | then("\u{1b}[2J") } }
            }
        }
        let machine = FSM<String, String>(initialState: "a")
        let error = try #require(throws: SwiftFSMError.self) { try machine.buildTable { Texts().table() } }
        let lines = error.description.split(separator: "\n").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
        #expect(lines.filter { $0.hasPrefix("define") } == Array(repeating: #"define(a\nb)"#, count: 16))
        #expect(lines.filter { $0.hasPrefix("when") } == Array(repeating: #"when(\t)"#, count: 16))
        #expect(lines.filter { $0.hasPrefix("then") } == Array(repeating: #"then(\x1b[2J)"#, count: 16))
        #expect(error.description.hasSuffix("\n\n   … and 4 more\n"))
    }

    /// The whole set of texts that no table of this suite comes to.
    @Test(arguments: [
        (
            TableFault.unknownState("gone"),
            """
            The state 'gone', in which a machine is to begin, is not in its table.
            Use a state that has a 'define' or that a 'then' leads to; one that was stored may have another name now.
            """
        ),
        (
            .otherRules,
            """
            The rules of the machine differ from those of its table.
            Use the same statements in the same order: only actions can differ.
            """
        ),
        (.outOfMemory, "Memory allocation failed."),
    ])
    func otherTexts(_ fault: TableFault, _ text: String) {
        #expect(fault.description == text)
    }
}
