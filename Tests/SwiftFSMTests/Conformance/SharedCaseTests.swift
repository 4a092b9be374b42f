@testable import ConformanceCases
import Testing

/// The shared cases whose rules can be said in the words of SwiftFSM, and why the others cannot.
///
/// Each runs twice: written with pipes, with values of four bytes, on machines that await nothing, each with a table;
/// and written in blocks, with values that fit a byte, on machines that await what they do and share a table.
@MainActor
@Suite struct SharedCaseTests {
    nonisolated static let sayable = Conformance.names(in: "cases").filter { test($0, "cases")?.unsayable == nil }
    nonisolated static let wrong = Conformance.names(in: "wrong").filter {
        guard let test = test($0, "wrong") else { return false }
        return test.unsayable == nil
    }

    /// Cases that are wrong in what is not told here.
    static let notNoticed = [
        "diagnostics/not-none.fsm": "there are no warnings",
        "diagnostics/one-more.fsm": "there are no warnings",
        "result/rejected.fsm": "of predicates that are rejected only the type is told",
        "step/cases.fsm": "actions are not told what predicates came with the event",
        "trace/another-order.fsm": "actions are performed before those for leaving the state",
    ]

    /// Why there are no words for a case, and for how many.
    static let withoutWords: [String: Int] = [
        "charts are not written from cases": 301,
        "a function of Swift has the type that the compiler has checked": 71,
        "a row is for one state": 40,
        "what an event carries is a part of its value": 43,
        "a state has no callbacks but those for entering and leaving it": 35,
        "predicates come with the event, nobody provides them": 37,
        "conditions do not tell rows apart, and none is tried after another": 31,
        "there are no requests": 27,
        "an event that is sent from inside an action is handled at once": 24,
        "the time is told in cases of charts": 2,
        "a machine begins in the state that it is made with": 25,
        "the order of a step cannot be chosen": 17,
        "a row is for certain events": 14,
        "a row leads to one state, which is written there": 11,
        "there are no hooks": 22,
        "a machine is never stopped": 9,
        "actions and conditions do not fail": 7,
        "a row that stays does not differ from one that leads to its own state": 6,
        "no row names a reserved id": 3,
        "a predicate type is declared where it is an enum, once, and has cases": 2,
        "an event is not asked about but sent": 3,
        "of several defines of a state each has its own exit, and the first its entry": 3,
        "there are no warnings": 15,
        "a predicate is a case of a type, which is declared by that": 2,
        "a predicate type that no row names is no part of a table": 4,
        "a row in a block is one of its state": 2,
        "a superstate that no state adopts is no part of a table": 5,
        "superstates are values, and cannot adopt each other": 2,
        "a superstate has no name": 7,
        "a state needs no define": 1,
        "a table without rows is fine as long as it has states": 1,
        "what a table has is not told row by row": 1,
    ]

    nonisolated static func test(_ name: String, _ part: String) -> Conformance.Case? {
        try? Conformance.Case(Conformance.contents(of: name, in: part))
    }

    @Test(arguments: sayable)
    func agrees(_ name: String) async throws {
        let test = try Conformance.Case(Conformance.contents(of: name, in: "cases"))
        let checking = CaseChecking<NumberedState<Int32>, NumberedEvent<Int32>>(test)
        checking.check()
        let awaitedFaults =
            if test.fits(UInt8.self) {
                await Self.awaitedFaults(CaseChecking<NumberedState<UInt8>, NumberedEvent<UInt8>>(test))
            } else {
                await Self.awaitedFaults(CaseChecking<NumberedState<Int32>, NumberedEvent<Int32>>(test))
            }
        for fault in checking.faults + awaitedFaults {
            Issue.record("Tests/Conformance/cases/\(name):\(fault.line): \(fault.text)")
        }
    }

    private static func awaitedFaults<State, Event>(
        _ checking: CaseChecking<State, Event>
    ) async -> [Conformance.Fault] {
        await checking.checkAwaited()
        return checking.faults
    }

    @Test(arguments: wrong)
    func noticesWhatIsWrong(_ name: String) async throws {
        let contents = try Conformance.contents(of: name, in: "wrong")
        let announced = try #require(Conformance.announcedFault(in: contents))
        let checking = CaseChecking<NumberedState<Int32>, NumberedEvent<Int32>>(try Conformance.Case(contents))
        checking.check()
        let awaitedFaults = await Self.awaitedFaults(
            CaseChecking<NumberedState<UInt8>, NumberedEvent<UInt8>>(try Conformance.Case(contents)))
        let expected = Self.notNoticed[name] == nil ? announced : nil
        #expect(checking.faults.first?.line == expected, "\(checking.faults)")
        #expect(awaitedFaults.first?.line == expected, "\(awaitedFaults)")
    }

    @Test func noCaseIsLeftOutUnnoticed() {
        var reasons: [String: Int] = [:]
        for name in Conformance.names(in: "cases") {
            guard let test = Self.test(name, "cases") else {
                Issue.record("\(name) cannot be read")
                continue
            }
            if let reason = test.unsayable { reasons[reason, default: 0] += 1 }
        }
        #expect(reasons == Self.withoutWords)
        #expect(Self.wrong.count == 24)
        #expect(Self.sayable.count + reasons.values.reduce(0, +) == Conformance.names(in: "cases").count)
    }
}
