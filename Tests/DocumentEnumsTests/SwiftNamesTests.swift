import Testing

@testable import DocumentEnums

@Suite struct SwiftNamesTests {
    @Test func cases() {
        let names = SwiftNames(["run-out", "a-b", "aB", "_", "1", "all-cases", "default", "x y.z"], isRaw: false)
        let written = ["run-out", "a-b", "aB", "_", "1", "all-cases", "default", "x y.z"].map { names[$0] }
        #expect(written == ["runOut", "`a-b`", "aB", "`_`", "`1`", "`all-cases`", "`default`", "xYZ"])
    }

    @Test func types() {
        let names = SwiftNames(types: ["kind", "order-kind", "OrderKind", "type", "_", "1st"])
        let written = ["kind", "order-kind", "OrderKind", "type", "_", "1st"].map { names[$0] }
        #expect(written == ["Kind", "`order-kind`", "OrderKind", "`Type`", "`_`", "`1st`"])
    }

    @Test func labels() {
        let names = SwiftNames(["in", "var", "inout", "a-b"], isRaw: true)
        #expect(
            ["in", "var", "inout", "a-b"].map { names.label($0, isDeclared: true) } == [
                "in", "`var`", "`inout`", "`a-b`",
            ])
        #expect(
            ["in", "var", "inout", "a-b"].map { names.label($0, isDeclared: false) } == [
                "in", "var", "`inout`", "`a-b`",
            ])
    }
}
