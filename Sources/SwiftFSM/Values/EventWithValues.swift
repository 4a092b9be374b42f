/// An event, most often an enumeration, whose cases carry instances of ``FSMValue``.
///
/// Two such events have the same hash if they are of the same case, whatever they carry, and are compared with `==`
/// after that. A row `when(.coin(.any))` is thereby found for every coin:
///
/// ```swift
/// enum Event: EventWithValues { case coin(FSMValue<Int>), reset }
/// ```
///
/// `==` is the one that the compiler writes for every enumeration. A type that has a `hash(into:)` of its own keeps it.
public protocol EventWithValues: FSMHashable {}

extension EventWithValues {
    /// Hashes the case alone.
    ///
    /// - Complexity: Constant, a few nanoseconds, for enumerations on x86-64 and arm64; elsewhere that of making a
    ///   `Mirror`, some microseconds.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        if let caseNumber = UnsafeEnumHandle<Self>.caseNumber(of: self) {
            hasher.combine(caseNumber)
        } else {
            hasher.combine(caseName)
        }
    }

    /// The name of the case without what it carries; of other types than enumerations, a text without the values too.
    ///
    /// A mirror tells the label of a payload, which is the name of its case. Without payload nothing but the text is
    /// left, which holds no values then, unless the type describes itself: that text is cut off where values may begin.
    @usableFromInline
    var caseName: Substring {
        let mirror = Mirror(reflecting: self)
        guard mirror.displayStyle == .enum || mirror.displayStyle == nil else { return "\(Self.self)" }
        if let label = mirror.children.first?.label { return label[...] }
        return String(describing: self).prefix { $0 != "(" }
    }
}
