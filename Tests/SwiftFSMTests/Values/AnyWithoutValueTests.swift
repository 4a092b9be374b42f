import SwiftFSM
import Testing

/// Using `.any` as a value ends the process, and standard error tells which operation was meant.
struct AnyWithoutValueTests {
    enum Use: String, CaseIterable, Codable, Sendable {
        case plus, plusReversed, minus, minusReversed, times, timesReversed, dividedBy, dividedByReversed
        case remainder, remainderReversed, fraction, fractionReversed, concatenation, concatenationReversed
        case iteration, count, isEmpty, startIndex, endIndex, indices, indexAfter, indexBefore, distance
        case element, slice, key, keyWithDefault

        /// Uses `.any`, which does not return.
        func run() {
            let number = FSMValue<Int>.any
            let fraction = FSMValue<Double>.any
            let text = FSMValue<String>.any
            let array = FSMValue<[Int]>.any
            let dictionary = FSMValue<[String: Int]>.any
            switch self {
            case .plus: _ = number + 1
            case .plusReversed: _ = 1 + number
            case .minus: _ = number - 1
            case .minusReversed: _ = 1 - number
            case .times: _ = number * 1
            case .timesReversed: _ = 1 * number
            case .dividedBy: _ = number / 1
            case .dividedByReversed: _ = 1 / number
            case .remainder: _ = number % 1
            case .remainderReversed: _ = 1 % number
            case .fraction: _ = fraction / 1
            case .fractionReversed: _ = 1 / fraction
            case .concatenation: _ = text + "a"
            case .concatenationReversed: _ = "a" + text
            case .iteration: for _ in array {}
            case .count: _ = array.count
            case .isEmpty: _ = array.isEmpty
            case .startIndex: _ = array.startIndex
            case .endIndex: _ = array.endIndex
            case .indices: _ = array.indices
            case .indexAfter: _ = array.index(after: 0)
            case .indexBefore: _ = array.index(before: 1)
            case .distance: _ = array.distance(from: 0, to: 1)
            case .element: _ = array[0]
            case .slice: _ = array[0..<1]
            case .key: _ = dictionary["a"]
            case .keyWithDefault: _ = dictionary["a", default: 1]
            }
        }

        var message: String {
            switch self {
            case .plus, .plusReversed: number("+(_:_:)")
            case .minus, .minusReversed: number("-(_:_:)")
            case .times, .timesReversed: number("*(_:_:)")
            case .dividedBy, .dividedByReversed: number("/(_:_:)")
            case .remainder, .remainderReversed: number("%(_:_:)")
            case .fraction, .fractionReversed: "FSMValue<Double>.any has no value - the operation /(_:_:) is invalid."
            case .concatenation, .concatenationReversed:
                "FSMValue<String>.any has no value - the operation +(_:_:) is invalid."
            case .iteration: array("makeIterator()")
            case .count, .isEmpty, .startIndex, .endIndex, .indices: array(rawValue)
            case .indexAfter: array("index(after:)")
            case .indexBefore: array("index(before:)")
            case .distance: array("distance(from:to:)")
            case .element, .slice: array("subscript(_:)")
            case .key: dictionary("subscript(_:)")
            case .keyWithDefault: dictionary("subscript(_:default:)")
            }
        }

        private func number(_ operation: String) -> String {
            "FSMValue<Int>.any has no value - the operation \(operation) is invalid."
        }

        private func array(_ operation: String) -> String {
            "FSMValue<Array<Int>>.any has no value - the operation \(operation) is invalid."
        }

        private func dictionary(_ operation: String) -> String {
            "FSMValue<Dictionary<String, Int>>.any has no value - the operation \(operation) is invalid."
        }
    }

    @Test(arguments: Use.allCases)
    func usingAnyAsAValueTraps(_ use: Use) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
            use.run()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Fatal error: " + use.message))
    }
}
