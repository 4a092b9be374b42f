/// An array type that ``FSMValue`` can wrap, with literals.
public protocol FSMArray: RandomAccessCollection {
    /// The array of these elements.
    init(_ elements: [Element])
}

extension Array: FSMArray {}

// A collection that forwards to the wrapped one. All members trap on `.any` with a message that names the member.

extension FSMValue: Sequence where T: RandomAccessCollection {
    /// Forwards to the value.
    public typealias Element = T.Element
    /// Forwards to the value.
    public typealias Iterator = T.Iterator

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var underestimatedCount: Int { required().underestimatedCount }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func makeIterator() -> T.Iterator { required().makeIterator() }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<T.Element>) throws -> Result
    ) rethrows -> Result? {
        try required().withContiguousStorageIfAvailable(body)
    }
}

extension FSMValue: Collection where T: RandomAccessCollection {
    /// Forwards to the value.
    public typealias Index = T.Index
    /// Forwards to the value.
    public typealias Indices = T.Indices
    /// Forwards to the value.
    public typealias SubSequence = T.SubSequence

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var startIndex: T.Index { required().startIndex }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var endIndex: T.Index { required().endIndex }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var indices: T.Indices { required().indices }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var count: Int { required().count }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public var isEmpty: Bool { required().isEmpty }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public subscript(position: T.Index) -> T.Element { required()[position] }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public subscript(bounds: Range<T.Index>) -> T.SubSequence { required()[bounds] }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func index(after index: T.Index) -> T.Index { required().index(after: index) }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func index(_ index: T.Index, offsetBy distance: Int) -> T.Index {
        required().index(index, offsetBy: distance)
    }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func index(_ index: T.Index, offsetBy distance: Int, limitedBy limit: T.Index) -> T.Index? {
        required().index(index, offsetBy: distance, limitedBy: limit)
    }

    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func distance(from start: T.Index, to end: T.Index) -> Int { required().distance(from: start, to: end) }
}

extension FSMValue: BidirectionalCollection where T: RandomAccessCollection {
    /// Forwards to the value; traps on `.any`.
    @inlinable
    public func index(before index: T.Index) -> T.Index { required().index(before: index) }
}

extension FSMValue: RandomAccessCollection where T: RandomAccessCollection {}
