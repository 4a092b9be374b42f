import Testing

@testable import DocumentEnums

@Suite struct SwiftIdentifierTests {
    @Test func plain() {
        for name in ["a", "_a", "Ä", "e\u{301}", "状态", "😀", "a1"] { #expect(SwiftIdentifier.isPlain(name), "\(name)") }
        for name in ["", "_", "1a", "\u{301}a", "a-b", "a b", "+", "$", "a\u{a0}b", "→"] {
            #expect(!SwiftIdentifier.isPlain(name), "\(name)")
        }
    }

    @Test func raw() {
        for name in ["a", "_", "1", "$", "a b", " a", "+ +", "+a", "a→", "#", "\"", "//a"] {
            #expect(SwiftIdentifier.canBeRaw(name), "\(name)")
        }
        for name in ["", " ", "  ", "+", "//", "→", "+\u{301}", "$0", "a`b", "a\\b", "a\tb", "a\u{a0}b", "a\u{3000}b"] {
            #expect(!SwiftIdentifier.canBeRaw(name), "\(name)")
        }
    }
}
