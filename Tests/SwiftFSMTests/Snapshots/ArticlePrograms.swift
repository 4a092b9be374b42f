import Foundation

/// The programs of an article of the documentation.
struct ArticlePrograms {
    private let programs: [[String]]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let article = folder.appending(path: "../../../Sources/SwiftFSM/SwiftFSM.docc/\(name)")
        programs = try String(contentsOf: article, encoding: .utf8).split(separator: "```swift\n").dropFirst().map {
            Self.lines(String($0.split(separator: "```")[0]))
        }
    }

    var count: Int { programs.count }

    /// The lines that a file does not have, in their order.
    func linesMissing(in file: String) throws -> [String] {
        var rest = Self.lines(try String(contentsOf: URL(filePath: file), encoding: .utf8))[...]
        return programs.flatMap { $0 }.filter { line in
            guard let place = rest.firstIndex(of: line) else { return true }
            rest = rest[(place + 1)...]
            return false
        }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
