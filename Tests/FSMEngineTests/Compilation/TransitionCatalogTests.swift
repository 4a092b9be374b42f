import Testing

@testable import FSMEngine

/// What a table tells of itself.
@Suite struct TransitionCatalogTests {
    private let any = ReservedID.any

    @Test func transitionsByStateEventAndPrecedence() throws {
        var definition = Definition()
        try definition.predicate(7, caseCount: 3)
        let base = definition.superstate()
        definition.block(2, adopts: [base])
        definition.row(any, 10, 1)
        definition.row(2, any, 1)
        definition.row(2, 10, 1)
        definition.row(2, 10, 2, matches: [7: [2, 0]])
        definition.row(ReservedID.none, 11, 1, block: base)
        definition.row(1, 10, 2)
        definition.row(2, ReservedID.request, 1)
        for table in try definition.tables() {
            let transitions = (0..<table.transitionCount).compactMap { table.transition(at: $0) }
            #expect(transitions.map { $0.row } == [5, 3, 2, 4, 1, 6, 0])
            #expect(transitions.map { $0.source } == [1, 2, 2, 2, 2, 2, any])
            #expect(transitions.map { $0.rank } == [0, 1, 0, 0, 0, 0, 0])
            #expect(transitions.map { $0.isInherited } == [false, false, false, true, false, false, false])
            #expect(table.transition(at: 7) == nil)
            var cases: [[Int32]] = [[], []]
            for index in 0..<2 { #expect(table.forEachCase(ofTransition: index, for: 7) { cases[index].append($0) }) }
            #expect(cases == [[0, 1, 2], [0, 2]])
            #expect(!table.forEachCase(ofTransition: 0, for: 8) { _ in })
        }
    }

    /// Six types of fifty cases, all of them named: 15,625 million combinations.
    @Test func aTableIsNotAsLargeAsTheProductOfItsCases() throws {
        var definition = Definition()
        for type in 1...6 { try definition.predicate(ID(type), caseCount: 50) }
        for value in 0..<Int32(50) {
            let matches = Dictionary(uniqueKeysWithValues: (1...6).map { (ID($0), [value]) })
            definition.row(1, 10, 1, matches: matches)
        }
        definition.row(1, 10, 1)
        for table in try definition.tables() {
            #expect(table.storage.pointee.decisions[0].wordCount == 1)
            #expect(table.size < 10_000)
        }
    }
}
