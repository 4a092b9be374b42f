@testable import ConformanceCases
@testable import FSMEngine

extension Conformance.Checking {
    /// What the case defines, with the callbacks that it names.
    func definition() -> Definition {
        var definition = test.definition
        let wanted = definition.wantedCallbacks
        definition.bind { number in
            Conformance.Role(rawValue: "\(wanted[number].role.word)").map { callback($0, wanted[number].name.string) }
        }
        for number in wanted.indices { definition.setBound(number) }
        return definition
    }
}
