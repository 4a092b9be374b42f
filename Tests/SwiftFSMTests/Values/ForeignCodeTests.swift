import SwiftFSM
import Testing

/// Importing SwiftFSM changes nothing for other types: every expression here compiles, and means what it means without
/// the import.
struct ForeignCodeTests {
    struct Point: FSMHashable, Comparable {
        let x: Int
        static func < (lhs: Self, rhs: Self) -> Bool { lhs.x < rhs.x }
    }

    enum Mode: FSMHashable { case on, off }

    @Test func optionalsAreComparedWithNil() {
        let number: Int? = 1
        let text: String? = nil
        let array: [Int]? = nil
        let point: Point? = Point(x: 1)
        let mode: Mode? = nil
        let byte: Int8? = 5
        #expect(
            [number == nil, text == nil, array == nil, point == nil, mode == nil, byte == nil] == [
                false, true, true, false, true, false,
            ])
        #expect(
            [nil == number, nil == text, nil == array, nil == point, nil == mode, nil == byte] == [
                false, true, true, false, true, false,
            ])
        #expect(
            [number != nil, nil != text, array != nil, nil != point, mode != nil, nil != byte] == [
                true, false, false, true, false, true,
            ])
    }

    @Test func optionalsOfWhatIsNotHashable() {
        struct Opaque {}
        let opaque: Opaque? = nil
        let closure: (() -> Void)? = {}
        #expect([opaque == nil, nil == opaque, closure != nil, nil == closure] == [true, true, true, false])
    }

    @Test func optionalsAreComparedWithValues() {
        let number: Int? = 1
        let byte: Int8? = 5
        let text: String? = "a"
        let mode: Mode? = .on
        #expect(
            [number == 1, 1 == number, byte == 5, 5 == byte, text == "a", "a" == text] == [
                true, true, true, true, true, true,
            ])
        #expect(
            [number == .none, number == .some(1), mode == .on, mode == .off, mode != nil] == [
                false, true, true, false, true,
            ])
    }

    @Test func nestedOptionalsAndChains() {
        let nested: Int?? = .some(nil)
        let point: Point? = nil
        let ages = ["Ada": 36]
        #expect([nested == nil, nested == .some(nil), point?.x == nil, point?.x == 1] == [false, true, true, false])
        #expect(
            [ages["Ada"] == nil, ages["Ada"] == 36, nil == ages["Alan"], [1, 2].first == nil] == [
                false, true, true, false,
            ])
        let optionalValue: FSMValue<Int>? = nil
        #expect(
            [optionalValue == nil, nil != optionalValue, optionalValue?.wrappedValue == 5] == [true, false, false])
    }

    @Test func literalsKeepTheirDefaultTypes() {
        let sum = 1 + 2 * 3 - 4 / 2 % 3
        let quotient = 5 / 2.0
        let text = "a" + "b"
        let array = [1] + [2]
        let list: [Any] = [sum, quotient, text, array]
        #expect(list.map { "\(type(of: $0))" } == ["Int", "Double", "String", "Array<Int>"])
        #expect(
            [1 == 1, 1 != 2, 1 < 2, 1.5 >= 1, "a" == "a", "a" < "b", true == true, [1] == [1], [] == [1]] == [
                true, true, true, true, true, true, true, true, false,
            ])
        #expect(["a": 1] == ["a": 1])
    }

    @Test func plainValuesOfManyTypes() {
        let byte: Int8 = 5
        let word: UInt = 5
        let single: Float = 1.5
        let character: Character = "a"
        let set: Set = [1, 2]
        #expect(
            [byte == 5, 5 == byte, byte + 1 == 6, 6 == 1 + byte, byte < 6, 1 + 2 * byte == 11, byte % 2 != 0] == [
                true, true, true, true, true, true, true,
            ])
        #expect(
            [word == 5, 5 >= word, single == 1.5, 1.5 == single, single * 2 == 3, 3 / single == 2] == [
                true, true, true, true, true, true,
            ])
        #expect(
            [character == "a", "a" == character, set == [2, 1], [1, 2] == set, (1, 2) == (1, 2)] == [
                true, true, true, true, true,
            ])
        #expect(
            [Point(x: 1) == Point(x: 1), Point(x: 1) < Point(x: 2), Point(x: 1) >= Point(x: 2), Mode.on == .off] == [
                true, true, false, false,
            ])
    }

    @Test func genericCode() {
        func equal<Value: FSMHashable>(_ optional: Value?, _ value: Value) -> [Bool] {
            [optional == value, value == optional, optional == nil, nil != optional]
        }
        func number<Value: Numeric>(_ value: Value) -> Bool { value == 5 && 5 == value && value * 1 + 0 == value }
        func integer<Value: BinaryInteger>(_ value: Value) -> Bool { value == 5 && value % 2 == 1 && 4 < value }
        func fraction<Value: FloatingPoint>(_ value: Value) -> Bool { value == 5 && 5 == value && value / 2 > 1 }
        func sum<Value: AdditiveArithmetic>(_ value: Value) -> Bool { value + .zero == value && .zero - value != value }
        #expect(equal(1, 1) == [true, true, false, true])
        #expect(equal(nil, "a") == [false, false, true, false])
        #expect([number(Int8(5)), integer(UInt16(5)), fraction(Float(5)), sum(5)] == [true, true, true, true])
    }

    @Test func operatorsAsFunctions() {
        #expect([3, 1, 2].sorted(by: >) == [3, 2, 1])
        #expect([1, 2, 3].reduce(0, +) == 6)
        #expect(["a", "b"].reduce("", +) == "ab")
        #expect(zip([1, 2], [1, 3]).map(==) == [true, false])
    }

    @Test func emptyAndNilPatternsOfSwitch() {
        func text(_ number: Int?) -> String {
            switch number {
            case nil: "nothing"
            case 5: "five"
            case let number?: "\(number)"
            }
        }
        #expect([nil, 5, 6].map(text) == ["nothing", "five", "6"])
    }

    @Test func stringsAreNoErrors() {
        let text: Any = "text"
        #expect(!(text is any Error))
    }
}
