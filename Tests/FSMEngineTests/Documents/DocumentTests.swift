import Testing

@testable import FSMEngine

/// Documents as the engine reads and writes them. What they mean is in the shared cases, which the C runner reads through
/// the library; what is told of faults is in Tests/C.
@Suite struct DocumentTests {
    @Test func namesGetTheLowestNumbersThatAreFree() throws {
        let definition = try #require(
            Self.read(
                """
                definition
                  ids states b = 1 c
                  a x -> b
                  d y -> "a"
                """))
        #expect(definition.stateNames.all == ["b", "c", "a", "d"])
        #expect(
            ["b", "c", "a", "d"].enumerated().allSatisfy {
                definition.stateNames[[1, 0, 2, 3][$0.offset]] == $0.element
            })
    }

    @Test func aReservedWordInQuotesIsAName() throws {
        let definition = try #require(Self.read("definition\n  any \"any\" -> \"same\"\n  \"same\" any -> same\n"))
        #expect(definition.rows[0].source == ReservedID.any)
        #expect(definition.eventNames[definition.rows[0].event] == "any")
        #expect(definition.rows[0].target == .state(0))
        #expect(definition.rows[1].event == ReservedID.any && definition.rows[1].target == .same)
    }

    @Test func nestingIsIndentationOrNamed() throws {
        let nested = try #require(Self.read("definition\n  state a\n    state b\n      x -> b\n    y -> a\n"))
        let named = try #require(
            Self.read("definition\n  l: state a\n  state b in a\n    x -> b\n  in l\n    y -> a\n"))
        #expect(Self.write(nested) == Self.write(named)?.replacing("  l: state", with: "  state"))
    }

    @Test func aProviderIsWrittenOnce() throws {
        let definition = try #require(
            Self.read("definition\n  predicate P a b\n  predicate P a b by look\n  s x -> s\n"))
        let text = try #require(Self.write(definition))
        #expect(text.contains("  predicate P a b by look\n  predicate P a b\n"))
        #expect(Self.read(text).flatMap(Self.write) == text)
    }

    @Test func casesThatLookLikeNumbersAreWrittenAsTheirNumbers() throws {
        let definition = try #require(
            Self.read("definition\n  predicate P a 08 b b\n  s x [P 1|a] -> s\n  s y [P 3|2] -> s\n"))
        let text = try #require(Self.write(definition))
        #expect(text.contains("  predicate P a 08 b b\n") && text.contains("[P 1|a]") && text.contains("[P 3|2]"))
        #expect(Self.read(text).flatMap(Self.write) == text)
    }

    @Test func signaturesKeepTheirOrder() throws {
        let definition = try #require(
            Self.read(
                """
                definition
                  callable provider unused i32()
                  predicate P a by look
                  callable provider look i32(predicate(P))
                  s x [P a] -> s

                """))
        let text = try #require(Self.write(definition))
        #expect(Self.read(text).flatMap(Self.write) == text)
    }

    @Test func theCanonicalTextOfADefinitionFromCode() {
        var definition = Definition()
        definition.stateNames.set("two words", for: 7)
        definition.add(Row(source: 7, event: 3, target: ReservedID.same))
        definition.add(Row(source: ReservedID.any, event: ReservedID.any, target: 7))
        #expect(
            Self.write(definition) == """
                definition
                  ids states "two words" = 7
                  ids events 3 = 3
                  "two words" 3 -> same
                  any any -> "two words"

                """)
    }

    @Test func whatNoDocumentCanSay() {
        var unnamed = Definition()
        let row = unnamed.add(Row(source: 1, event: 1, target: 1))
        unnamed.addAction(Callback({ _, _ in 0 }), toRow: row)
        #expect(Self.fault(unnamed) == .unnamedCallback)
        for name in ["", "a\nb", "a\u{202e}b", String(repeating: "n", count: 256)] {
            var definition = Definition()
            definition.stateNames.set(name, for: 1)
            definition.add(Row(source: 1, event: 1, target: 1))
            #expect(Self.fault(definition) == .unwritable, "\(name.escaped)")
        }
        var twins = Definition()
        twins.stateNames.set("1", for: 2)
        twins.add(Row(source: 1, event: 1, target: 2))
        #expect(Self.fault(twins) == .unwritable)
    }

    private static func read(_ text: String) -> Definition? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            let reader = DocumentReader(Definition(), bytes, file: -1)
            reader.read()
            return reader.hasFaults ? nil : reader.definition
        }
    }

    private static func write(_ definition: Definition) -> String? {
        let writer = DocumentWriter(definition)
        writer.write()
        return writer.fault == nil ? writer.text.string : nil
    }

    private static func fault(_ definition: Definition) -> DocumentWriter.Fault? {
        let writer = DocumentWriter(definition)
        writer.write()
        return writer.fault
    }
}
