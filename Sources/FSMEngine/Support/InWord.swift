/// A count that is kept in a word of 32 bits, where there is one in each of many objects. What it counts is limited below
/// 2³².
@propertyWrapper
struct InWord {
    private var word: UInt32 = 0

    @inline(__always)
    init(wrappedValue: Int) { word = UInt32(truncatingIfNeeded: wrappedValue) }

    @inline(__always)
    var wrappedValue: Int {
        get { Int(word) }
        set { word = UInt32(truncatingIfNeeded: newValue) }
    }
}
