import SwiftFSM
import Testing

struct CollectionTests {
    let values: FSMValue<[Int]> = [3, 1, 2]

    @Test func itIteratesOverTheElements() {
        var seen: [Int] = []
        for value in values { seen.append(value) }
        #expect(seen == [3, 1, 2])
    }

    @Test func itIsARandomAccessCollection() {
        func ends<Elements: RandomAccessCollection>(_ elements: Elements) -> [Elements.Element] {
            [elements[elements.startIndex], elements[elements.index(elements.endIndex, offsetBy: -1)]]
        }
        #expect(ends(values) == [3, 2])
    }

    @Test func countsAndIndices() {
        #expect([values.count, values.startIndex, values.endIndex, values.underestimatedCount] == [3, 0, 3, 3])
        #expect(values.indices == 0..<3)
        #expect([values.index(after: 0), values.index(before: 3), values.index(1, offsetBy: 2)] == [1, 2, 3])
        #expect(values.index(1, offsetBy: 3, limitedBy: 3) == nil)
        #expect(values.distance(from: 1, to: 3) == 2)
        #expect([values.isEmpty, FSMValue<[Int]>.some([]).isEmpty] == [false, true])
    }

    @Test func elementsAndSlices() {
        #expect([values[0], values[2], values.first, values.last] == [3, 2, 3, 2])
        #expect([values[1...], values[..<1], values.dropLast(), values.suffix(1)] == [[1, 2], [3], [3, 1], [2]])
    }

    @Test func algorithms() {
        #expect(values.map { $0 * 2 } == [6, 2, 4])
        #expect(values.sorted() == [1, 2, 3])
        #expect(Array(values.reversed()) == [2, 1, 3])
        #expect(values.reduce(0, +) == 6)
        #expect([values.contains(1), values.contains(4)] == [true, false])
        #expect(values + [4] == [3, 1, 2, 4])
        #expect(Array(values) == [3, 1, 2])
    }

    @Test func contiguousStorageIsThatOfTheArray() {
        #expect(values.withContiguousStorageIfAvailable { Array($0) } == [3, 1, 2])
    }

    /// Not only arrays: whatever is wrapped and has random access.
    @Test func otherCollections() {
        let range = FSMValue.some(1..<4)
        #expect(Array(range) == [1, 2, 3])
        #expect(range[2..<4] == 2..<4)
    }

    @Test func dictionariesAreLookedUp() {
        let ages: FSMValue<[String: Int]> = ["Ada": 36]
        #expect(ages["Ada"] == 36)
        #expect(ages["Alan"] == nil)
        #expect(ages["Ada", default: 0] == 36)
        #expect(ages["Alan", default: 0] == 0)
    }

    @Test func theDefaultOfALookUpIsEvaluatedOnlyIfNeeded() {
        var evaluations = 0
        func fallback() -> Int {
            evaluations += 1
            return 41
        }
        let ages: FSMValue<[String: Int]> = ["Ada": 36]
        #expect(ages["Ada", default: fallback()] == 36)
        #expect(evaluations == 0)
        #expect(ages["Alan", default: fallback()] == 41)
        #expect(evaluations == 1)
    }
}
