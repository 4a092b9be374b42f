/// What an ``IndexMap`` can be keyed by.
public protocol MapKey: Equatable {
    /// All bits of the key, hash over 32.
    var hash: UInt32 { get }
    /// Any key, for slots that are free.
    static var filler: Self { get }
}

extension Int32: MapKey {
    /// The finalizer of MurmurHash3: a bijection, so that ids in any pattern fall apart.
    @inline(__always)
    public var hash: UInt32 {
        var h = UInt32(bitPattern: self)
        h = (h ^ (h &>> 16)) &* 0x85eb_ca6b
        h = (h ^ (h &>> 13)) &* 0xc2b2_ae35
        return h ^ (h &>> 16)
    }
    public static var filler: Int32 { 0 }
}

extension UInt64: MapKey {
    /// The 64-bit finalizer of MurmurHash3, its upper half.
    @inline(__always)
    public var hash: UInt32 {
        var h = self
        h = (h ^ (h &>> 33)) &* 0xff51_afd7_ed55_8ccd
        h = (h ^ (h &>> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return UInt32(truncatingIfNeeded: h &>> 32)
    }
    public static var filler: UInt64 { 0 }

    /// A key that is made of two numbers.
    @inline(__always)
    init(high: Int32, low: Int32) { self = UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)) }
}

/// Spreads a sequence of words over 64 bits: what equal sequences share, and others seldom.
struct WordHasher {
    private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

    @inline(__always)
    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0xbf58_476d_1ce4_e5b9
        value ^= value &>> 29
    }

    /// 8 bytes a step, since names may be long.
    @inline(__always)
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(UInt64(bytes.count))
        var offset = 0
        while offset + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(rest)
    }

    @inline(__always)
    mutating func add(_ callback: Callback) {
        add(UInt64(callback.address))
        add(UInt64(UInt(bitPattern: callback.context)))
    }
}

/// A growing map from keys to numbers: open addressing with linear probing, at most half full. Lookups are O(1).
public struct IndexMap<Key: MapKey> {
    private var slots: [Slot] = []
    /// The number of keys.
    public private(set) var count = 0

    private struct Slot {
        var key: Key
        var value: UInt32
    }

    /// With room for so many keys from the start, or for as many as there are.
    @_optimize(speed)
    public init(capacity: Int = 0) {
        room = capacity
    }

    /// How many keys the first slots are for.
    private let room: Int

    /// Marks a free slot; no caller ever stores this value.
    private static var free: UInt32 { .max }

    /// The index of a key, or `nil`. O(1) on average.
    public subscript(key: Key) -> UInt32? {
        guard count > 0 else { return nil }
        let slot = slots[position(of: key)]
        return slot.value == Self.free ? nil : slot.value
    }

    /// The number of `key`, which is `value` from now on if it had none. Allocates for a new key alone, unless there is room.
    @inline(never)
    @_optimize(speed)
    public mutating func index(of key: Key, orInsert value: UInt32) -> UInt32 {
        if slots.isEmpty { grow() }
        var position = position(of: key)
        if slots[position].value != Self.free { return slots[position].value }
        if (count &+ 1) &* 2 > slots.count {
            grow()
            position = self.position(of: key)
        }
        slots[position] = Slot(key: key, value: value)
        count &+= 1
        return value
    }

    /// Every value becomes the number that stands in its place.
    @_optimize(speed)
    mutating func renumber(_ numbers: [UInt32]) {
        for position in slots.indices where slots[position].value != Self.free {
            slots[position].value = numbers[Int(slots[position].value)]
        }
    }

    @inline(never)
    private mutating func grow() { move(to: Self.freeSlots(neededSlots(adding: 1))) }

    @_optimize(speed)
    private func position(of key: Key) -> Int {
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: key.hash) & mask
        while slots[position].value != Self.free && slots[position].key != key { position = (position &+ 1) & mask }
        return position
    }

    /// Makes room for so many keys more; `false` if there is no memory.
    public mutating func reserve(_ more: Int, in memory: MemoryRegion) -> Bool {
        guard (count + more) * 2 > slots.count else { return true }
        let larger = neededSlots(adding: more)
        guard let free = memory.attempt({ Self.freeSlots(larger) }) else { return false }
        move(to: free)
        return true
    }

    /// How many slots there are to be as so many keys are added.
    private func neededSlots(adding more: Int) -> Int {
        slots.isEmpty ? max(16, slotCount(for: max(room, more))) : slotCount(for: count + more)
    }

    private static func freeSlots(_ count: Int) -> [Slot] {
        [Slot](repeating: Slot(key: .filler, value: free), count: count)
    }

    @_optimize(speed)
    private mutating func move(to larger: consuming [Slot]) {
        let old = slots
        slots = larger
        for slot in old where slot.value != Self.free { slots[position(of: slot.key)] = slot }
    }
}
