/// What the rows of a definition make use of: a check of what none of them uses is left out as a whole, rather than
/// made for each row.
struct RowTraits: OptionSet {
    let rawValue: UInt32

    /// Some row has a match.
    static var matches: RowTraits { RowTraits(rawValue: 1) }
    static var guards: RowTraits { RowTraits(rawValue: 2) }
    /// Some row has a resolver, or a target that needs one.
    static var resolvers: RowTraits { RowTraits(rawValue: 4) }
    static var overriding: RowTraits { RowTraits(rawValue: 8) }
    /// Some row has no source: it is a superstate's.
    static var inherited: RowTraits { RowTraits(rawValue: 16) }
    static var requests: RowTraits { RowTraits(rawValue: 32) }
    static var eventless: RowTraits { RowTraits(rawValue: 64) }
    /// Some row says what only charts know.
    static var chart: RowTraits { RowTraits(rawValue: 128) }

    /// Adds what one row makes use of. Without a branch: it is asked of every row.
    @inline(__always)
    mutating func note(_ row: UnsafePointer<Row>) {
        formUnion(row.pointee.matches.isEmpty ? [] : .matches)
        formUnion(row.pointee.guards.isEmpty ? [] : .guards)
        formUnion(row.pointee.resolver.isEmpty && !row.pointee.target.isDynamic ? [] : .resolvers)
        formUnion(row.pointee.isOverriding ? .overriding : [])
        formUnion(row.pointee.source == ReservedID.none ? .inherited : [])
        formUnion(row.pointee.event == ReservedID.request ? .requests : [])
        formUnion(row.pointee.event == ReservedID.eventless ? [.eventless, .chart] : [])
        formUnion(row.pointee.isLocal || row.pointee.target == .deferred ? .chart : [])
    }
}
