import Foundation
import Testing

/// The shared cases, which every binding has to pass, held against the engine itself.
@Suite struct ConformanceTests {
    @Test(arguments: ConformanceTests.names(in: "cases"))
    func agrees(_ name: String) throws {
        for fault in Self.faults(try Self.contents(of: name, in: "cases")) {
            Issue.record("Tests/Conformance/cases/\(name):\(fault.line): \(fault.text)")
        }
    }

    /// A runner that let everything pass would test nothing: each of these is wrong in the line that it announces.
    @Test(arguments: ConformanceTests.names(in: "wrong"))
    func noticesWhatIsWrong(_ name: String) throws {
        let contents = try Self.contents(of: name, in: "wrong")
        let announced = try #require(Conformance.announcedFault(in: contents))
        let first = Self.faults(contents).first
        #expect(first?.line == announced, "\(first.map { $0.text } ?? "nothing is found to be wrong")")
    }

    @Test func thereAreCases() {
        #expect(!Self.names(in: "cases").isEmpty)
        #expect(!Self.names(in: "wrong").isEmpty)
    }

    static func faults(_ contents: String) -> [Conformance.Fault] {
        do throws(Conformance.Fault) {
            let checking = Conformance.Checking(try Conformance.Case(contents))
            checking.check()
            return checking.faults
        } catch {
            return [error]
        }
    }

    // MARK: - Files

    /// Tests/Conformance, seen from this file.
    private static var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Conformance")
    }

    /// The files of a folder there, by their paths in it.
    static func names(in part: String) -> [String] {
        let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.appendingPathComponent(part).path)
        return (paths ?? []).filter { $0.hasSuffix(".fsm") }.sorted()
    }

    private static func contents(of name: String, in part: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(part).appendingPathComponent(name), encoding: .utf8)
    }
}
