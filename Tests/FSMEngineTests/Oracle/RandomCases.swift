import Foundation
import Testing

@testable import ConformanceCases
@testable import FSMEngine

/// The cases in Tests/Conformance/random: small random models and what the oracle says of them, for all runners. The
/// numbers of the cases are the seeds of their models.
///
/// After a change of the oracle, or of what the engine tells of a definition, they are written anew with
/// `SWIFTFSM_EXPORT=1 swift test --filter RandomCasesTests`.
enum RandomCases {
    /// What a model has, as the names of files: it belongs to the first that fits; `faults` have those that cannot be built.
    enum Theme: String, CaseIterable {
        case variadic, callables, providers, requests, arguments, superstates, predicates, rows, faults

        /// Of a model without faults.
        init(_ model: Model) {
            let registered = Set(model.registrations.map { $0.callback })
            let signatures = model.callables.filter { registered.contains($0.callback) }.map { $0.signature }
            self =
                if signatures.contains(where: { $0.has("...") || $0.has("args...") }) {
                    .variadic
                } else if !signatures.isEmpty {
                    .callables
                } else if model.predicates.contains(where: { $0.provider != nil }) {
                    .providers
                } else if model.rows.contains(where: { $0.event == ReservedID.request }) {
                    .requests
                } else if model.events.contains(where: { !$0.types.isEmpty }) {
                    .arguments
                } else if model.blocks.contains(where: { $0.isSuperstate }) {
                    .superstates
                } else if !model.predicates.isEmpty {
                    .predicates
                } else {
                    .rows
                }
        }

        /// How many cases there are; few where it takes long to find some.
        var count: Int {
            switch self {
            case .variadic, .providers: return 90
            case .faults: return 150
            default: return 105
            }
        }

        /// Whether what the theme is about happens in a case; of others there would be too many.
        func happens(in text: String) -> Bool {
            let lines = text.split(separator: "\n")
            func has(_ sign: String) -> Bool { lines.contains { $0.contains(sign) } }
            switch self {
            case .faults: return true
            case .variadic, .callables: return has(" given (") && has("-> transitioned")
            case .providers: return has("  provider ")
            case .arguments: return lines.contains { $0.contains(" carrying (") && !$0.contains(" carrying ()") }
            case .requests: return lines.contains { $0.contains("  request ") } && has("-> transitioned")
            case .superstates, .predicates, .rows: return has("-> transitioned")
            }
        }
    }

    private static let size = Model.Size(states: 3, events: 2, rows: 6, blocks: 2, calls: 4)
    /// So many bytes has a case at most.
    private static let longest = 950
    /// So many seeds are tried at a time.
    private static let stretch: UInt64 = 1_000

    private static func model(_ seed: UInt64) -> Model {
        var random = Random(seed: seed)
        return Model(&random, size)
    }

    private struct Candidate: Sendable {
        var seed: UInt64
        var theme: Theme
        var text: String
    }

    /// The contents of the files, and what engine and oracle disagree in.
    static func written() async -> (contents: [Theme: String], disagreements: [String]) {
        var cases: [Theme: [String]] = [:]
        var disagreements: [String] = []
        var seed: UInt64 = 1
        func open() -> [Theme] { Theme.allCases.filter { cases[$0, default: []].count < $0.count } }
        while !open().isEmpty {
            for candidate in await candidates(from: seed, open()) where open().contains(candidate.theme) {
                cases[candidate.theme, default: []].append(candidate.text)
                let difference = OracleTests.disagreement(model(candidate.seed))
                if let difference { disagreements.append("case \(candidate.seed): \(difference)") }
            }
            seed += stretch
        }
        return (cases.mapValues { $0.joined(separator: "\n") }, disagreements)
    }

    /// Those of the next seeds that are short enough, and of which something can be seen.
    private static func candidates(from first: UInt64, _ themes: [Theme]) async -> [Candidate] {
        let parts: UInt64 = 4
        return await withTaskGroup(of: [Candidate].self) { group in
            for part in 0..<parts {
                let seeds = stride(from: first + part, to: first + stretch, by: Int(parts))
                group.addTask { seeds.compactMap { candidate($0, themes) } }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.seed < $1.seed }
        }
    }

    private static func candidate(_ seed: UInt64, _ themes: [Theme]) -> Candidate? {
        let model = model(seed)
        var theme = Theme(model)
        guard themes.contains(theme) || themes.contains(.faults) else { return nil }
        if !Judge(model: model).isValid { theme = .faults }
        guard themes.contains(theme) else { return nil }
        let text = model.judgedCase(seed)
        return text.utf8.count <= longest && theme.happens(in: text)
            ? Candidate(seed: seed, theme: theme, text: text) : nil
    }

    /// The same cases as in the contents of a file, from their seeds.
    static func rewritten(_ contents: String) -> String {
        let numbers = contents.split(separator: "\n").filter { $0.hasPrefix("# case ") }.map { $0.dropFirst(7) }
        return numbers.map { number in UInt64(number).map { model($0).judgedCase($0) } ?? "" }.joined(separator: "\n")
    }
}

@Suite struct RandomCasesTests {
    static let isWriting = ProcessInfo.processInfo.environment["SWIFTFSM_EXPORT"] != nil

    @Test(.enabled(if: isWriting))
    func files() async throws {
        let (contents, disagreements) = await RandomCases.written()
        #expect(disagreements.isEmpty)
        for (theme, contents) in contents {
            try Conformance.write(contents, as: "\(theme.rawValue).fsms", in: "random")
        }
    }

    /// The files hold what is written from the same seeds.
    @Test(.enabled(if: !isWriting), arguments: RandomCases.Theme.allCases)
    func filesAreFresh(_ theme: RandomCases.Theme) throws {
        let contents = try Conformance.contents(of: "\(theme.rawValue).fsms", in: "random")
        let isFresh = contents == RandomCases.rewritten(contents)
        #expect(isFresh, "SWIFTFSM_EXPORT=1 would not write the same")
    }
}
