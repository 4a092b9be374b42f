extension Signature {
    /// Reads a signature as the C header describes it. O(its length).
    public static func parse(_ text: String) throws(SignatureFault) -> Signature { try parse(Text(text)) }

    /// Reads a signature as the C header describes it. O(its length).
    public static func parse(_ text: Text) throws(SignatureFault) -> Signature {
        // With typed throws out of the closure, what went wrong has to be carried by hand.
        var fault: SignatureFault?
        var signature = Signature(.void, text: text)
        text.bytes.withUnsafeBufferPointer { bytes in
            do throws(SignatureFault) {
                (signature.result, signature.tail) = try read(bytes) { signature.parameters.append($0) }
            } catch { fault = error }
        }
        if let fault { throw fault }
        return signature
    }

    /// Reads one, and calls `add` with each parameter. Needs no memory of its own. O(its length).
    @inline(never)
    @discardableResult
    public static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ add: (Parameter) -> Void
    ) throws(SignatureFault) -> (Result, Tail) {
        var reader = SignatureReader(bytes)
        guard let result = reader.takeResult() else {
            throw reader.fault("a result: void, bool, i32, state or event")
        }
        guard reader.take("(") else { throw reader.fault("'('") }
        let tail = reader.take(")") ? Tail.none : try readParameters(&reader, add)
        guard reader.isAtEnd else { throw reader.fault("the end") }
        return (result, tail)
    }

    private static func readParameters(
        _ reader: inout SignatureReader, _ add: (Parameter) -> Void
    ) throws(SignatureFault) -> Tail {
        var count = 0
        repeat {
            guard count < maximumParameterCount else { throw reader.fault("at most 64 parameters") }
            count += 1
            let tail = reader.take("...") ? Tail.cases : reader.take("args...") ? .arguments : .none
            if tail != .none {
                guard reader.take(")") else { throw reader.fault("')', since this stands last") }
                return tail
            }
            add(try parameter(&reader))
        } while reader.take(",")
        guard reader.take(")") else { throw reader.fault("',' or ')'") }
        return .none
    }

    private static func parameter(_ reader: inout SignatureReader) throws(SignatureFault) -> Parameter {
        if let type = reader.takeType() { return .argument(type) }
        if reader.take("context") { return .context }
        if reader.take("event") { return .event }
        if reader.take("source") { return .source }
        if reader.take("target") { return .target }
        if reader.take("step") { return .step }
        if reader.take("time") { return .time }
        guard reader.take("predicate") else { throw reader.fault("a parameter") }
        guard reader.take("(") else { throw reader.fault("'('") }
        guard let id = reader.takeID() else { throw reader.fault("the id of a predicate type") }
        guard reader.take(")") else { throw reader.fault("')'") }
        return .predicate(id)
    }
}

extension ValueType {
    /// Reads the arguments of an event: types with commas between them, or nothing. Calls `add` with each. Needs no
    /// memory of its own. O(length).
    @inline(never)
    public static func readList(
        _ bytes: UnsafeBufferPointer<UInt8>, _ add: (ValueType) -> Void
    ) throws(SignatureFault) {
        var reader = SignatureReader(bytes)
        var count = 0
        guard !reader.isAtEnd else { return }
        repeat {
            guard count < Signature.maximumParameterCount else { throw reader.fault("at most 64 arguments") }
            count += 1
            guard let type = reader.takeType() else { throw reader.fault("an argument type") }
            add(type)
        } while reader.take(",")
        guard reader.isAtEnd else { throw reader.fault("','") }
    }
}

/// The words and marks of a signature, one after the other.
private struct SignatureReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        skipSpaces()
    }

    var isAtEnd: Bool { position == bytes.count }

    func fault(_ expected: StaticString) -> SignatureFault { SignatureFault(position: position, expected: expected) }

    /// Takes a word or a mark if it comes next.
    @inline(never)
    mutating func take(_ token: StaticString) -> Bool {
        let end = position + token.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<token.utf8CodeUnitCount where bytes[position + offset] != token.utf8Start[offset] {
            return false
        }
        // No word ends in the middle of a longer one.
        if Self.isInWord(bytes[end - 1]) && end < bytes.count && Self.isInWord(bytes[end]) { return false }
        position = end
        skipSpaces()
        return true
    }

    mutating func takeType() -> ValueType? {
        for number in ValueType.bool.rawValue...ValueType.ptr.rawValue {
            if let type = ValueType(rawValue: number), take(type.word) { return type }
        }
        return nil
    }

    mutating func takeResult() -> Signature.Result? {
        for number in Signature.Result.void.rawValue...Signature.Result.event.rawValue {
            if let result = Signature.Result(rawValue: number), take(result.word) { return result }
        }
        return nil
    }

    /// A decimal number that is the id of a predicate type.
    mutating func takeID() -> ID? {
        let isNegative = position < bytes.count && bytes[position] == 0x2d
        let first = position + (isNegative ? 1 : 0)
        var next = first
        var number: Int64 = 0
        while next < bytes.count, bytes[next] >= 0x30 && bytes[next] <= 0x39, number <= 1 << 32 {
            number = number * 10 + Int64(bytes[next] - 0x30)
            next += 1
        }
        guard next > first, let id = ID(exactly: isNegative ? -number : number), !ReservedID.contains(id),
            next == bytes.count || !Self.isInWord(bytes[next])
        else { return nil }
        position = next
        skipSpaces()
        return id
    }

    private mutating func skipSpaces() {
        while position < bytes.count, bytes[position] == 0x20 || (bytes[position] >= 9 && bytes[position] <= 13) {
            position += 1
        }
    }

    /// Letters, digits, `_` and `.`
    private static func isInWord(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || byte == 0x5f || byte == 0x2e
    }
}
