/// Where a callback stands: what it may return, and how it is spoken of.
enum SignatureRole: UInt64 {
    case `guard`, action, resolver, entry, exit, cycle, update, provider, hook

    func allows(_ result: Signature.Result) -> Bool {
        switch self {
        case .guard, .provider: result == .bool || result == .i32
        case .action, .entry, .exit, .cycle, .hook: result == .void || result == .i32
        case .resolver: result == .state
        case .update: result == .event || result == .void
        }
    }

    /// What comes behind "a guard returns".
    var results: StaticString {
        switch self {
        case .guard: "bool or i32"
        case .action, .entry, .exit, .cycle, .hook: "void or i32"
        case .resolver: "state"
        case .update: "event or void"
        case .provider: "i32 or bool"
        }
    }

    var name: StaticString {
        switch self {
        case .guard: "guard"
        case .action: "action"
        case .resolver: "resolver"
        case .entry: "entry callback"
        case .exit: "exit callback"
        case .cycle: "cycle callback"
        case .update: "update callback"
        case .provider: "provider"
        case .hook: "hook"
        }
    }

    /// `a guard`, `an action`
    var nameWithArticle: Text {
        let startsWithVowel = self == .action || self == .entry || self == .exit || self == .update
        return fill(startsWithVowel ? "an %" : "a %", Text(name))
    }
}

/// What has a callback.
enum SignatureOwner {
    case row(TypedIndex<Row>)
    case block(TypedIndex<Block>)
    case provider(ID)
    case hook
}

extension ResolvedDefinition {
    /// `guard of (LOCKED, COIN) -> UNLOCKED`, `entry callback of superstate Common`
    @inline(never)
    private func subject(_ callback: SignedCallback) -> Text {
        let owner: Text =
            switch callback.owner {
            case .row(let index): names.row(definition.rows[index])
            case .block(let index): names.block(index)
            case .provider(let id): fill("predicate type %", names.predicate(id))
            case .hook: "the table"
            }
        return fill("% of %", Text(callback.role.name), owner)
    }

    /// A diagnostic of a signature that does not fit, whose text goes on with what is wrong.
    @inline(never)
    func signatureFault(_ callback: SignedCallback, _ fault: Text) -> Diagnostic {
        let text = fill(
            "% has the signature %, %", subject(callback), callback.signature.text.shownName, fault)
        switch callback.owner {
        case .row(let index): return Diagnostic(.signatureMismatch, definition.rows[index], text: text)
        case .block(let index):
            let block = definition.blocks[index]
            return Diagnostic(.signatureMismatch, state: block.state, places: [block.place], text: text)
        case .hook: return Diagnostic(.signatureMismatch, places: [], text: text)
        case .provider(let id):
            let type = definition.predicates.first { $0.id == id }
            var diagnostic = Diagnostic(.signatureMismatch, places: type.map { [$0.place] } ?? [], text: text)
            diagnostic.predicate = id
            return diagnostic
        }
    }
}
