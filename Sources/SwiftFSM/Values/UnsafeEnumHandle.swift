/// Reads the case of an enumeration value from the metadata of its type.
///
/// The public interface of the standard library only provides names of cases, which take microseconds to create. The
/// value witness table of each enumeration has a function for the case. Its layout is part of Swift's stable ABI
/// (docs/ABI/TypeMetadata.rst and include/swift/ABI/ValueWitness.def of the Swift project):
///
/// - the first word of the metadata of an enumeration is 0x201;
/// - the word before it points to the witnesses: eight functions, size and stride as words, flags and the number of
///   extra inhabitants as 32 bits each, and then, of enumerations only, `getEnumTag`;
/// - `getEnumTag` takes the address of the value and the metadata, changes neither, and returns 32 bits. On x86-64 and
///   arm64 Swift passes those three as C does.
///
/// On other architectures, with signed pointers, and with untested compilers nothing is read.
@usableFromInline
enum UnsafeEnumHandle<Value> {
    @usableFromInline
    typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

    /// Returns a number that identifies the case of an enumeration; `nil` if the type is not an enumeration, or cannot
    /// be read.
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
