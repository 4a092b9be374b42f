import Foundation
import Testing

/// The programs of articles are those that are tested: each block of an article is a part of a file of this folder.
@Suite struct ArticleTextTests {
    @Test(arguments: [
        ("ActorWithReconnects", ["Connection.swift", "ConnectionTests.swift"]),
        ("ViewModel", ["LoginModel.swift", "LoginModelTests.swift"]),
        ("DocumentWorkflow", ["InvoiceDesk.swift", "InvoiceDeskTests.swift", "invoice.fsm"]),
    ])
    func blocksAreTested(article: String, files: [String]) throws {
        let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let articles = folder.appending(path: "../../../Sources/SwiftFSM/SwiftFSM.docc")
        let sources = try files.map { try lines(of: folder.appending(path: $0)) }
        let blocks = blocks(of: try lines(of: articles.appending(path: article + ".md")))
        #expect(!blocks.isEmpty)
        for block in blocks {
            let isTested = sources.contains { source in
                source.indices.contains { source[$0...].starts(with: block) }
            }
            #expect(isTested, "no file has this block:\n\(block.joined(separator: "\n"))")
        }
    }

    /// The lines without indentation and empty ones.
    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Those of other languages than Swift are told as text.
    private func blocks(of lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        var isText = false
        for line in lines {
            if line.hasPrefix("```") {
                isInside.toggle()
                isText = line == "```text"
                if isInside && !isText { blocks.append([]) }
            } else if isInside && !isText {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }
}
