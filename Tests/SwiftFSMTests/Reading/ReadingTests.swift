import Foundation
import Testing

@testable import SwiftFSM

/// Tables that are read from documents.
@Suite struct ReadingTests {
    typealias Turnstile = DocumentTurnstile
    let weak = Turnstile.Policy.weak
    let strong = Turnstile.Policy.strong

    @Test func aStepRunsTheActionsInTheOrderOfTheDocument() throws {
        let turnstile = Turnstile()
        let machine = try turnstile.machine(try Turnstile.table())
        #expect(try machine.handleEvent(.coin(150), predicates: weak) == .transitioned(from: .locked, to: .unlocked))
        #expect(try machine.handleEvent(.pass, predicates: weak) == .transitioned(from: .unlocked, to: .locked))
        #expect(turnstile.trace == ["unlock", "thank", "lock"])
        #expect(turnstile.cents == 150)
    }

    @Test func aGuardTakesTheEvent() throws {
        let turnstile = Turnstile()
        let machine = try turnstile.machine(try Turnstile.table())
        #expect(try machine.handleEvent(.coin(10), predicates: weak) == .notExecuted)
        #expect(machine.state == .locked && turnstile.trace.isEmpty)
    }

    @Test func rowsAreSelectedByPredicates() throws {
        let turnstile = Turnstile()
        let machine = try turnstile.machine(try Turnstile.table())
        try machine.handleEvent(.pass, predicates: weak)
        #expect(try machine.handleEvent(.pass, predicates: strong) == .transitioned(from: .locked, to: .alarming))
        #expect(turnstile.trace == ["beep", "unlock", "alarmOn"])
        #expect(try machine.handleEvent(.pass) == .missingPredicate(Turnstile.Policy.self))
    }

    @Test func rowsAreInheritedAndOverridden() throws {
        let turnstile = Turnstile()
        let machine = try turnstile.machine(try Turnstile.table())
        #expect(try machine.handleEvent(.reset, predicates: weak) == .transitioned(from: .locked, to: .locked))
        #expect(turnstile.trace == ["log"])
        let other = try Turnstile.table().machine(initialState: .alarming, callbacks: turnstile.callback)
        try other.handleEvent(.reset, predicates: weak)
        #expect(turnstile.trace == ["log", "alarmOff", "log", "lock"])
    }

    @Test func machinesHaveCallbacksOfTheirOwn() throws {
        let table = try Turnstile.table()
        let (north, south) = (Turnstile(), Turnstile())
        let machines = [try north.machine(table), try south.machine(table)]
        try machines[0].handleEvent(.coin(150), predicates: weak)
        #expect(machines.map(\.state) == [.unlocked, .locked])
        #expect(north.trace == ["unlock", "thank"] && south.trace.isEmpty)
    }

    @Test func callbacksOfTheTableServeAllItsMachines() async throws {
        enum Light: String, CaseIterable { case red, green }
        enum Signal: String { case change = "time is up" }
        let counter = Counter()
        let table = try FSMTable<Light, Signal>(
            reading: """
                definition
                  initial red
                  red "time is up" -> green / count
                  green "time is up" -> red / count

                """, file: "light.fsm"
        ) { wanted in
            wanted.name == "count" ? .action { await counter.count() } : nil
        }
        let machines = [try table.machine(), try table.machine(initialState: .green)]
        for machine in machines { #expect(await machine.handleEvent(.change).isTransition) }
        #expect(machines.map(\.state) == [.green, .red])
        #expect(await counter.value == 2)
        #expect(throws: FSMHandlingError.actionIsAsynchronous) { try machines[0].handleEvent(.change) }
    }

    actor Counter {
        private(set) var value = 0
        func count() { value += 1 }
    }

    @Test func eventsFromActionsWaitForTheStep() throws {
        let table = try FSMTable<String, String>(
            reading: """
                definition
                  initial a
                  a go -> b / send
                  b go -> c
                  state c final

                """, file: "chain.fsm")
        nonisolated(unsafe) var machine: FSM<String, String>?
        machine = try table.machine { _ in .action { _ = try? machine?.handleEvent("go") } }
        #expect(try machine?.handleEvent("go") == .transitioned(from: "a", to: "b"))
        #expect(machine?.state == "c")
        machine = nil
    }

    @Test func permittedEventsAskGuardsForTheValuesOfTheTable() throws {
        let machine = try Turnstile().machine(try Turnstile.table())
        // `.any` equals every coin.
        #expect(machine.permittedEvents(Turnstile.Policy.weak) == [.coin(.any), .reset, .pass])
    }

    @Test func theTextIsCanonicalAndHasTheDocumentsNumbers() throws {
        let table = try Turnstile.table()
        let text = try #require(table.text)
        #expect(text.hasPrefix("definition turnstile version 3\n  ids states locked = 10\n"))
        #expect(try Turnstile.table(text).text == text)
    }

    /// As `printf 'definition\n  ids states a = 0\n  ids events go = 0\n  initial a\n  a go -> a\n' | sha256sum` prints it.
    @Test func theFingerprintIsThatOfTheText() throws {
        let table = try FSMTable<String, String>(
            reading: "definition # A comment.\n  initial   a\n  a go -> a", file: "a.fsm")
        #expect(table.text == "definition\n  ids states a = 0\n  ids events go = 0\n  initial a\n  a go -> a\n")
        #expect(table.fingerprint == "c49c7f0446305bcb32d93a1a45b66654a0bc4bf509e42c9c11020a77e703aa56")
    }

    @Test func theSameAsJSON() throws {
        let json = try #require(try Turnstile.table().json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["definition"] as? String == "turnstile" && object["version"] as? String == "3")
    }

    @Test func diagramsMarkAndLeaveOutStates() throws {
        let table = try Turnstile.table()
        for (format, beginning) in [
            (FSMDiagramFormat.dot, "digraph"), (.mermaid, "stateDiagram-v2"), (.plantUML, "@startuml"),
            (.html, "<table"),
        ] {
            let text = table.diagram(format)
            #expect(text.contains(beginning) && text.contains("alarming"), "\(text)")
            #expect(table.diagram(format, hidden: [.unlocked]) != text)
        }
        #expect(table.diagram(.mermaid, current: [.locked]) != table.diagram(.mermaid))
        #expect(table.diagram(.matrix).contains("[enough]") == true)
        #expect(table.diagram(.mermaid, hidden: [.alarming]).contains("alarming") == false)
        #expect(table.diagram(.matrix, focus: [.alarming]).contains("\n  unlocked ") == false)
        #expect(table.diagram(.matrix).contains("\n  unlocked ") == true)
        #expect(table.diagram(.dot, isFlat: true).contains("cluster") == false)
    }

    @Test func aTableOfStatementsHasNoDocument() throws {
        let table = try TableTests.Gate.table()
        #expect(table.text == nil && table.json == nil && table.fingerprint == nil && table.documentWarnings.isEmpty)
        #expect(throws: SwiftFSMError.self) { try table.machine() }
    }
}
