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

    @Test func transitionsAreRecords() async throws {
        enum OrderState: Codable { case open, paid }
        enum OrderEvent: Codable { case pay }
        final class Order: SyntaxBuilder {
            typealias State = OrderState
            typealias Event = OrderEvent

            func machine() throws -> FSM<State, Event> {
                let machine = FSM<State, Event>(initialState: .open)
                machine.logHandler = nil
                try machine.buildTable { define(.open) { when(.pay) | then(.paid) } }
                return machine
            }
        }
        var machine: FSM<OrderState, OrderEvent>! = try Order().machine()
        let (records, continuation) = AsyncStream.makeStream(of: Data.self)
        @Sendable func store(_ record: Data) throws { continuation.yield(record) }
        let transitions = machine.transitions()
        Task {
            for await transition in transitions { try store(JSONEncoder().encode(transition)) }
            continuation.finish()
        }
        await machine.handleEvent(.pay)
        machine = nil
        var all: [FSMTransition<OrderState, OrderEvent>] = []
        for await record in records { all.append(try JSONDecoder().decode(FSMTransition.self, from: record)) }
        #expect(all == [FSMTransition(event: .pay, from: .open, to: .paid)])
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
