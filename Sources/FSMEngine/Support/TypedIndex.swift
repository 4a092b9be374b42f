/// The number of a thing among all of its kind, from 0: the place of its element in every array that has one for each.
/// A row number is no column number: to mix up two kinds is an error of the compiler's. It costs what an `Int` does.
///
/// Of states, columns and blocks the numbers that follow the last one may stand for something of their own, such as
/// "any state"; where that is so it is said.
struct TypedIndex<Kind>: Comparable {
    let value: Int

    @inline(__always)
    init(_ value: Int) { self.value = value }

    @inline(__always)
    init(_ index: CompactIndex<Kind>) { value = Int(index.value) }

    @inline(__always)
    var next: TypedIndex { TypedIndex(value &+ 1) }

    @inline(__always)
    static func == (left: TypedIndex, right: TypedIndex) -> Bool { left.value == right.value }
    @inline(__always)
    static func < (left: TypedIndex, right: TypedIndex) -> Bool { left.value < right.value }
}

/// The same as it is kept in tables: in a word of 32 bits.
struct CompactIndex<Kind>: Equatable {
    let value: UInt32

    @inline(__always)
    init(_ value: UInt32) { self.value = value }

    @inline(__always)
    init(_ index: TypedIndex<Kind>) { value = UInt32(truncatingIfNeeded: index.value) }

    @inline(__always)
    static func == (left: CompactIndex, right: CompactIndex) -> Bool { left.value == right.value }
    // Said of its own, as of plain numbers: the step must not be compiled otherwise.
    @inline(__always)
    static func != (left: CompactIndex, right: CompactIndex) -> Bool { left.value != right.value }
}

// Kinds that have no type of their own. Rows and blocks are of the kinds ``Row`` and ``Block``.

/// Of states, as an ``IDIndex`` numbers their ids. The number that follows the last one's stands for any state.
enum State {}
/// Of events, numbered likewise.
enum Event {}
/// Of predicate types, numbered likewise.
enum Predicate {}
/// Of what may be sent to a machine: see ``TriggerColumns``.
enum Column {}

/// Consecutive indices, to go through in a loop.
struct TypedIndices<Kind>: Sequence, IteratorProtocol {
    private var index: Int
    private let end: Int

    /// All from 0.
    @inline(__always)
    init(count: Int) { (index, end) = (0, count) }

    /// Just this one.
    @inline(__always)
    init(only index: TypedIndex<Kind>) { (self.index, end) = (index.value, index.value &+ 1) }

    @inline(__always)
    mutating func next() -> TypedIndex<Kind>? {
        guard index < end else { return nil }
        defer { index &+= 1 }
        return TypedIndex(index)
    }

    @inline(__always)
    var count: Int { end &- index }

    // Of a sequence these would be compiled for each kind, out of line.

    @inline(__always)
    func filter(_ isIncluded: (TypedIndex<Kind>) -> Bool) -> [TypedIndex<Kind>] {
        var filtered: [TypedIndex<Kind>] = []
        for index in self where isIncluded(index) { filtered.append(index) }
        return filtered
    }

    @inline(__always)
    func map<Element>(_ transform: (TypedIndex<Kind>) -> Element) -> [Element] {
        var mapped: [Element] = []
        mapped.reserveCapacity(count)
        for index in self { mapped.append(transform(index)) }
        return mapped
    }
}

extension Array {
    /// The indices of its elements, in the array that holds all of their kind.
    @inline(__always)
    var typedIndices: TypedIndices<Element> { TypedIndices(count: count) }

    @inline(__always)
    subscript(index: TypedIndex<Element>) -> Element {
        get { self[checked: index.value] }
        _modify { yield &self[index.value] }
    }
}

extension UnsafeBufferPointer {
    @inline(__always)
    subscript(index: TypedIndex<Element>) -> Element { self[index.value] }
}
