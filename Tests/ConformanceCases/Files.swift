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
        return (paths ?? []).filter { $0.hasSuffix(".fsm") || $0.hasSuffix(".fsms") }.sorted()
    }

    static func contents(of name: String, in part: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(part).appendingPathComponent(name), encoding: .utf8)
    }

    static func write(_ contents: String, as name: String, in part: String) throws {
        let path = folder.appendingPathComponent(part)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        try contents.write(to: path.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    /// The cases of a file that has many, each with the number of lines before it: every line "# case …" begins one.
    static func cases(of contents: String) -> [(linesBefore: Int, contents: String)] {
        let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
        let starts = lines.indices.filter { lines[$0].hasPrefix("# case ") }
        return zip(starts, starts.dropFirst() + [lines.count]).map { start, end in
            (start, lines[start..<end].joined(separator: "\n"))
        }
    }
}
