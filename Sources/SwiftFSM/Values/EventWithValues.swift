/// An event, usually an enumeration, with associated values of type ``FSMValue``.
///
/// Events of the same case have the same hash, whatever their associated values, and are then compared with `==`. So a
/// row `when(.coin(.any))` matches every coin:
///
/// ```swift
/// enum Event: EventWithValues { case coin(FSMValue<Int>), reset }
/// ```
///
/// The compiler synthesizes `==`. A type with its own `hash(into:)` keeps it.
public protocol EventWithValues: FSMHashable {}

extension EventWithValues {
    /// Hashes only the case.
    ///
    /// - Complexity: O(1), a few nanoseconds, for enumerations on x86-64 and arm64; elsewhere the cost of a `Mirror`,
    ///   some microseconds.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        if let caseNumber = UnsafeEnumHandle<Self>.caseNumber(of: self) {
            hasher.combine(caseNumber)
        } else {
            hasher.combine(caseName)
        }
    }

    /// The name of the case without its associated values; for other types than enumerations, the name of the type.
    ///
    /// If there are associated values, a mirror has the name of the case as their label. Otherwise the description is
    /// the name; a custom description is cut off where values may begin.
    @usableFromInline
    var caseName: Substring {
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum || mirror.displayStyle == nil else { return "\(Self.self)" }
        if let label = mirror.children.first?.label { return label[...] }
        return String(describing: self).prefix { $0 != "(" }
    }
}
