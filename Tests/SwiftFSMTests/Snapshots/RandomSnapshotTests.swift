import SwiftFSM
import Testing

/// Random machines that are stored at random moments behave as those that are not.
@Suite struct RandomSnapshotTests {
    /// A random document with nested and parallel states, histories, timeouts, and rows that defer.
    private struct Document {
        private(set) var lines = ["definition random version 1", "  initial s0"]
        private var names: [String] = []

        static let events = ["a", "b", "c", "d"]

        init(_ random: inout SnapshotRandom) {
            let count = 4 + random.number(12)
            names = (0..<count).map { "s\($0)" }
            var next = 0
            while next < count { add(&next, depth: 1, count, &random) }
        }

        var text: String { lines.joined(separator: "\n") + "\n" }

        private mutating func add(_ next: inout Int, depth: Int, _ count: Int, _ random: inout SnapshotRandom) {
            let (name, indent) = ("s\(next)", String(repeating: "  ", count: depth))
            next += 1
            let childCount = depth < 4 && random.chance(40) ? 2 + random.number(2) : 0
            let isParent = childCount > 0 && next + childCount <= count
            let isParallel = isParent && random.chance(40)
            lines.append("\(indent)\(isParallel ? "parallel" : "state") \(name)")
            if isParent && !isParallel { lines.append("\(indent)  default s\(next)") }
            for event in Self.events where random.chance(45) { addRow(on: event, indent, isParent, &random) }
            if random.chance(30) { lines.append("\(indent)  timeout \(1 + random.number(20)) e") }
            if random.chance(40) { lines.append("\(indent)  e -> \(target(&random)) / act") }
            guard isParent else { return }
            if !isParallel && random.chance(60) {
                lines.append("\(indent)  history h\(next)\(random.chance(50) ? " deep" : "")")
                lines.append("\(indent)    default s\(next)")
            }
            for _ in 0..<childCount where next < count { add(&next, depth: depth + 1, count, &random) }
        }

        private mutating func addRow(
            on event: String, _ indent: String, _ isParent: Bool, _ random: inout SnapshotRandom
        ) {
            if !isParent && random.chance(20) {
                lines.append("\(indent)  \(event) -> defer")
            } else {
                lines.append("\(indent)  \(event) -> \(target(&random)) / act")
            }
        }

        private func target(_ random: inout SnapshotRandom) -> String { names[random.number(names.count)] }
    }

    private final class Trace {
        var lines: [String] = []
    }

    private func machine(_ table: FSMTable<String, String>, _ trace: Trace) throws -> FSM<String, String> {
        let machine = try table.machine { wanted in .action { (event: String) in trace.lines.append("\(event)") } }
        machine.logHandler = nil
        return machine
    }

    @Test func machinesGoOn() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SwiftFSM, random snapshots: seed \(seed)")
        var random = SnapshotRandom(state: seed)
        var (valid, actions, timers, waiting) = (0, 0, 0, 0)
        for round in 0..<400 {
            let text = Document(&random).text
            guard let table = try? FSMTable<String, String>(reading: text, file: "random.fsm") else { continue }
            valid += 1
            let (trace, otherTrace) = (Trace(), Trace())
            let first = try machine(table, trace)
            var second = try machine(table, otherTrace)
            for step in 0..<40 {
                let comment: Comment = "seed \(seed), round \(round), step \(step)"
                try perform(&random, first, second)
                #expect(first.states == second.states && first.state == second.state, comment)
                #expect(first.nextDue == second.nextDue && first.now == second.now, comment)
                guard trace.lines == otherTrace.lines else {
                    Issue.record(comment)
                    return
                }
                let snapshot = try first.snapshot(timers: .due)
                if random.chance(40) {
                    let coding = SnapshotCoding.allCases[random.number(SnapshotCoding.allCases.count)]
                    second = try machine(table, otherTrace)
                    try second.restore(coding.copy(snapshot))
                    #expect(try snapshot == second.snapshot(timers: .due), comment)
                    timers += second.nextDue == nil ? 0 : 1
                    waiting += try snapshot.json.contains("deferred") ? 1 : 0
                }
            }
            actions += trace.lines.count
        }
        // Otherwise nothing was tried.
        #expect(valid > 40 && actions > 400 && timers > 20 && waiting > 5, "seed \(seed)")
    }

    /// Does the same to both: sends an event, now or later, or tells the time.
    private func perform(
        _ random: inout SnapshotRandom, _ first: FSM<String, String>, _ second: FSM<String, String>
    ) throws {
        let event = Document.events[random.number(Document.events.count)]
        let time = first.now + .nanoseconds(random.number(15))
        let choice = random.number(10)
        for machine in [first, second] {
            switch choice {
            case 0, 1: machine.sendLater(event, after: .nanoseconds(7))
            case 2, 3: try? machine.advance(to: time)
            default: try machine.handleEvent(event)
            }
        }
    }
}
