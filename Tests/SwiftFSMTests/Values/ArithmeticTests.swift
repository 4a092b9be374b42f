import SwiftFSM
import Testing

/// Results are plain values: each is compared with a constant of a declared type.
struct ArithmeticTests {
    @Test func integers() {
        let seven: FSMValue<Int> = 7
        let results: [Int] = [
            seven + 2, 2 + seven, seven - 2, 2 - seven, seven * 2, 2 * seven, seven / 2, 15 / seven, seven % 4,
            10 % seven,
        ]
        #expect(results == [9, 9, 5, -5, 14, 14, 3, 2, 3, 3])
    }

    @Test func integersOfOtherWidths() {
        let byte: FSMValue<Int8> = 7
        let word = FSMValue<UInt>.some(7)
        let results: ([Int8], [UInt]) = ([byte + 1, 1 + byte, byte % 2], [word - 1, 2 * word, word / 2])
        #expect(results.0 == [8, 8, 1])
        #expect(results.1 == [6, 14, 3])
    }

    @Test func floatingPointNumbers() {
        let value: FSMValue<Double> = 2.5
        let results: [Double] = [
            value + 1, 1 + value, value - 1, 1 - value, value * 2, 2 * value, value / 2, 5 / value,
        ]
        #expect(results == [3.5, 3.5, 1.5, -1.5, 5, 5, 1.25, 2])
    }

    @Test func singlePrecision() {
        let value: FSMValue<Float> = 2.5
        let results: [Float] = [value + 1.5, 1.5 - value, value * 2, value / 2]
        #expect(results == [4, -1, 5, 1.25])
    }

    @Test func typesOfOnesOwn() {
        struct Metres: AdditiveArithmetic, FSMHashable {
            static let zero = Metres(length: 0)
            let length: Int
            static func + (lhs: Self, rhs: Self) -> Self { Metres(length: lhs.length + rhs.length) }
            static func - (lhs: Self, rhs: Self) -> Self { Metres(length: lhs.length - rhs.length) }
        }
        let value = FSMValue.some(Metres(length: 5))
        let plain = Metres(length: 2)
        #expect([value + plain, plain + value, value - plain, plain - value].map(\.length) == [7, 7, 3, -3])
    }

    @Test func chainsAndPrecedence() {
        let two: FSMValue<Int> = 2
        #expect(1 + two * 3 - two / 2 == 6)
    }

    @Test func strings() {
        let text: FSMValue<String> = "b"
        let end = "c"
        #expect([text + end, end + text, "a" + text + "c"] == ["bc", "cb", "abc"])
    }
}
