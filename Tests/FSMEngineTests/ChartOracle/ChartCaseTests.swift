import Foundation
import Testing

@testable import ConformanceCases

/// Cases that the oracle in Python has written (Tests/Differential): the oracle must say the same of them.
@Suite struct ChartCaseTests {
    /// The file with the cases that are to be looked at.
    private static let path = ProcessInfo.processInfo.environment["SWIFTFSM_CASES"]

    @Test(.enabled(if: path != nil))
    func oraclesAgree() throws {
        let path = try #require(Self.path)
        let (count, differences) = try Self.compare(String(contentsOfFile: path, encoding: .utf8))
        for difference in differences { Issue.record("\(path):\(difference.line): \(difference.text)") }
        print("\(count) cases, \(differences.count) differ")
    }

    /// Those that are kept for all runners.
    @Test func oraclesAgreeOnSharedCases() throws {
        let (count, differences) = try Self.compare(Conformance.contents(of: "charts.fsms", in: "random"))
        for difference in differences { Issue.record("charts.fsms:\(difference.line): \(difference.text)") }
        #expect(count > 40)
    }

    /// How many of the cases of a file the oracle has words for, and where it disagrees.
    private static func compare(_ contents: String) throws -> (count: Int, differences: [ChartCase.Difference]) {
        var count = 0
        var differences: [ChartCase.Difference] = []
        for (linesBefore, contents) in Conformance.cases(of: contents) {
            guard let chart = ChartCase(try Conformance.Case(contents)) else { continue }
            count += 1
            guard var difference = chart.difference() else { continue }
            difference.line += linesBefore
            differences.append(difference)
        }
        return (count, differences)
    }
}
