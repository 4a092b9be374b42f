import Testing

@testable import FSMEngine

/// Signatures as text: what is read, and where it cannot be read on.
@Suite struct SignatureTests {
    /// The signature in words of this test: `bool: context, predicate -7, i32 | cases`.
    private func words(_ text: String) -> String {
        do throws(SignatureFault) {
            let signature = try Signature.parse(text)
            let parameters = signature.parameters.map { parameter in
                switch parameter {
                case .predicate(let id): "predicate \(id)"
                case .argument(let type): "\(type)"
                default: "\(parameter)"
                }
            }
            return "\(signature.result): \(parameters.joined(separator: ", ")) | \(signature.tail)"
        } catch {
            return "at \(error.position): \(error.expected)"
        }
    }

    @Test func whatIsWrittenIsRead() {
        #expect(words("void()") == "void:  | none")
        #expect(words("bool(context, event, i32, f64)") == "bool: context, event, i32, f64 | none")
        #expect(words(" state ( source,target ,step\t,\n time ) ") == "state: source, target, step, time | none")
        #expect(words("event(predicate(-7), predicate ( 12 ))") == "event: predicate -7, predicate 12 | none")
        #expect(words("i32(...)") == "i32:  | cases")
        #expect(words("i32(str, args...)") == "i32: str | arguments")
    }

    @Test(arguments: [
        ("", "at 0: a result: void, bool, i32, state or event"),
        ("  int(i32)", "at 2: a result: void, bool, i32, state or event"),
        ("void", "at 4: '('"),
        ("void(", "at 5: a parameter"),
        ("void(void)", "at 5: a parameter"),
        ("void(i32 i32)", "at 9: ',' or ')'"),
        ("void(i32,)", "at 9: a parameter"),
        ("void(..., i32)", "at 8: ')', since this stands last"),
        ("void(i32) const", "at 10: the end"),
        ("void(predicate)", "at 14: '('"),
        ("void(predicate(x))", "at 15: the id of a predicate type"),
        ("void(predicate(-2147483648))", "at 15: the id of a predicate type"),
        ("void(predicate(99999999999))", "at 15: the id of a predicate type"),
        ("void(i321)", "at 5: a parameter"),
    ])
    func whereItCannotBeReadOn(_ text: String, _ fault: String) { #expect(words(text) == fault) }

    @Test func moreParametersThanMayBe() {
        let most = [String](repeating: "u8", count: Signature.maximumParameterCount).joined(separator: ",")
        #expect(words("void(\(most))").hasSuffix("u8 | none"))
        #expect(words("void(\(most),u8)") == "at \(6 + most.utf8.count): at most 64 parameters")
        #expect(words("void(\(most),...)") == "at \(6 + most.utf8.count): at most 64 parameters")
    }

    private func types(_ text: String) throws -> [ValueType] {
        var types: [ValueType] = []
        try Array(text.utf8).withUnsafeBufferPointer { try ValueType.readList($0) { types.append($0) } }
        return types
    }

    @Test func everyTypeIsAWordOfItsOwn() throws {
        let all = ValueType.allCases.map { "\($0.word)" }
        #expect(all == ["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str", "ptr"])
        #expect(try types(all.joined(separator: " , ")) == ValueType.allCases)
        #expect(try types("  ").isEmpty)
    }
}
