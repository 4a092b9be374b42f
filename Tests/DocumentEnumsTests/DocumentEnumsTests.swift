import Testing

@testable import DocumentEnums

/// What is written for documents, and what is said of those that are wrong.
@Suite struct DocumentEnumsTests {
    private func make(_ text: String) -> (source: String?, messages: [String]) {
        let made = DocumentEnums.make(of: Array(text.utf8), file: "/shop/door.fsm")
        return (made.source, made.messages.map(\.description))
    }

    @Test func eventsWithoutValues() throws {
        let made = make(
            """
            definition front-door
              predicate Weather dry wet
              initial open
              state open
                close [Weather dry] -> shut / beep
              state shut
                run-away -> open
            """)
        let source = try #require(made.source)
        #expect(made.messages.isEmpty)
        for text in [
            "nonisolated enum FrontDoor {", "case open\n", "enum Event: String, CaseIterable, Sendable {",
            "case runAway = \"run-away\"", "nonisolated enum Weather: SwiftFSM.Predicate {\n        case dry",
            "case action(Action)", "case beep = \"beep\"", "predicatesByName: [\"Weather\": Weather.self])",
            "static let text = #\"\"\"",
        ] {
            #expect(source.contains(text.replacing("case open\n", with: "case open = \"open\"")), "\(text)")
        }
    }

    @Test func namesThatNeedBackticks() throws {
        let source = try #require(
            make(
                """
                definition words
                  event return (i32 in, f64)
                  event aB (str, bool)
                  initial default
                  state default
                    return -> same
                    a-b -> run-out
                  state run-out
                    aB -> run_out
                  state runOut
                    aB -> default
                  state run_out
                    aB -> runOut
                """
            ).source)
        for text in [
            "case `default` = \"default\"", "case `run-out` = \"run-out\"", "case runOut = \"runOut\"",
            "case `return`(in: FSMValue<Int32>, FSMValue<Double>)", "case `a-b`\n",
            "case aB(FSMValue<String>, FSMValue<Bool>)", ".`return`(in: .any, .any),",
        ] {
            #expect(source.contains(text), "\(text) in\n\(source)")
        }
    }

    @Test func errorsHaveTheirPlace() {
        let made = make("definition door\n  initial open\n  state open\n    close -> shut\n    close -> open\n")
        #expect(made.source == nil)
        #expect(made.messages.count == 2)
        #expect(made.messages.allSatisfy { $0.hasPrefix("/shop/door.fsm:4:") && $0.contains(": error: ") })
        #expect(
            make("definition door\n  initial open\n  stat open\n").messages.first?.hasPrefix(
                "/shop/door.fsm:3:3: error: ") == true)
        #expect(make("").messages.first?.hasPrefix("/shop/door.fsm:1:1: error: ") == true)
        #expect(
            DocumentEnums.make(of: [0xff], file: "a.fsm").messages.map(\.description) == [
                "a.fsm:1:1: error: the document is not in UTF-8"
            ])
    }

    @Test func warningsDoNotStopABuild() {
        let made = make(
            "definition door\n  initial open\n  state open\n    close -> same\n  state shut\n    open -> open\n")
        #expect(made.source != nil)
        #expect(made.messages.contains { $0.contains(": warning: ") })
    }

    @Test func pointersAreNoValues() {
        let made = make("definition door\n  event close (ptr)\n  initial open\n  state open\n    close -> same\n")
        #expect(made.source == nil)
        #expect(
            made.messages.contains { $0.contains(":2:9: error: ") && $0.contains("found a 'ptr' of the event 'close'") }
        )
    }

    @Test func textsAreKept() throws {
        let text = "definition door # \"\"\"## \\(x)\r\n  initial open\r\n  state open\r\n    close -> same\r\n"
        let source = try #require(make(text).source)
        #expect(
            source.contains("static let text = ###\"\"\"\n    definition door # \"\"\"## \\(x)\n      initial open\n"))
    }

    @Test func whatSwiftFSMDoesNotHave() {
        let resolver = make("definition door\n  initial open\n  state open\n    close -> dynamic by where\n")
        #expect(resolver.source == nil)
        #expect(
            resolver.messages.contains { $0.hasPrefix("/shop/door.fsm:4:") && $0.contains("'where' for 'resolver'") })
        let state = make(
            "definition door\n  predicate state wet dry\n  initial open\n  state open\n    close [state wet] -> same\n")
        #expect(state.source == nil)
        #expect(state.messages.contains { $0.contains("expected another name than 'state' for a predicate type") })
    }
}
