import Testing

@testable import FSMEngine

@Suite struct NamesTests {
    @Test func lastNameOfAnIDCounts() {
        var names = Names()
        names.set("LOCKED", for: 1)
        names.set("UNLOCKED", for: -7)
        names.set("SHUT", for: 1)
        #expect(names[1] == "SHUT")
        #expect(names[-7] == "UNLOCKED")
        #expect(names[2] == nil)
        #expect(names.all == ["SHUT", "UNLOCKED"])
        #expect(names.position(of: -7) == 1)
    }

    @Test func mapKeepsAsManyKeysAsThereAre() {
        var map = IndexMap<ID>()
        var random = Random(seed: 7)
        var keys: [ID] = []
        for _ in 0..<10_000 {
            let key = ID(truncatingIfNeeded: random.next())
            if map.index(of: key, orInsert: UInt32(keys.count)) == UInt32(keys.count) { keys.append(key) }
        }
        #expect(map.count == keys.count)
        for (number, key) in keys.enumerated() { #expect(map[key] == UInt32(number)) }
        #expect(map[ID.min] == nil)
    }
}
