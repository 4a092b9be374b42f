import SwiftFSM
import Testing

/// What an FSMValue is by itself: its value, its text, and what it equals.
struct FSMValueTests {
    @Test func wrappedValueIsTheValueOrNil() {
        #expect(FSMValue.some(50).wrappedValue == .some(50))
        #expect(FSMValue<Int>.any.wrappedValue == .none)
    }

    @Test func aWrappedNilIsToldFromAny() {
        #expect(FSMValue<Int?>.some(nil).wrappedValue == .some(nil))
        #expect(FSMValue<Int?>.any.wrappedValue == .none)
        #expect(FSMValue<Int?>.some(nil).wrappedValue != .none)
    }

    @Test func descriptionIsThatOfTheValue() {
        #expect(FSMValue.some(50).description == "50")
        #expect(FSMValue.some("a").description == "a")
        #expect(FSMValue.some([1, 2]).description == "[1, 2]")
        #expect("\(FSMValue.some(1.5))" == "1.5")
    }

    @Test func descriptionOfAnyNamesTheType() {
        #expect(FSMValue<Int>.any.description == "FSMValue<Int>.any")
        #expect("\(FSMValue<[String]>.any)" == "FSMValue<Array<String>>.any")
    }

    @Test func anyEqualsEverythingOfItsType() {
        let one = FSMValue.some(1)
        let two = FSMValue.some(2)
        #expect(one == one)
        #expect(one != two)
        #expect(one == .any)
        #expect(.any == two)
        #expect(FSMValue<Int>.any == .any)
    }

    @Test func equalValuesHashAlike() {
        let hashes = [FSMValue.some(1), .some(2), .any].map(\.hashValue)
        #expect(hashes == Array(repeating: hashes[0], count: 3))
    }

    @Test func anyFindsAndIsFoundAsAKey() {
        #expect([FSMValue.some(1): "row"][.any] == "row")
        #expect([FSMValue<Int>.any: "row"][1] == "row")
        #expect([FSMValue.some(1): "row"][2] == nil)
    }

    @Test func patternsOfSwitchTellTheCases() {
        func text(_ value: FSMValue<Int>) -> String {
            switch value {
            case .some(1): "one"
            case .some(let value): "value \(value)"
            case .any: "any"
            }
        }
        #expect([1, 2, .any].map(text) == ["one", "value 2", "any"])
    }
}
