/// Numbers groups of equal things from 0, in order of appearance. What is equal, the caller says.
struct EqualityGroups {
    private var firstOfHash = IndexMap<UInt64>()
    /// The member that opened each group, and the next group whose members have the same hash, or -1.
    private var groups: [(member: Int, next: Int)] = []

    /// The first group whose members have this hash, or -1; then the others, by ``next(_:)``. A group has the number
    /// of those that were opened before it.
    @inline(never)
    @_optimize(speed)
    func first(hash: UInt64) -> Int { firstOfHash[hash].map { Int($0) } ?? -1 }

    /// The next group whose members have the same hash, or -1.
    @inline(__always)
    func next(_ group: Int) -> Int { groups[group].next }

    /// The group of a thing, if there is one; see ``group(of:hash:isSame:)``.
    @inline(never)
    func group(hash: UInt64, isSame: (Int) -> Bool) -> Int? {
        var group = first(hash: hash)
        while group >= 0 && !isSame(groups[group].member) { group = groups[group].next }
        return group < 0 ? nil : group
    }

    /// Makes room for so many groups more; `false` if there is no memory.
    mutating func reserve(_ count: Int = 1, in memory: MemoryRegion) -> Bool {
        firstOfHash.reserve(count, in: memory) && memory.reserve(count, in: &groups)
    }

    /// The group of a thing. `isSame` is asked of members that opened groups with the same `hash`. O(1) if equal
    /// things have equal spreads and others seldom.
    mutating func group(of member: Int, hash: UInt64, isSame: (Int) -> Bool) -> Int {
        if let known = group(hash: hash, isSame: isSame) { return known }
        return open(with: member, hash: hash)
    }

    /// Opens a group with a thing that is like none of those that are known, and returns its number. O(1).
    @inline(never)
    @_optimize(speed)
    mutating func open(with member: Int, hash: UInt64) -> Int {
        let new = groups.count
        var last = Int(firstOfHash.index(of: hash, orInsert: UInt32(truncatingIfNeeded: new)))
        groups.append((member, -1))
        guard last != new else { return new }
        while groups[last].next >= 0 { last = groups[last].next }
        groups[last].next = new
        return new
    }
}
