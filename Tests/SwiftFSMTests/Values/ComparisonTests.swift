import SwiftFSM
import Testing

/// Each test compares all results of one family of operators at once.
struct ComparisonTests {
    let five: FSMValue<Int> = 5
    let any = FSMValue<Int>.any

    @Test func equalityWithAPlainValue() {
        let plain = 5
        #expect([five == plain, plain == five, five == 6, 6 == five] == [true, true, false, false])
        #expect([five != plain, plain != five, five != 6, 6 != five] == [false, false, true, true])
    }

    @Test func anyEqualsNoPlainValue() {
        let plain = 5
        #expect([any == plain, plain == any, any == 5, 5 == any] == [false, false, false, false])
        #expect([any != plain, plain != any, any != 5, 5 != any] == [true, true, true, true])
    }

    /// A literal is a plain value, of whatever type it turns out to be.
    @Test func anyEqualsNoLiteral() {
        let results = [
            FSMValue<Int8>.any == 5, 5 == FSMValue<Int8>.any, FSMValue<UInt>.any == 5,
            FSMValue<Float>.any == 5.5, 5.5 == FSMValue<Float>.any, FSMValue<Double>.any == 5,
            5 == FSMValue<Double>.any,
            FSMValue<Bool>.any == true, FSMValue<String>.any == "a", "a" == FSMValue<String>.any,
            FSMValue<[Int8]>.any == [1], [1.5] == FSMValue<[Double]>.any, FSMValue<[Int]>.any == [],
            FSMValue<[String: Int8]>.any == ["a": 1], FSMValue<Set<Int>>.any == [1],
            FSMValue<Int?>.any == nil, nil == FSMValue<Int?>.any, FSMValue<Int?>.any == 5,
        ]
        #expect(results == Array(repeating: false, count: results.count))
    }

    @Test func anyDiffersFromEveryLiteral() {
        let results = [
            FSMValue<Int8>.any != 5, 5 != FSMValue<Int8>.any, FSMValue<UInt>.any != 5,
            FSMValue<Float>.any != 5.5, 5.5 != FSMValue<Float>.any, FSMValue<Double>.any != 5,
            5 != FSMValue<Double>.any,
            FSMValue<Bool>.any != true, FSMValue<String>.any != "a", "a" != FSMValue<String>.any,
            FSMValue<[Int8]>.any != [1], [1.5] != FSMValue<[Double]>.any, FSMValue<[Int]>.any != [],
            FSMValue<[String: Int8]>.any != ["a": 1], FSMValue<Set<Int>>.any != [1],
            FSMValue<Int?>.any != nil, nil != FSMValue<Int?>.any, FSMValue<Int?>.any != 5,
        ]
        #expect(results == Array(repeating: true, count: results.count))
    }

    @Test func valuesEqualTheirLiterals() {
        let results = [
            FSMValue<Int8>.some(5) == 5, 5 == FSMValue<Int8>.some(5), FSMValue<Float>.some(5.5) == 5.5,
            FSMValue.some(true) == true, FSMValue.some("a") == "a", FSMValue<[Int8]>.some([1]) == [1],
            FSMValue.some(["a": 1]) == ["a": 1], FSMValue<Int?>.some(nil) == nil, nil == FSMValue<Int?>.some(nil),
            FSMValue<Int?>.some(5) == 5,
        ]
        #expect(results == Array(repeating: true, count: results.count))
    }

    @Test func orderWithPlainValues() {
        #expect([five < 4, five < 5, five < 6] == [false, false, true])
        #expect([five > 4, five > 5, five > 6] == [true, false, false])
        #expect([five <= 4, five <= 5, five <= 6] == [false, true, true])
        #expect([five >= 4, five >= 5, five >= 6] == [true, true, false])
        #expect([4 < five, 5 < five, 6 < five] == [true, false, false])
        #expect([4 > five, 5 > five, 6 > five] == [false, false, true])
        #expect([4 <= five, 5 <= five, 6 <= five] == [true, true, false])
        #expect([4 >= five, 5 >= five, 6 >= five] == [false, true, true])
    }

    @Test func orderOfOtherTypes() {
        let text: FSMValue<String> = "b"
        let byte: FSMValue<Int8> = 5
        let number: FSMValue<Float> = 1.5
        #expect(
            [text > "a", "c" <= text, byte < 6, 6 < byte, number >= 1.5, 2 > number] == [
                true, false, true, false, true, true,
            ])
    }

    @Test func nothingIsOrderedBesideAny() {
        let results = [
            any < 5, any > 5, any <= 5, any >= 5, 5 < any, 5 > any, 5 <= any, 5 >= any,
            any < five, any > five, any <= five, any >= five, five < any, five > any, five <= any, five >= any,
            any < any, any > any, any <= any, any >= any,
        ]
        #expect(results == Array(repeating: false, count: results.count))
    }

    @Test func orderAmongValues() {
        let six: FSMValue<Int> = 6
        #expect([five < six, five > six, five <= six, five >= six] == [true, false, true, false])
        #expect([five < five, five > five, five <= five, five >= five] == [false, false, true, true])
        #expect([six, five, 7].sorted().map(\.wrappedValue) == [5, 6, 7])
        #expect(max(five, six).wrappedValue == 6)
    }
}
