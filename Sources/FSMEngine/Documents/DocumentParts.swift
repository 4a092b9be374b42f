/// What a definition keeps of the documents that were read into it, besides what it would have without them.
struct DocumentParts {
    /// `definition NAME version VERSION`
    var name: Text?
    var version: Text?
    var names = DocumentNames()
    /// Labels, with what they stand before.
    var rowLabels: [(row: Int32, name: Int32)] = []
    var blockLabels: [(block: Int32, name: Int32)] = []
    /// Names that states and events had before.
    var formerNames: [FormerName] = []
    /// The names of arguments, of each declaration of events that has some.
    var argumentNames: [ArgumentName] = []
    /// The callbacks that documents name. A callback that is not bound yet has its number as the context.
    var wanted: [WantedCallback] = []
    /// Which of them each callback of the definition is, or -1.
    var wantedOfLink: [Int32] = []

    /// The number of the label of a row. O(log rows): rows are read in their order.
    func label(ofRow row: Int) -> Int? {
        var low = 0
        var high = rowLabels.count
        while low < high {
            let middle = (low + high) / 2
            if rowLabels[middle].row < row { low = middle + 1 } else { high = middle }
        }
        return low < rowLabels.count && rowLabels[low].row == row ? Int(rowLabels[low].name) : nil
    }

    struct FormerName {
        var name: Int32
        var id: ID
        var isEvent: Bool
        var place: Place
        var column: Int32
    }

    struct ArgumentName {
        /// The number of the declaration.
        var declaration: Int32
        var index: Int32
        var name: Int32
    }
}

/// Where a document names a callback. The numbers are those of the C header.
public enum CallbackRole: Int32 {
    /// The guard of a row.
    case `guard` = 1
    /// A callback of a row, a block or the whole table, by the word for it.
    case action, resolver, entry, exit, cycle, update, provider, unhandled, step

    /// As a document names it.
    public var word: StaticString {
        switch self {
        case .guard: "guard"
        case .action: "action"
        case .resolver: "resolver"
        case .entry: "entry"
        case .exit: "exit"
        case .cycle: "cycle"
        case .update: "update"
        case .provider: "provider"
        case .unhandled: "unhandled"
        case .step: "step"
        }
    }
}

/// A callback that a document names, however often.
public struct WantedCallback {
    /// What it is called as.
    public let role: CallbackRole
    /// Its name in the document.
    public let name: Text
    /// The number of the name, among ``DocumentNames``.
    let nameNumber: Int32
    /// The signature that a line `callable` says; `nil` if there is none.
    public internal(set) var signature: Text?
    /// Where it was named first.
    public let place: Place
    /// The column of that place, in characters from 1.
    public let column: Int32
    /// It has been bound.
    public internal(set) var isBound = false
    /// It is part of a row, a block, a predicate type or the hooks, not of a line `callable` alone.
    var isUsed = false
}

extension Callback {
    /// Stands for the callback with this number until that is bound. It fails.
    init(wanted number: Int) {
        // Never 0, which would be the machine's context.
        self.init(Self.unbound, context: UnsafeMutableRawPointer(bitPattern: number + 1))
    }

    /// The number of the callback that it stands for; `nil` if it stands for none.
    var wantedNumber: Int? {
        guard address == unsafeBitCast(Self.unbound, to: UInt.self), let context else { return nil }
        return Int(bitPattern: context) - 1
    }

    /// What fails as a callback of any role: update callbacks and resolvers return ids, all others numbers from 0.
    private static var unbound: Function { { _, _ in ReservedID.failed } }
}

extension Definition {
    /// The callbacks that documents name.
    public var wantedCallbacks: [WantedCallback] { document?.wanted ?? [] }

    /// The predicate types whose cases the callback with this number provides.
    public func predicates(providedBy number: Int) -> [ID] {
        guard let document else { return [] }
        var ids: [ID] = []
        for provider in providers where provider.chain.first >= 0 {
            let link = Int(provider.chain.first)
            if link < document.wantedOfLink.count && Int(document.wantedOfLink[link]) == number {
                ids.append(provider.predicate)
            }
        }
        return ids
    }

    /// Puts the callback for a name in the place of all that stand for it. `nil` leaves them.
    public mutating func bind(_ replacement: (Int) -> Callback?) {
        callbacks.replace { $0.wantedNumber.flatMap(replacement) }
    }

    /// Notes that the callback with this number is bound.
    public mutating func setBound(_ number: Int) { document?.wanted[number].isBound = true }

    /// Whether some callback that a document names, and that steps may call, is not bound.
    public var hasUnboundCallbacks: Bool {
        for wanted in wantedCallbacks where wanted.isMissing { return true }
        return false
    }
}
