import Testing

@testable import FSMEngine

@Suite struct SortKeyTests {
    @Test func keysAreSortedByBothNumbers() {
        var random = Random(seed: 5)
        for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 1_000] {
            for range: UInt64 in [1, 3, 1 << 40] {
                let keys = (0..<count).map { _ in SortKey(high: random.next() % range, low: random.next() % range) }
                var sorted = keys
                sorted.sortKeys()
                #expect(sorted == keys.sorted())
            }
        }
    }

    @Test func groupsShareTheFirstNumber() {
        var keys = [SortKey(2, 0), SortKey(1, 1), SortKey(2, 2), SortKey(1, 3), SortKey(0, 4)]
        var groups: [[Int]] = []
        keys.forEachGroup { groups.append($0) }
        #expect(groups == [[4], [1, 3], [0, 2]])
    }
}
