import Testing

@testable import FSMEngine

/// Scattered ids are found, and no others, whether they have places of their own or are found by probing.
@Suite struct IDHashTests {
    /// The events of a table with a row for each of these.
    private func events(_ ids: [ID]) throws -> (Table, IDLookup<Event>) {
        var definition = Definition()
        for id in ids { definition.row(0, id, 0) }
        let valid = try #require(definition.validate().valid)
        let table = try #require(valid.compile())
        return (table, table.storage.pointee.events)
    }

    private func check(_ ids: [ID], _ comment: Comment) throws {
        let (table, events) = try events(ids)
        try #require(!events.isCompact, comment)
        withExtendedLifetime(table) {
            for (number, id) in ids.sorted().enumerated() {
                #expect(events.index(of: id)?.value == UInt32(number), comment)
            }
            let known = Set(ids)
            let neighbours = ids.flatMap { [$0 &- 1, $0 &+ 1, ~$0, $0 &* 31] }
            for id in neighbours + [0, -1, .max, ReservedID.none, ReservedID.any] where !known.contains(id) {
                #expect(events.index(of: id) == nil, comment)
            }
        }
    }

    @Test func randomIDsAreFound() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Random(seed: seed)
        for count in [2, 3, 5, 16, 31, 32, 33, 63, 64, 65, 500] {
            var ids = Set<ID>()
            while ids.count < count { ids.insert(max(ID(truncatingIfNeeded: random.next()), ReservedID.first)) }
            try check(ids.sorted(), "\(count) ids, seed \(seed)")
        }
    }

    /// Ids that differ in a few bits only, high or low ones, and the highest and lowest of all.
    @Test func idsInPatternsAreFound() throws {
        for shift in [4, 8, 16, 20, 25] {
            for count in [4, 20, 40, 64] where count << shift < Int(ID.max) {
                try check((0..<count).map { ID($0 << shift) }, "\(count) ids, shifted by \(shift)")
            }
        }
        try check([ReservedID.first, 0, 1, .max], "the ends")
    }

    @Test func fewIDsHavePlacesOfTheirOwn() throws {
        let (table, events) = try events((0..<16).map { $0 * 1_000_003 })
        #expect(events.hash.header.pointee.multiplier != 0)
        let (larger, many) = try self.events((0..<100).map { $0 * 1_000_003 })
        #expect(many.hash.header.pointee.multiplier == 0)
        withExtendedLifetime((table, larger)) {}
    }
}
