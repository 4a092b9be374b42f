/// Numbers groups of equal things from 0, in order of appearance. What is equal, the caller says.
struct EqualityGroups {
    private var firstOfHash = IndexMap<UInt64>()
    /// The member that opened each group, and the next group whose members have the same hash, or -1.
    private var groups: [(member: Int, next: Int)] = []

    /// The group of a thing, if there is one; see ``group(of:hash:isSame:)``.
    @inline(__always)
    func group(hash: UInt64, isSame: (Int) -> Bool) -> Int? {
        guard let first = firstOfHash[hash] else { return nil }
        var group = Int(first)
        while !isSame(groups[group].member) {
            group = groups[group].next
            if group < 0 { return nil }
        }
        return group
    }

    /// Makes room for one more group; `false` if there is no memory.
    mutating func reserve(in memory: MemoryRegion) -> Bool {
        firstOfHash.reserve(1, in: memory) && memory.reserve(1, in: &groups)
    }

    /// The group of a thing. `isSame` is asked of members that opened groups with the same `hash`. O(1) if equal
    /// things have equal spreads and others seldom.
    @_optimize(speed)
    mutating func group(of member: Int, hash: UInt64, isSame: (Int) -> Bool) -> Int {
        let new = groups.count
        var group = Int(firstOfHash.index(of: hash, orInsert: UInt32(new)))
        if group == new {
            groups.append((member, -1))
            return new
        }
        while !isSame(groups[group].member) {
            guard groups[group].next >= 0 else {
                groups[group].next = new
                groups.append((member, -1))
                return new
            }
            group = groups[group].next
        }
        return group
    }
}
