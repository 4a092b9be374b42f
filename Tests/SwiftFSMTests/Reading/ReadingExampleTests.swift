import Foundation
import Testing

@testable import SwiftFSM

/// Documents of the project: that of the article, and the life of a package, which the examples in C and Python read.
@Suite struct ReadingExampleTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    @Test func theDocumentOfTheArticle() throws {
        enum State: String, CaseIterable { case locked, unlocked }
        enum Event: EventWithValues, CaseIterable {
            case coin(FSMValue<Int>), pass
            static var allCases: [Event] { [.coin(.any), .pass] }
        }
        let article = try String(
            contentsOf: Self.project.appending(path: "Sources/SwiftFSM/SwiftFSM.docc/Documents.md"), encoding: .utf8)
        let text = try #require(article.split(separator: "```\n", maxSplits: 2).dropFirst().first)
        let table = try FSMTable<State, Event>(reading: String(text), file: "turnstile.fsm")
        var trace: [String] = []
        let machine = try table.machine { wanted in
            switch (wanted.role, wanted.name) {
            case (.guard, "enough"):
                .guard { event in if case .coin(let cents) = event { cents >= 150 } else { false } }
            case (.action, "thank"): .action { trace.append("thank you") }
            case (.entry, "unlock"), (.exit, "lock"): .action { trace.append(wanted.name) }
            default: nil
            }
        }
        #expect(try machine.handleEvent(.coin(100)) == .notExecuted)
        for event in [Event.coin(200), .pass] { try machine.handleEvent(event) }
        #expect(machine.state == .locked && trace == ["thank you", "unlock", "lock"])
    }

    @Test func theLifeOfAPackage() throws {
        let text = try String(
            contentsOf: Self.project.appending(path: "bindings/package-life.fsm"), encoding: .utf8)
        let table = try FSMTable<String, String>(reading: text, file: "package-life.fsm")
        #expect(table.initialState == "unknown" && table.documentWarnings.isEmpty)
        #expect(table.compiled.table.transitionCount == 76)
        var underWay: String?
        let machine = try table.machine { wanted in
            switch (wanted.role, wanted.name) {
            case (.action, "begin"): .action { (event: String) in underWay = event }
            case (.action, "finish"): .action { underWay = nil }
            case (.guard, "installing"), (.guard, "unpacking"): .guard { underWay == "install" }
            case (.guard, "configuring"): .guard { underWay == "configure" }
            default: .guard { false }
            }
        }
        let log = [
            "install", "status half-installed", "status unpacked", "configure", "status half-configured",
            "status installed",
        ]
        for event in log { #expect(try machine.handleEvent(event).isTransition, "\(event)") }
        #expect(machine.state == "installed" && underWay == nil)
        #expect(try machine.handleEvent("install") == .notFound)
    }
}
