import Testing

@testable import ConformanceCases

/// The shared cases, which every binding has to pass, held against the engine itself.
@Suite struct ConformanceTests {
    @Test(arguments: Conformance.names(in: "cases"))
    func agrees(_ name: String) throws {
        for fault in Self.faults(try Conformance.contents(of: name, in: "cases")) {
            Issue.record("Tests/Conformance/cases/\(name):\(fault.line): \(fault.text)")
        }
    }

    /// Those that the oracle has written.
    @Test(arguments: Conformance.names(in: "random"))
    func agreesWithTheOracle(_ name: String) throws {
        for (linesBefore, contents) in Conformance.cases(of: try Conformance.contents(of: name, in: "random")) {
            for fault in Self.faults(contents) {
                Issue.record("Tests/Conformance/random/\(name):\(linesBefore + fault.line): \(fault.text)")
            }
        }
    }

    /// A runner that let everything pass would test nothing: each of these is wrong in the line that it announces.
    @Test(arguments: Conformance.names(in: "wrong"))
    func noticesWhatIsWrong(_ name: String) throws {
        let contents = try Conformance.contents(of: name, in: "wrong")
        let announced = try #require(Conformance.announcedFault(in: contents))
        let first = Self.faults(contents).first
        #expect(first?.line == announced, "\(first.map { $0.text } ?? "nothing is found to be wrong")")
    }

    @Test func thereAreCases() {
        #expect(!Conformance.names(in: "cases").isEmpty)
        #expect(!Conformance.names(in: "wrong").isEmpty)
        #expect(!Conformance.names(in: "random").isEmpty)
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
}
