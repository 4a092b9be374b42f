/// A set of the nodes of a chart, as bits in somebody else's memory.
struct NodeSet {
    let words: UnsafeMutablePointer<UInt64>
    let wordCount: Int

    @inline(__always)
    func contains(_ node: UInt32) -> Bool { words[Int(node >> 6)] >> UInt64(node & 63) & 1 != 0 }

    @inline(__always)
    func insert(_ node: UInt32) { words[Int(node >> 6)] |= 1 << UInt64(node & 63) }

    @inline(__always)
    func remove(_ node: UInt32) { words[Int(node >> 6)] &= ~(1 << UInt64(node & 63)) }

    func removeAll() { words.update(repeating: 0, count: wordCount) }

    func copy(_ other: NodeSet) { words.update(from: other.words, count: wordCount) }

    func formUnion(_ other: NodeSet) { for word in 0..<wordCount { words[word] |= other.words[word] } }

    func subtract(_ other: NodeSet) { for word in 0..<wordCount { words[word] &= ~other.words[word] } }

    /// Inserts those of `other` from `first` to `last`.
    @inline(never)
    func insert(_ other: NodeSet, from first: UInt32, to last: UInt32) {
        guard first <= last else { return }
        for word in Int(first >> 6)...Int(last >> 6) {
            words[word] |= other.words[word] & Self.mask(word, first, last)
        }
    }

    /// The bits of a word that stand for nodes from `first` to `last`.
    @inline(__always)
    static func mask(_ word: Int, _ first: UInt32, _ last: UInt32) -> UInt64 {
        var mask = UInt64.max
        if word == Int(first >> 6) { mask &= UInt64.max << UInt64(first & 63) }
        if word == Int(last >> 6) { mask &= UInt64.max >> UInt64(63 - last & 63) }
        return mask
    }

    /// The first node from `node` on that is in the set.
    @inline(__always)
    func first(from node: UInt32) -> UInt32? {
        var word = Int(node >> 6)
        guard word < wordCount else { return nil }
        var bits = words[word] & UInt64.max << UInt64(node & 63)
        while bits == 0 {
            word += 1
            guard word < wordCount else { return nil }
            bits = words[word]
        }
        return UInt32(truncatingIfNeeded: word * 64 + bits.trailingZeroBitCount)
    }

    /// The first node from `node` up to `last` that is in the set. It looks no further: many small ranges together cost no
    /// more than a large one.
    @inline(never)
    func first(from node: UInt32, upTo last: UInt32) -> UInt32? {
        var word = Int(node >> 6)
        let end = Int(last >> 6)
        guard word <= end else { return nil }
        var bits = words[word] & UInt64.max << UInt64(node & 63)
        while bits == 0 {
            word &+= 1
            guard word <= end else { return nil }
            bits = words[word]
        }
        let found = UInt32(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
        return found <= last ? found : nil
    }

    /// The last node up to `node` that is in the set.
    @inline(__always)
    func last(upTo node: UInt32) -> UInt32? {
        var word = Int(node >> 6)
        var bits = words[word] & UInt64.max >> UInt64(63 - node & 63)
        while bits == 0 {
            word -= 1
            guard word >= 0 else { return nil }
            bits = words[word]
        }
        return UInt32(truncatingIfNeeded: word * 64 + 63 - bits.leadingZeroBitCount)
    }
}
