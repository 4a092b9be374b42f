import FSMEngine

// What is written for a document.
extension DocumentEnums {
    var source: String {
        let type = SwiftIdentifier.quoted(SwiftNames.type(name))
        let parts =
            [statesSource, eventsSource] + predicates.map { predicateSource($0) } + [callbacksSource, tableSource]
        return """
            // Made of \(fileName) by FSMDocumentPlugin: change the document.

            import SwiftFSM

            /// The definition '\(name)' of \(fileName): what it names, as types, so that a misspelt name does not compile.
            nonisolated enum \(type) {
            \(parts.filter { !$0.isEmpty }.map { Self.indented($0) }.joined(separator: "\n\n"))
            }

            """
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }

    private static func literal(_ text: String) -> String {
        // By scalars: a quotation mark with an accent behind it ends a literal too.
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    private func cases(_ names: [String]) -> String {
        let identifiers = SwiftNames(names, isRaw: false)
        return names.map { "    case \(identifiers[$0]) = \(Self.literal($0))" }.joined(separator: "\n")
    }

    private var statesSource: String {
        """
        /// The states, by their names. Histories are among them.
        nonisolated enum State: String, CaseIterable, Sendable {
        \(cases(states.map(\.text)))
        }
        """
    }

    /// Events that carry something have no raw values: then the name of a case is that of the event.
    private var eventsSource: String {
        let carried = events.map { arguments(of: $0) }
        guard carried.contains(where: { !$0.isEmpty }) else {
            return """
                /// The events, by their names.
                nonisolated enum Event: String, CaseIterable, Sendable {
                \(cases(events.map(\.text)))
                }
                """
        }
        let names = events.map(\.text)
        let identifiers = SwiftNames(names, isRaw: true)
        let lines = zip(names, carried).map { name, carried in
            "    case \(identifiers[name])\(Self.listed(carried, isDeclared: true) { "FSMValue<\($0 ?? "Never")>" })"
        }
        let all = zip(names, carried).map { name, carried in
            ".\(identifiers[name])\(Self.listed(carried, isDeclared: false) { _ in ".any" })"
        }
        return """
            /// The events, with what they carry.
            nonisolated enum Event: EventWithValues, CaseIterable {
            \(lines.joined(separator: "\n"))

                /// Each event, with any values.
                static var allCases: [Event] {
                    [
            \(all.map { "            \($0)," }.joined(separator: "\n"))
                    ]
                }
            }
            """
    }

    /// `(cents: FSMValue<Int32>, FSMValue<String>)`: what stands for each argument, by its type. Empty if there are none.
    private static func listed(
        _ arguments: [(name: String?, type: String?)], isDeclared: Bool, _ written: (String?) -> String
    ) -> String {
        let labels = SwiftNames(arguments.compactMap(\.name), isRaw: false)
        let texts = arguments.map { name, type in
            (name.map { labels.label($0, isDeclared: isDeclared) + ": " } ?? "") + written(type)
        }
        return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
    }

    private var predicateTypes: SwiftNames { SwiftNames(types: predicates.map(\.text)) }

    private func predicateSource(_ predicate: Name) -> String {
        let names = self.cases(of: predicate)
        let identifiers = SwiftNames(names, isRaw: true)
        return """
            /// The predicate type '\(predicate.text)'.
            nonisolated enum \(predicateTypes[predicate.text]): SwiftFSM.Predicate {
            \(names.map { "    case \(identifiers[$0])" }.joined(separator: "\n"))
            }
            """
    }

    // MARK: - Callbacks

    private var callbacksSource: String {
        let roles = callbacks
        guard !roles.isEmpty else { return "" }
        let types = roles.map { role, names in
            """
                /// The callbacks for '\(role)'.
                nonisolated enum \(SwiftNames.type(role)): String, CaseIterable, Sendable {
            \(Self.indented(cases(names.map(\.text))))
                }
            """
        }
        let lines = roles.map { role, _ in
            "    case \(SwiftNames([role], isRaw: false)[role])(\(SwiftNames.type(role)))"
        }
        let readings = roles.map { role, _ in
            let identifier = SwiftNames([role], isRaw: false)[role]
            return """
                        case .\(identifier):
                            guard let name = \(SwiftNames.type(role))(rawValue: wanted.name) else { return nil }
                            self = .\(identifier)(name)
                """
        }
        let isExhaustive = Set(roles.map(\.role)).isSuperset(of: Self.roles)
        return """
            /// The callbacks that a program supplies. A `switch` over all of them leaves none out.
            nonisolated enum Callback: Hashable, Sendable {
            \(lines.joined(separator: "\n"))

            \(types.joined(separator: "\n\n"))

                /// The callback that is asked for; `nil` for one of another document.
                init?(_ wanted: FSMWantedCallback) {
                    switch wanted.role {
            \(readings.joined(separator: "\n"))
            \(isExhaustive ? "" : "        default: return nil\n")        }
                }
            }
            """
    }

    // MARK: - The table

    private var tableSource: String {
        let identifiers = predicateTypes
        let types = predicates.map { "\(Self.literal($0.text)): \(identifiers[$0.text]).self" }.joined(separator: ", ")
        let fences = String(repeating: "#", count: longestFence + 1)
        return """
            /// The name of the document, for errors.
            static let file = \(Self.literal(fileName))

            /// Reads the table. Callbacks are supplied for each machine: see `FSMTable.machine(initialState:callbacks:)`.
            ///
            /// - Throws: `SwiftFSMError`, never for what was found when the program was built.
            static func table() throws -> FSMTable<State, Event> {
                try FSMTable(reading: text, file: file, predicatesByName: [\(types.isEmpty ? ":" : types)])
            }

            /// The document.
            static let text = \(fences)\"""
            \(text.hasSuffix("\n") ? text : text + "\n")
            \"""\(fences)
            """
    }

    /// How many `#` follow each other at most.
    private var longestFence: Int {
        var (longest, count) = (0, 0)
        for scalar in text.unicodeScalars {
            count = scalar == "#" ? count + 1 : 0
            longest = max(longest, count)
        }
        return longest
    }
}
