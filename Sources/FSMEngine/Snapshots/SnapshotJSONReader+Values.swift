// Arguments of events that wait.
extension SnapshotJSONReader {
    /// `{"i64":5}`
    @inline(never)
    mutating func value() {
        scanner.expect(0x7b, "an object with a type")
        _ = scanner.peek()
        let start = scanner.position
        for type in ValueType.bool.rawValue...ValueType.ptr.rawValue {
            guard let type = ValueType(rawValue: type) else { continue }
            scanner.position = start
            guard scanner.take(0x22), scanner.take(word: type.word), scanner.take(0x22) else { continue }
            scanner.expect(0x3a, "':'")
            sink.add(type.rawValue)
            value(of: type)
            return scanner.expect(0x7d, "'}'")
        }
        scanner.fail("a type such as \"i32\"")
    }

    private mutating func value(of type: ValueType) {
        switch type {
        case .str: string()
        case .ptr:
            if !scanner.take(word: "null") { scanner.fail("null") }
            sink.add(UInt64(0))
        case .bool:
            let isTrue = scanner.take(word: "true")
            if !isTrue && !scanner.take(word: "false") { scanner.fail("true or false") }
            sink.add(UInt64(isTrue ? 1 : 0))
        case .f64: sink.add(scanner.number().bitPattern)
        case .f32:
            let number = scanner.number()
            if number.isFinite && !Float(number).isFinite { scanner.fail("a number of this type") }
            sink.add(UInt64(Float(number).bitPattern))
        case .u64: sink.add(scanner.natural())
        default:
            let number = scanner.integer()
            guard let value = Value(type: Value.integer, bits: UInt64(bitPattern: number)).taken(as: type) else {
                return scanner.fail("a number of this type")
            }
            sink.add(value.bits)
        }
    }

    /// A string, the list of its bytes, or null.
    private mutating func string() {
        switch scanner.peek() {
        case 0x22:
            let start = scanner.position
            scanner.string { _ in }
            text(start)
        case 0x5b:
            var (count, writer) = (0, sink)
            let start = scanner.position
            scanner.forEach(0x5b, 0x5d, "a list") {
                let byte = $0.natural()
                if byte == 0 || byte > 0xff { $0.fail("a byte from 1 to 255") }
                count += 1
            }
            writer.add(count: count)
            scanner.position = start
            scanner.forEach(0x5b, 0x5d, "a list") { writer.add(UInt8(truncatingIfNeeded: $0.natural())) }
            sink = writer
        default:
            if !scanner.take(word: "null") { scanner.fail("a string, a list of bytes, or null") }
            sink.add(SnapshotValue.nullLength)
        }
    }
}
