import Testing

@testable import FSMEngine

/// What building tells of predicates and requests, word by word.
@Suite struct PredicateDiagnosticTextTests {
    /// Everything that validation says, each with its lines.
    private func tells(_ change: (inout Definition) throws -> Void) throws -> [String] {
        var definition = Definition()
        for (id, name) in [(1, "LOCKED"), (2, "UNLOCKED")] { definition.stateNames.set(name, for: ID(id)) }
        definition.eventNames.set("COIN", for: 10)
        for (id, name, cases) in [(5, "Enforcement", ["weak", "strong"]), (6, "Reward", ["positive", "negative"])] {
            try definition.predicate(ID(id), caseCount: 2)
            definition.predicateNames.set(name, for: ID(id))
            for (value, text) in cases.enumerated() { definition.caseNames.set(text, for: ID(value), in: ID(id)) }
        }
        definition.row(1, 10, 2, matches: [5: [0], 6: [0]])
        definition.row(2, 10, 1)
        try change(&definition)
        return definition.validate().diagnostics.map { diagnostic in
            let lines = diagnostic.places.map { "\($0.line)" }.joined(separator: ",")
            return "\(diagnostic.kind.severity) \(lines): \(diagnostic.text)"
        }
    }

    @Test func implicitClash() throws {
        let told = try tells {
            $0.row(1, 10, 2, matches: [5: [0]])
            $0.row(1, 10, 1, matches: [6: [1]])
        }
        #expect(
            told == [
                "error 3,4: (LOCKED, COIN) is ambiguous for Enforcement weak, Reward negative: "
                    + "(LOCKED, COIN, Enforcement weak) -> UNLOCKED and (LOCKED, COIN, Reward negative) -> LOCKED "
                    + "match equally well: make one of them name more predicate types, or cases that the others do not"
            ])
    }

    @Test func matchesThatAreWrong() throws {
        let told = try tells {
            $0.row(1, 11, 2, matches: [5: [0, 0]])
            $0.row(1, 12, 2, matches: [5: [2]])
            $0.row(1, 13, 2, matches: [5: []])
            $0.row(1, 14, 2, matches: [5: [0]])
            $0.addMatch(5, cases: [1], toRow: 5)
            $0.row(1, 15, 2, matches: [7: [1]])
        }
        #expect(
            told == [
                "error 3: (LOCKED, 11, Enforcement weak or weak) -> UNLOCKED names case weak of predicate type "
                    + "Enforcement twice: name it once",
                "error 4: (LOCKED, 12, Enforcement 2) -> UNLOCKED names case 2 of predicate type Enforcement, which "
                    + "has the cases 0 to 1: correct the case",
                "error 5: (LOCKED, 13, Enforcement in no case) -> UNLOCKED names no case of predicate type "
                    + "Enforcement: name one, or leave out the type",
                "error 6: (LOCKED, 14, Enforcement weak, Enforcement strong) -> UNLOCKED names predicate type "
                    + "Enforcement twice, and both matches would have to hold: name all of the cases in one match",
                "error 7: (LOCKED, 15, 7 1) -> UNLOCKED names predicate type 7, which is not declared: declare it, "
                    + "or correct the type",
            ])
    }

    @Test func predicateTypes() throws {
        let told = try tells {
            try $0.predicate(5, caseCount: 3)
            try $0.predicate(8, caseCount: 3)
        }
        #expect(
            told == [
                "error 301,303: predicate type Enforcement is declared with 2 cases and with 3: "
                    + "keep one of these declarations",
                "warning 304: predicate type 8 is declared, but no row uses it: add a row, or remove the declaration",
            ])
    }

    @Test func aRowThatIsOutranked() throws {
        let told = try tells {
            $0.row(1, 10, 1, matches: [5: [0]])
            $0.row(1, 10, 1, matches: [5: [0], 6: [1]])
        }
        #expect(
            told == [
                "warning 3: (LOCKED, COIN, Enforcement weak) -> LOCKED is never taken, since other rows always come "
                    + "before it: remove it, or the rows before it"
            ])
    }

    @Test func requests() throws {
        let told = try tells {
            $0.row(1, ReservedID.request, ReservedID.same)
            $0.row(1, ReservedID.request, 2)
            $0.row(1, ReservedID.request, 2)
        }
        #expect(
            told == [
                "error 3: (LOCKED, request) -> same has a reserved id as its target: "
                    + "use one of your own (from -2147483632 up), or quotes for a name in a document",
                "error 4,5: (LOCKED, request) -> UNLOCKED is defined 2 times: keep one of these rows",
            ])
    }

    @Test func namesStayInTheirLine() {
        #expect("a\tb\nc\rd\u{7}\u{85}".escaped == #"a\tb\nc\rd\x07\x85"#)
        #expect("\u{202e}a\u{2066}b\u{2028}c\u{200e}d\u{61c}".escaped == #"\u202ea\u2066b\u2028c\u200ed\u061c"#)
        #expect("Zürich \"東京\" \\".escaped == "Zürich \"東京\" \\")
    }
}
