/// A collection that ``FSMValue`` takes from an array literal.
public protocol FSMArray: RandomAccessCollection {
    init(_ elements: [Element])
}

extension Array: FSMArray {}

// What a collection is asked for is asked of the wrapped one. Everything traps on `.any`, and says what was asked.

extension FSMValue: Sequence where T: RandomAccessCollection {
    /// That of the value.
    public typealias Element = T.Element
    /// That of the value.
    public typealias Iterator = T.Iterator

    /// That of the value; traps for `.any`.
    @inlinable
    public var underestimatedCount: Int { required().underestimatedCount }

    /// That of the value; traps for `.any`.
    @inlinable
    public func makeIterator() -> T.Iterator { required().makeIterator() }

    /// That of the value; traps for `.any`.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<T.Element>) throws -> Result
    ) rethrows -> Result? {
        try required().withContiguousStorageIfAvailable(body)
    }
}

extension FSMValue: Collection where T: RandomAccessCollection {
    /// That of the value.
    public typealias Index = T.Index
    /// That of the value.
    public typealias Indices = T.Indices
    /// That of the value.
    public typealias SubSequence = T.SubSequence

    /// That of the value; traps for `.any`.
    @inlinable
    public var startIndex: T.Index { required().startIndex }

    /// That of the value; traps for `.any`.
    @inlinable
    public var endIndex: T.Index { required().endIndex }

    /// That of the value; traps for `.any`.
    @inlinable
    public var indices: T.Indices { required().indices }

    /// That of the value; traps for `.any`.
    @inlinable
    public var count: Int { required().count }

    /// That of the value; traps for `.any`.
    @inlinable
    public var isEmpty: Bool { required().isEmpty }

    /// That of the value; traps for `.any`.
    @inlinable
    public subscript(position: T.Index) -> T.Element { required()[position] }

    /// That of the value; traps for `.any`.
    @inlinable
    public subscript(bounds: Range<T.Index>) -> T.SubSequence { required()[bounds] }

    /// That of the value; traps for `.any`.
    @inlinable
    public func index(after index: T.Index) -> T.Index { required().index(after: index) }

    /// That of the value; traps for `.any`.
    @inlinable
    public func index(_ index: T.Index, offsetBy distance: Int) -> T.Index {
        required().index(index, offsetBy: distance)
    }

    /// That of the value; traps for `.any`.
    @inlinable
    public func index(_ index: T.Index, offsetBy distance: Int, limitedBy limit: T.Index) -> T.Index? {
        required().index(index, offsetBy: distance, limitedBy: limit)
    }

    /// That of the value; traps for `.any`.
    @inlinable
    public func distance(from start: T.Index, to end: T.Index) -> Int { required().distance(from: start, to: end) }
}

extension FSMValue: BidirectionalCollection where T: RandomAccessCollection {
    /// That of the value; traps for `.any`.
    @inlinable
    public func index(before index: T.Index) -> T.Index { required().index(before: index) }
}

extension FSMValue: RandomAccessCollection where T: RandomAccessCollection {}
