@testable import FSMEngine

extension Model {
    /// Where a callback is registered.
    enum Role: String {
        case `guard`, action, resolver, entry, exit, cycle, update, provider
    }

    struct Callback: Hashable {
        var role: Role
        var number: Int
    }

    /// A callback that has a signature of its own.
    struct Callable {
        var callback: Callback
        var signature: Signature
    }

    /// `bool(context, predicate(3), i32)`
    struct Signature {
        enum Parameter {
            /// One that says what it is, `...` and `args...` among them.
            case word(String)
            case predicate(ID)
            /// An argument of a type.
            case argument(Int32)
        }

        var result: String
        var parameters: [Parameter] = []

        var text: String { text { "\($0)" } }

        /// The same with predicate types in words.
        func text(_ word: (ID) -> String) -> String {
            let words = parameters.map { parameter in
                switch parameter {
                case .word(let word): return word
                case .predicate(let id): return "predicate(\(word(id)))"
                case .argument(let type): return Datum.word(type)
                }
            }
            return "\(result)(\(words.joined(separator: ", ")))"
        }

        /// The types of the arguments that it names.
        var types: [Int32] {
            parameters.compactMap { parameter in
                guard case .argument(let type) = parameter else { return nil }
                return type
            }
        }

        /// The predicate types that it names.
        var predicates: [ID] {
            parameters.compactMap { parameter in
                guard case .predicate(let id) = parameter else { return nil }
                return id
            }
        }

        func has(_ word: String) -> Bool {
            parameters.contains { parameter in
                guard case .word(word) = parameter else { return false }
                return true
            }
        }
    }

    func signature(_ role: Role, _ number: Int) -> Signature? {
        callables.first { $0.callback == Callback(role: role, number: number) }?.signature
    }

    /// The predicate types whose cases a callback takes, in ascending order.
    func predicatesTaken(by role: Role, _ number: Int) -> [ID] {
        guard let signature = signature(role, number) else { return [] }
        return predicateIDs.filter { signature.has("...") || signature.predicates.contains($0) }
    }

    /// Whether it tells its caller that it failed: not if it returns nothing, or `bool`.
    func mayFail(_ role: Role, _ number: Int) -> Bool {
        signature(role, number).map { !["void", "bool"].contains($0.result) } ?? true
    }
}

/// Who has a callback.
enum Owner: Hashable {
    /// By their positions in the model.
    case row(Int)
    case block(Int)
    case provider(ID)
}

extension Model {
    /// All places where a callback is registered, in any order.
    var registrations: [(callback: Callback, owner: Owner)] {
        var all: [(callback: Callback, owner: Owner)] = []
        func add(_ role: Role, _ numbers: [Int], _ owner: Owner) {
            for number in numbers { all.append((Callback(role: role, number: number), owner)) }
        }
        for (position, row) in rows.enumerated() {
            add(.guard, row.guards, .row(position))
            add(.action, row.actions, .row(position))
            add(.resolver, row.resolver.map { [$0] } ?? [], .row(position))
        }
        for (position, block) in blocks.enumerated() {
            add(.entry, block.entry, .block(position))
            add(.exit, block.exit, .block(position))
            add(.cycle, block.cycle, .block(position))
            add(.update, block.update, .block(position))
        }
        for type in predicates { add(.provider, type.provider.map { [$0] } ?? [], .provider(type.id)) }
        return all
    }
}
