extension Text {
    /// A name as a text shows it: in one line, and its first 200 bytes if it is longer.
    @inline(never)
    public var shownName: Text { bytes.count > 200 ? fill("%...", escaped(from: 0, to: 200)) : escaped }

    /// The path of a file as a text shows it: in one line, and its last 1,000 bytes if it is longer.
    @inline(never)
    public var shownPath: Text {
        let count = bytes.count
        return count > 1_000 ? fill("...%", escaped(from: count - 1_000, to: count)) : escaped
    }

    /// With escapes for characters that would break the line or change its direction, so that a text stays in its
    /// line and reads as it is: `\n`, `\t`, `\x07`, `\u202e`.
    public var escaped: Text { escaped(from: 0, to: bytes.count) }

    /// The same of some of its bytes, and of no part of a character.
    @inline(never)
    private func escaped(from first: Int, to end: Int) -> Text {
        bytes.withUnsafeBufferPointer {
            Self.escaped($0, Self.start(of: $0, at: first), end < $0.count ? Self.start(of: $0, at: end) : end)
        }
    }

    /// Where the character begins that has this byte.
    private static func start(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        var position = position
        while position > 0 && position < bytes.count && bytes[position] & 0xc0 == 0x80 { position -= 1 }
        return position
    }

    @inline(never)
    private static func escaped(_ all: UnsafeBufferPointer<UInt8>, _ first: Int, _ end: Int) -> Text {
        var text = Text()
        var next = first
        while next < end {
            let code = escapedCharacter(all, at: next)
            if code == 0 && all[next] != 0 {
                text.append(all[next])
                next += 1
                continue
            }
            next += code < 0x80 ? 1 : code < 0x800 ? 2 : 3
            text.append(0x5c)
            switch code {
            case 0x0a: text.append(0x6e)
            case 0x0d: text.append(0x72)
            case 0x09: text.append(0x74)
            default:
                text.append(code < 0x100 ? 0x78 : 0x75)
                var shift: UInt32 = code < 0x100 ? 8 : 16
                while shift > 0 {
                    shift -= 4
                    text.append(UInt8(truncatingIfNeeded: code >> shift & 15).hexadecimalDigit)
                }
            }
        }
        return text
    }

    /// The character that begins here if it is to be escaped, otherwise 0: control characters, line and paragraph
    /// separators, and marks that change the direction of text.
    private static func escapedCharacter(_ all: UnsafeBufferPointer<UInt8>, at position: Int) -> UInt32 {
        let byte = UInt32(all[position])
        if byte < 0x80 { return byte < 0x20 || byte == 0x7f ? byte : 0 }
        guard byte == 0xc2 || byte == 0xd8 || byte == 0xe2, position + 1 < all.count else { return 0 }
        var code = (byte & 0x1f) << 6 | UInt32(all[position + 1] & 0x3f)
        if byte == 0xe2 && position + 2 < all.count {
            code = (byte & 0xf) << 12 | (code & 0x3f) << 6 | UInt32(all[position + 2] & 0x3f)
        }
        switch code {
        case 0x80...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: return code
        default: return 0
        }
    }
}

extension String {
    /// With escapes for characters that would break the line or change its direction.
    public var escaped: String { Text(self).escaped.string }
}
