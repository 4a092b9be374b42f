/// Reads from the metadata of a type which case of an enumeration a value is.
///
/// The standard library has no public way to ask that but names, which cost microseconds an event to make. The runtime
/// keeps a function for it with each enumeration, in the table of value witnesses, whose layout belongs to Swift's
/// stable ABI (docs/ABI/TypeMetadata.rst and include/swift/ABI/ValueWitness.def of the Swift project):
///
/// - the first word of the metadata of an enumeration is 0x201;
/// - the word before it points to the witnesses: eight functions, size and stride as words, flags and the number of
///   extra inhabitants as 32 bits each, and then, of enumerations only, `getEnumTag`;
/// - `getEnumTag` takes the address of the value and the metadata, changes neither, and returns 32 bits. On x86-64 and
///   arm64 Swift passes those three as C does.
///
/// Where that is otherwise, pointers are signed, or the compiler is one that nobody has tried this with, nothing is
/// read here.
@usableFromInline
enum UnsafeEnumHandle<Value> {
    @usableFromInline
    typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

    /// The number of the case of an enumeration, which says nothing but whether two values are of one case; `nil` if
    /// the type is no enumeration, or this can't be read here.
    @inlinable @inline(__always)
    static func caseNumber(of value: Value) -> UInt32? {
        #if (arch(x86_64) || arch(arm64)) && !_ptrauth(_arm64e) && compiler(<7)
            let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
            guard metadata.load(as: UInt.self) == 0x201 else { return nil }
            let word = MemoryLayout<UInt>.size
            let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
            let getEnumTag = witnesses.load(fromByteOffset: 11 * word, as: GetEnumTag.self)
            return withUnsafePointer(to: value) { getEnumTag($0, metadata) }
        #else
            return nil
        #endif
    }
}
