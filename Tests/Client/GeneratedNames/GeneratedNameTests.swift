import SwiftFSM
import Testing

/// Types of documents whose names Swift has other uses for.
@Suite struct GeneratedNameTests {
    typealias Names = `1stNames`

    @Test func predicatesHaveTheirTypes() async throws {
        let table = try Names.table()
        let machine = try table.machine { Names.Callback($0).map { _ in .action {} } }
        machine.logHandler = nil
        let event = Names.Event.set(in: 1, self: 2, var: 3, let: 4, `inout`: 5, `a-b`: 6, aB: 7, `a b`: "8", `_`: true)
        let (kind, size, word) = (Names.Kind.two, Names.`order-kind`.`very large`, Names.OrderKind.of)
        await machine.handleEvent(event, predicates: kind, size, word)
        #expect(machine.state == .`self`)
        await machine.handleEvent(.`a-b`, predicates: kind, size, word)
        #expect(machine.state == .`init`)
        #expect(Names.Event.allCases.count == 4)
    }

    /// Its file has the name of another document's, in another folder.
    @Test func documentsOfOneName() async throws {
        #expect(MoreNames.file == Names.file)
        let machine = try MoreNames.table().machine { _ in nil }
        machine.logHandler = nil
        await machine.handleEvent(.`all-cases`)
        #expect(machine.state == .`in`)
        #expect(MoreNames.State.allCases.map(\.rawValue) == ["all-cases", "in", "a·b"])
    }
}
