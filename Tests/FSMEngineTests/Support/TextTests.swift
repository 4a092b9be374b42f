import Testing

@testable import FSMEngine

@Suite struct TextTests {
    /// What is no UTF-8 is replaced as a `String` replaces it.
    @Test func invalidBytesAreReplacedAsInStrings() {
        // Each end of each range of bytes that mean something of their own.
        let bytes: [UInt8] = [
            0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
            0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
        ]
        expectSame([])
        for first in bytes {
            expectSame([first])
            for second in bytes {
                expectSame([first, second])
                for third in bytes { expectSame([first, second, third]) }
            }
        }
        var random = Random(seed: 11)
        for _ in 0..<20_000 {
            let count = Int(random.next() % 9)
            expectSame((0..<count).map { _ in bytes[Int(random.next() % UInt64(bytes.count))] })
        }
    }

    private func expectSame(_ bytes: [UInt8]) {
        let text = bytes.withUnsafeBytes { Text(repairing: $0) }
        if text.bytes != Array(String(decoding: bytes, as: UTF8.self).utf8) { Issue.record("\(bytes): \(text.bytes)") }
    }

    @Test func numbersAreDecimal() {
        for number in [0, 7, 10, 99, 100, -1, -10, 1_234_567_890, Int.max, Int.min] {
            #expect(Text(number).string == "\(number)")
        }
        #expect(Text(ID.min).string == "\(ID.min)")
    }

    @Test func partsComeInPlaceOfPercentSigns() {
        #expect(fill("% and %: %", "a", "", Text(3)) == "a and : 3")
        #expect(fill("as it is").string == "as it is")
        var text = Text("Zürich")
        text += ", 東京"
        #expect(text == Text("Zürich, 東京" as String))
        #expect(text != "Zürich")
        #expect(Text().isEmpty && Text() == "")
    }
}
