import Foundation
import SwiftFSM
import Testing

/// The programs of the article.
@Suite struct JournalExampleTests {
    typealias Order = SnapshotExampleTests.Order

    @Test func anOrderIsWrittenAndReplayed() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "order-\(UUID().uuidString)")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        defer { try? FileManager.default.removeItem(at: url) }

        let order = try Order().machine()
        order.logHandler = nil
        try order.startJournal(.json) { record in try file.write(contentsOf: Data(record)) }
        try order.handleEvent(.pay)
        try order.handleEvent(.ship)
        let line = """
            {"step":{"outcome":"transitioned","event":"pay","row":1,"source":"open","target":"paid","state":"paid","time":0,\
            "whole":true}}
            """
        #expect(try String(contentsOf: url, encoding: .utf8).split(separator: "\n")[1] == line)
        let articleLines = try String(contentsOf: Self.article, encoding: .utf8).split(separator: "\n")
        #expect(articleLines.contains { $0 == line })

        let other = try Order().machine()
        let replayed = try other.replay(Data(contentsOf: url))
        #expect(replayed.stepCount == 2 && other.state == .shipped)
    }

    /// What the last line of a file says is where another machine goes on.
    @Test func transitionsAreRecords() throws {
        enum State: Codable { case open, paid, shipped }
        enum Event: Codable { case pay, ship }
        struct Order: ContextSyntaxBuilder {
            typealias Context = Void
            var rules: [ContextSyntax<State, Event, Void>.Define] {
                define(.open) { when(.pay) | then(.paid) }
                define(.paid) { when(.ship) | then(.shipped) }
            }
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "transitions-\(UUID().uuidString)")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        defer { try? FileManager.default.removeItem(at: url) }
        func alarm(_ error: any Error) { Issue.record(error) }

        let table = try FSMContextTable(Order(), initialState: .open)
        let machine = table.machine(())
        machine.transitionHandler = { transition in
            do { try file.write(contentsOf: JSONEncoder().encode(transition) + Data("\n".utf8)) } catch { alarm(error) }
        }
        try machine.handleEventAtOnce(.pay)
        let lines = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n"))
        let transitions = try lines.map { try JSONDecoder().decode(FSMTransition<State, Event>.self, from: $0) }
        #expect(transitions == [FSMTransition(event: .pay, from: .open, to: .paid)])
        let other = try table.machine((), in: transitions[0].to)
        #expect(try other.handleEventAtOnce(.ship) == .transitioned(from: .paid, to: .shipped))
    }

    private static var article: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/SwiftFSM/SwiftFSM.docc/Journals.md")
    }

    @Test func theArticleSaysWhatIsTested() throws {
        let article = try ArticlePrograms("Journals.md")
        #expect(article.count == 3)
        try #expect(article.linesMissing(in: #filePath) == [])
    }
}
