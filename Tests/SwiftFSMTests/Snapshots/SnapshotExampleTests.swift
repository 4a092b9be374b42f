import Foundation
import SwiftFSM
import Testing

/// The programs of the article.
@Suite struct SnapshotExampleTests {
    final class Order: SyntaxBuilder {
        enum State { case open, paid, shipped }
        enum Event { case pay, ship, expire }

        func machine() throws -> FSM<State, Event> {
            let machine = FSM<State, Event>(initialState: .open)
            try machine.buildTable {
                define(.open) {
                    when(.pay) | then(.paid)
                    when(.expire) | then(.shipped)
                }
                define(.paid) { when(.ship) | then(.shipped) }
            }
            return machine
        }
    }

    @Test func anOrderIsStored() throws {
        let order = try Order().machine()
        try order.handleEvent(.pay)
        let row = try JSONEncoder().encode(order.snapshot())

        let other = try Order().machine()
        try other.restore(JSONDecoder().decode(FSMSnapshot.self, from: row))
        #expect(other.state == .paid)
        try other.handleEvent(.ship)
        #expect(other.state == .shipped)
    }

    @Test func theProgramDecides() throws {
        let snapshot = try FSMSnapshot(
            json: """
                {"format":1,"states":["dispatched"],"timers":[{"event":"remind","left":5,"number":16777216}],\
                "progress":[0,0,0,2]}
                """)
        let other = try Order().machine()
        try other.restore(snapshot) { missing in
            switch missing {
            case .state("dispatched"): .state(.shipped)
            case .event("remind"): .event(.expire)
            default: nil
            }
        }
        #expect(other.state == .shipped && other.nextDue == .nanoseconds(5))
    }

    @Test func theArticleSaysWhatIsTested() throws {
        let article = try ArticlePrograms("Snapshots.md")
        #expect(article.count == 2)
        try #expect(article.linesMissing(in: #filePath) == [])
    }
}
