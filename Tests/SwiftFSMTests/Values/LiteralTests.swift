import SwiftFSM
import Testing

/// The section "Literal Expression Implementations" of the documents.
struct LiteralTests {
    /// The code block of the section; each line's comment has become what is expected.
    @Test func examplesOfTheDocument() {
        let s: FSMValue<String> = "1"
        let i: FSMValue<Int> = 1
        let ai: FSMValue<[Int]> = [1]

        #expect(s.wrappedValue == .some("1"))
        #expect(i.wrappedValue == .some(1))
        #expect(ai.wrappedValue == .some([1]))

        #expect(s + "1" == "11")
        #expect(i + 1 == 2)
        #expect(ai[0] == 1)
        #expect((ai[0] == i) == true)
        #expect((ai[0] > i) == false)
        #expect("\(i)\(s)" == "11")
    }

    /// The same lines as the documents have them: each as a statement, its result unused.
    @Test func examplesOfTheDocumentAsStatements() {
        let s: FSMValue<String> = "1"
        let i: FSMValue<Int> = 1
        let ai: FSMValue<[Int]> = [1]

        _ = s + "1"
        _ = i + 1
        _ = ai[0]
        _ = ai[0] == i
        _ = ai[0] > i
        _ = "\(i)\(s)"

        let sum = i + 1
        let text = s + "1"
        let element = ai[0]
        let types = [sum, text, element].map { (value: Any) in "\(type(of: value))" }
        #expect(types == ["Int", "String", "Int"])
    }

    @Test func integers() {
        let values: (FSMValue<Int>, FSMValue<Int8>, FSMValue<Int16>, FSMValue<Int32>, FSMValue<Int64>)
        values = (1, -2, 3, -4, 5)
        #expect(values.0.wrappedValue == 1)
        #expect(values.1.wrappedValue == -2)
        #expect(values.2.wrappedValue == 3)
        #expect(values.3.wrappedValue == -4)
        #expect(values.4.wrappedValue == 5)
    }

    @Test func floatingPointNumbers() {
        let values: (FSMValue<Float>, FSMValue<Double>) = (1.5, -2.5)
        #expect(values.0.wrappedValue == 1.5)
        #expect(values.1.wrappedValue == -2.5)
    }

    @Test func booleans() {
        let values: [FSMValue<Bool>] = [true, false]
        #expect(values.map(\.wrappedValue) == [true, false])
    }

    @Test func stringsCharactersAndScalars() {
        let string: FSMValue<String> = "a string"
        let character = FSMValue<String>(extendedGraphemeClusterLiteral: "e\u{301}")
        let scalar = FSMValue<String>(unicodeScalarLiteral: "e")
        #expect([string, character, scalar].map(\.wrappedValue) == ["a string", "é", "e"])
    }

    @Test func nilIsAValueNotAny() {
        let value: FSMValue<Int?> = nil
        #expect(value.wrappedValue == .some(nil))
    }

    @Test func arrays() {
        let empty: FSMValue<[String]> = []
        let nested: FSMValue<[[Int]]> = [[1], [2, 3]]
        #expect(empty.wrappedValue == .some([]))
        #expect(nested.wrappedValue == [[1], [2, 3]])
    }

    @Test func dictionaries() {
        let empty: FSMValue<[String: Int]> = [:]
        let value: FSMValue<[String: Int]> = ["a": 1, "b": 2]
        #expect(empty.wrappedValue == .some([:]))
        #expect(value.wrappedValue == ["a": 1, "b": 2])
    }
}
