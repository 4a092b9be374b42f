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

    /// Each line of the article's programs stands here, in order.
    @Test func theArticleSaysWhatIsTested() throws {
        let file = URL(filePath: #filePath)
        let article = try String(
            contentsOf: file.deletingLastPathComponent().appending(
                path: "../../../Sources/SwiftFSM/SwiftFSM.docc/Snapshots.md"), encoding: .utf8)
        var here = lines(try String(contentsOf: file, encoding: .utf8))[...]
        let programs = article.split(separator: "```swift\n").dropFirst().map { $0.split(separator: "```")[0] }
        #expect(programs.count == 2)
        for line in programs.flatMap({ lines(String($0)) }) {
            let place = here.firstIndex(of: line)
            #expect(place != nil, "\(line)")
            here = here[((place ?? here.startIndex) + 1)...]
        }
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
