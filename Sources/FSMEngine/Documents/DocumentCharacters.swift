/// Which characters a document may have.
enum DocumentCharacters {
    /// The first byte of a line that is none, or of no character that a document may have, and what to tell of it; `nil` if
    /// there is none. O(bytes), 8 at a time as long as they are plain.
    @_optimize(speed)
    static func fault(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
    ) -> (position: Int, sentence: StaticString)? {
        let bytes = UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped)
        var position = start
        while position &+ 8 <= end {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // Some byte has its highest bit, is below a space, or is DEL.
            let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word
            let delete = word ^ 0x7f7f_7f7f_7f7f_7f7f
            let isDelete = (delete &- 0x0101_0101_0101_0101) & ~delete
            if (word | belowSpace | isDelete) & 0x8080_8080_8080_8080 != 0 { break }
            position &+= 8
        }
        return slowFault(text, position, end)
    }

    private static func slowFault(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
    ) -> (position: Int, sentence: StaticString)? {
        var position = start
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<end])
        while position < end {
            let byte = text[position]
            if byte < 0x80 {
                if byte >= 0x20 && byte != 0x7f || byte == 0x09 {
                    position &+= 1
                    continue
                }
                if byte == 0x0d { return (position, "expected LF or CRLF at the end of a line, found CR alone") }
                return (position, "expected text, found a control character")
            }
            let (length, isWhole) = Text.character(bytes, at: position)
            guard isWhole else { return (position, "expected UTF-8, found bytes that are none") }
            if isHidden(bytes, position, length) {
                return (
                    position,
                    "expected characters that can be seen: this one is hidden, or changes the direction of the text"
                )
            }
            position &+= length
        }
        return nil
    }

    /// Controls, marks that change the direction of text, characters without width, and separators of lines.
    private static func isHidden(_ bytes: UnsafeRawBufferPointer, _ position: Int, _ length: Int) -> Bool {
        var code = UInt32(bytes[position]) & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07)
        for offset in 1..<length { code = code << 6 | UInt32(bytes[position + offset] & 0x3f) }
        switch code {
        case 0x80...0x9f, 0xad, 0x61c, 0x180e, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff,
            0xfff9...0xfffb,
            0xe0000...0xe007f:
            return true
        default: return false
        }
    }
}
