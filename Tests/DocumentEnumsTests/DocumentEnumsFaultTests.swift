import Testing

@testable import DocumentEnums

/// Names that would give Swift which does not compile: each is an error of the document, at its place.
@Suite struct DocumentEnumsFaultTests {
    /// The errors for a document with these lines, which has a state and an event.
    private func errors(_ lines: String, definition: String = "door") -> [String] {
        let text = "definition \(definition)\n\(lines)  initial open\n  state open\n    close -> same\n"
        let made = DocumentEnums.make(of: Array(text.utf8), file: "door.fsm")
        let errors = made.messages.filter { !$0.isWarning }.map(\.description)
        #expect((made.source == nil) == !errors.isEmpty)
        return errors
    }

    @Test(arguments: ["string", "sendable", "int32", "SwiftFSM", "FSMValue", "FSMTable", "equatable", "state"])
    func typesThatEnumerationsNeed(_ name: String) {
        let isFree = name == "equatable"
        let type = name.prefix(1).uppercased() + name.dropFirst()
        let predicate = errors("  predicate \(name) a b\n")
        #expect(predicate.count == (isFree ? 0 : 1))
        #expect(predicate.allSatisfy { $0.hasPrefix("door.fsm:2:13: error: expected another name than '\(name)'") })
        let definition = errors("", definition: "  \(name)")
        let isFreeDefinition = isFree || name == "state"
        #expect(
            definition
                == (isFreeDefinition
                    ? []
                    : [
                        "door.fsm:1:14: error: expected another name than '\(name)' for the definition: '\(type)' is a type that "
                            + "its enumerations need: rename the definition"
                    ]))
    }

    @Test(arguments: ["file", "table", "text"])
    func predicatesNamedAsMembers(_ name: String) {
        #expect(errors("  predicate \(name) a b\n").isEmpty)
        let type = name.prefix(1).uppercased() + name.dropFirst()
        let both = errors("  predicate \(name) a b\n  predicate \(type) a b\n")
        #expect(both.count == 1 && both[0].hasPrefix("door.fsm:2:13: error: expected another name than '\(name)'"))
    }

    @Test(arguments: ["+", " ", "$a", "\\\\", "`"])
    func namesThatBackticksDoNotTake(_ name: String) {
        let found = name == "\\\\" ? "\\" : name
        func expected(_ place: String, _ what: String) -> [String] {
            [
                "door.fsm:\(place): error: expected a name for \(what) that Swift can have in backticks, found '\(found)': "
                    + "rename it"
            ]
        }
        #expect(errors("", definition: "\"\(name)\"") == expected("1:13", "the definition"))
        #expect(errors("  named events \"\(name)\"\n") == expected("2:17", "an event"))
        #expect(errors("  event go (i32 \"\(name)\")\n") == expected("2:9", "an argument of 'go'"))
        #expect(errors("  predicate kind a \"\(name)\"\n") == expected("2:13", "a case of 'kind'"))
        #expect(errors("  predicate \"\(name)\" a b\n") == expected("2:14", "a predicate type"))
        #expect(errors("  open go -> same / \"\(name)\"\n") == expected("2:22", "a callback for 'action'"))
    }

    @Test(arguments: ["allCases", "AllCases", "RawValue"])
    func membersThatEnumerationsHave(_ name: String) {
        func expected(_ place: String, _ what: String) -> [String] {
            [
                "door.fsm:\(place): error: expected another name for \(what) than '\(name)', which Swift has: rename it"
            ]
        }
        #expect(errors("  named events all-cases raw-value\n").isEmpty)
        #expect(errors("  named events all-cases \(name)\n") == expected("2:26", "an event"))
        #expect(errors("  event \(name) (i32)\n") == expected("2:9", "an event"))
        #expect(errors("  state \(name)\n    go -> open\n") == expected("2:9", "a state"))
        #expect(errors("  predicate kind a \(name)\n") == expected("2:13", "a case of 'kind'"))
        #expect(errors("  open go -> same / \(name)\n") == expected("2:21", "a callback for 'action'"))
    }

    @Test(arguments: ["type", "protocol", "Self"])
    func typesThatCannotBeMembers(_ name: String) {
        let found = errors("  predicate \(name) a b\n")
        #expect(found.count == 1 && found[0].hasPrefix("door.fsm:2:13: error: expected another name than '\(name)'"))
    }

    @Test func argumentsOfOneName() {
        #expect(
            errors("  event go (i32 a, i32 b, str a)\n") == [
                "door.fsm:2:9: error: expected another name for an argument of 'go', found 'a' again: rename one of them"
            ])
        #expect(errors("  event go (i32 a-b, i32 aB)\n").isEmpty)
    }

    /// Swift's strings are equal if their characters mean the same.
    @Test func accentsInTwoWays() {
        let (one, two) = ("\u{e9}", "e\u{301}")
        let tail = "in two ways, U+00E9 and U+0065 U+0301: write both in one way, or rename one"
        #expect(
            errors("  named events \(one) \(two)\n") == [
                "door.fsm:2:18: error: expected names that differ in Swift, found '\(two)' for an event \(tail)"
            ])
        let others = errors("  predicate kind \(one) \(two)\n  open \(one) -> same / \(one) \(two)\n")
        #expect(
            others == [
                "door.fsm:2:13: error: expected names that differ in Swift, found '\(two)' for a case of 'kind' \(tail)",
                "door.fsm:3:22: error: expected names that differ in Swift, found '\(two)' for a callback for 'action' "
                    + tail,
            ])
    }
}
