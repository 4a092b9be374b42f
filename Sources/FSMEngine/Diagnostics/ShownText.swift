extension String {
    /// Of a longer name a text shows so many bytes.
    private static var shownNameLimit: Int { 200 }
    /// Of a longer path a text shows so many bytes at the end.
    private static var shownPathLimit: Int { 1_000 }

    /// A name as a text shows it: in one line, and cut if it is very long.
    public var shownName: String {
        guard utf8.count > Self.shownNameLimit else { return escaped }
        var bytes = Array(utf8.prefix(Self.shownNameLimit))
        // Not in the middle of a character.
        if Self.isContinuation(utf8[utf8.index(utf8.startIndex, offsetBy: bytes.count)]) {
            while let last = bytes.popLast(), Self.isContinuation(last) {}
        }
        return String(decoding: bytes, as: UTF8.self).escaped + "..."
    }

    /// The path of a file as a text shows it: in one line, and without its beginning if it is very long.
    public var shownPath: String {
        guard utf8.count > Self.shownPathLimit else { return escaped }
        return "..."
            + String(decoding: utf8.suffix(Self.shownPathLimit).drop(while: Self.isContinuation), as: UTF8.self).escaped
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }

    /// With escapes for characters that would break the line or change its direction, so that a text stays in its
    /// line and reads as it is: `\n`, `\t`, `\x07`, `\u202e`.
    public var escaped: String {
        let all = Array(utf8)
        var bytes: [UInt8] = []
        var next = 0
        while next < all.count {
            let (code, length) = Self.escapedCharacter(all[next...])
            if length == 0 {
                bytes.append(all[next])
                next += 1
            } else {
                bytes += Self.escape(code)
                next += length
            }
        }
        return bytes.count == all.count ? self : String(decoding: bytes, as: UTF8.self)
    }

    /// The character with which these bytes begin, and its length in bytes if it is to be escaped, otherwise 0: control
    /// characters, line and paragraph separators, and the marks that change the direction of text.
    private static func escapedCharacter(_ bytes: ArraySlice<UInt8>) -> (code: UInt16, length: Int) {
        let first = bytes[bytes.startIndex]
        if first < 0x20 || first == 0x7f { return (UInt16(first), 1) }
        guard first == 0xc2 || first == 0xd8 || first == 0xe2, bytes.count > 1 else { return (0, 0) }
        let second = bytes[bytes.startIndex + 1]
        if first == 0xc2 { return second < 0xa0 ? (UInt16(second), 2) : (0, 0) }
        if first == 0xd8 { return second == 0x9c ? (0x061c, 2) : (0, 0) }
        guard bytes.count > 2 else { return (0, 0) }
        let third = bytes[bytes.startIndex + 2]
        switch (second, third) {
        case (0x80, 0x8e...0x8f), (0x80, 0xa8...0xae), (0x81, 0xa6...0xa9):
            return (0x2000 | UInt16(second & 0x3f) << 6 | UInt16(third & 0x3f), 3)
        default: return (0, 0)
        }
    }

    private static func escape(_ code: UInt16) -> [UInt8] {
        func digit(_ shift: UInt16) -> UInt8 {
            let value = UInt8(truncatingIfNeeded: code >> shift & 15)
            return value < 10 ? 0x30 + value : 0x57 + value
        }
        switch code {
        case 0x0a: return [0x5c, 0x6e]
        case 0x0d: return [0x5c, 0x72]
        case 0x09: return [0x5c, 0x74]
        case 0x100...: return [0x5c, 0x75, digit(12), digit(8), digit(4), digit(0)]
        default: return [0x5c, 0x78, digit(4), digit(0)]
        }
    }
}
