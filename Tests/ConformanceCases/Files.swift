import Foundation

extension Conformance {
    /// Tests/Conformance, seen from this file.
    private static var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Conformance")
    }

    /// The files of a folder there, by their paths in it.
    static func names(in part: String) -> [String] {
        let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.appendingPathComponent(part).path)
        return (paths ?? []).filter { $0.hasSuffix(".fsm") }.sorted()
    }

    static func contents(of name: String, in part: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(part).appendingPathComponent(name), encoding: .utf8)
    }
}
