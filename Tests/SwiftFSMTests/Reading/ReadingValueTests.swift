import Testing

@testable import SwiftFSM

/// The values for the names of a document.
@Suite struct ReadingValueTests {
    static let text = """
        definition
          ids states red = 7 green = -3
          ids events go = 1000000 "stop it" = 2
          initial red
          red go -> green
          green "stop it" -> red

        """

    @Test func stringsAreNames() throws {
        enum Light: String { case red, green }
        let machine = try FSMTable<Light, String>(reading: Self.text, file: "light.fsm").machine()
        #expect(try machine.handleEvent("go") == .transitioned(from: .red, to: .green))
        #expect(try machine.handleEvent("stop it") == .transitioned(from: .green, to: .red))
        #expect(try machine.handleEvent("honk") == .notFound)
    }

    @Test func integersAreNumbers() throws {
        enum Light: Int32, CaseIterable { case rot = 7, gruen = -3 }
        enum Signal: Int { case los = 1_000_000, halt = 2 }
        let machine = try FSMTable<Light, Signal>(reading: Self.text, file: "light.fsm").machine()
        #expect(try machine.handleEvent(.los) == .transitioned(from: .rot, to: .gruen))
        #expect(try FSMTable<Int, UInt64>(reading: Self.text, file: "light.fsm").machine().state == 7)
    }

    @Test func casesAreNames() throws {
        enum Light: CaseIterable { case green, red }
        let text = Self.text.replacing("\"stop it\"", with: "stop")
        enum Signal: EventWithValues, CaseIterable {
            case go(FSMValue<Int>, by: FSMValue<String>), stop
            static var allCases: [Signal] { [.go(.any, by: .any), .stop] }
        }
        let machine = try FSMTable<Light, Signal>(reading: text, file: "light.fsm").machine()
        #expect(try machine.handleEvent(.go(1, by: "foot")) == .transitioned(from: .red, to: .green))
        #expect(machine.permittedEvents() == [.stop])
    }

    @Test func aNumberThatNoCaseHas() {
        enum Light: UInt8, CaseIterable { case red = 7, green = 3 }
        let faults = ReadingFaultTests.faults {
            _ = try FSMTable<Light, String>(reading: Self.text, file: "light.fsm")
        }
        #expect(
            faults == [
                "light.fsm:2:22: error: expected a value of Light (7, 3), found the state 'green', which has the number -3",
                "light.fsm:1:1: error: expected a state with the number 3, as Light has a case for it: add it to the "
                    + "document, with 'ids states' say, or remove the case",
            ])
    }

    @Test func aTypeWithoutNamesOrNumbers() {
        enum Light { case red, green }
        let faults = ReadingFaultTests.faults {
            _ = try FSMTable<Light, String>(reading: Self.text, file: "light.fsm")
        }
        #expect(
            faults == [
                "light.fsm:1:1: error: expected a type that is CaseIterable, or has raw values of String or an integer "
                    + "type, for the states of the document, found Light"
            ])
    }

    @Test func twoNamesForOneValue() {
        struct Light: RawRepresentable, Hashable, Sendable {
            let rawValue: String
            static func == (left: Light, right: Light) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        let faults = ReadingFaultTests.faults {
            _ = try FSMTable<Light, String>(reading: Self.text, file: "light.fsm")
        }
        #expect(
            faults == [
                "light.fsm:2:22: error: expected one name for each Light, found 'green' for one that has a name already"
            ])
    }
}
