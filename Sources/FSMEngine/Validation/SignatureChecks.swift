/// A callback that has a signature, where it is registered.
struct SignedCallback {
    var signature: Signature
    /// The types of the arguments that it names.
    var types: [ValueType]
    var role: SignatureRole
    var owner: SignatureOwner
}

extension ResolvedDefinition {
    /// Reports callbacks whose signatures do not fit where they stand, or the events that reach them.
    /// O(rows + blocks + callbacks), and as much again for each list of types that events carry.
    func checkSignatures(_ found: inout [Diagnostic], _ signatureOf: (Callback) -> Signature?) {
        let callbacks = signedCallbacks(signatureOf)
        for callback in callbacks {
            checkResult(callback, &found)
            checkPredicates(callback, &found)
        }
        guard isWhole else { return }
        checkRowArguments(callbacks, &found)
        checkBlockArguments(callbacks, &found)
    }

    /// All callbacks of the definition that have a signature.
    @inline(never)
    func signedCallbacks(_ signatureOf: (Callback) -> Signature?) -> [SignedCallback] {
        var callbacks: [SignedCallback] = []
        for index in definition.rows.typedIndices {
            let owner = SignatureOwner.row(index)
            add(definition.rows[index].guards, .guard, owner, signatureOf, to: &callbacks)
            add(definition.rows[index].actions, .action, owner, signatureOf, to: &callbacks)
            add(definition.rows[index].resolver, .resolver, owner, signatureOf, to: &callbacks)
        }
        for index in definition.blocks.typedIndices {
            let owner = SignatureOwner.block(index)
            add(definition.blocks[index].entry, .entry, owner, signatureOf, to: &callbacks)
            add(definition.blocks[index].exit, .exit, owner, signatureOf, to: &callbacks)
            add(definition.blocks[index].cycle, .cycle, owner, signatureOf, to: &callbacks)
            add(definition.blocks[index].update, .update, owner, signatureOf, to: &callbacks)
            if definition.blocks[index].chartPart != 0 {
                let part = definition.part(of: definition.blocks[index])
                add(part.onDefault, .action, owner, signatureOf, to: &callbacks)
            }
        }
        for provider in definition.providers {
            add(provider.chain, .provider, .provider(provider.predicate), signatureOf, to: &callbacks)
        }
        add(definition.unhandledHooks, .hook, .hook, signatureOf, to: &callbacks)
        add(definition.stepHooks, .hook, .hook, signatureOf, to: &callbacks)
        return callbacks
    }

    /// Adds the callbacks of a chain that have a signature.
    @inline(never)
    private func add(
        _ chain: Chain, _ role: SignatureRole, _ owner: SignatureOwner, _ signatureOf: (Callback) -> Signature?,
        to callbacks: inout [SignedCallback]
    ) {
        definition.callbacks.forEach(in: chain) {
            guard let signature = signatureOf($0) else { return }
            callbacks.append(
                SignedCallback(signature: signature, types: signature.argumentTypes, role: role, owner: owner))
        }
    }

    @inline(never)
    private func checkResult(_ callback: SignedCallback, _ found: inout [Diagnostic]) {
        if !callback.role.allows(callback.signature.result) {
            let fault = fill(
                "but % returns %: correct the signature", callback.role.nameWithArticle,
                Text(callback.role.results))
            found.report(signatureFault(callback, fault))
        }
        if callback.role == .provider && !callback.signature.isForProvider {
            let fault: StaticString = """
                but it is asked for any event, and before other predicate types are known: leave out argument types, \
                predicate(N) and ...
                """
            found.report(signatureFault(callback, Text(fault)))
        }
        if callback.role == .hook && !callback.types.isEmpty {
            let fault: StaticString = "but it is called for every event: leave out argument types, or take args..."
            found.report(signatureFault(callback, Text(fault)))
        }
    }

    /// Reports predicate types that are not declared.
    @inline(never)
    private func checkPredicates(_ callback: SignedCallback, _ found: inout [Diagnostic]) {
        guard callback.role != .provider else { return }
        let named = callback.signature.predicates
        for position in named.indices where matchings.predicates.index(of: named[position]) == nil {
            let id = named[position]
            // Told of once, however often it is named.
            if named.firstIndex(of: id) != position { continue }
            let fault = fill(
                "which names predicate type %, which is not declared: declare it, or correct the signature",
                names.predicate(id))
            var diagnostic = signatureFault(callback, fault)
            diagnostic.kind = .undeclaredPredicate
            diagnostic.predicate = id
            found.report(diagnostic)
        }
    }

    // MARK: - Arguments

    /// Reports callbacks of rows that name other arguments than their event carries.
    private func checkRowArguments(_ callbacks: [SignedCallback], _ found: inout [Diagnostic]) {
        // Rows that are overridden in every state are never called.
        var isTried = IndexedArray<Row, Bool>(repeating: false, count: definition.rows.count)
        markTried(&isTried)
        for callback in callbacks {
            guard case .row(let row) = callback.owner, isTried[row] else { continue }
            checkArguments(callback, definition.rows[row].event, &found)
        }
    }

    /// Marks the rows that some state has.
    @inline(never)
    func markTried(_ rows: inout IndexedArray<Row, Bool>) {
        // Those that are overridden in every state are in no cell.
        for cell in cells.cells {
            for position in cell.first..<cell.first + cell.count { rows.mark(cells.rows[position].index) }
        }
    }

    /// Reports a callback that names other arguments than an event carries that reaches it.
    @inline(never)
    func checkArguments(_ callback: SignedCallback, _ event: ID, _ found: inout [Diagnostic]) {
        let carried = definition.argumentLists.lists[definition.argumentLists.number(ofEvent: event)]
        guard !callback.types.isBeginning(of: carried) else { return }
        let carrier: Text =
            switch event {
            case ReservedID.request: "a request"
            case ReservedID.any: "an event that the table does not know"
            case ReservedID.eventless: "a row without an event"
            default: fill("event %", names.event(event))
            }
        let isEvent = !ReservedID.contains(event)
        let fault = fill(
            "but % has the arguments %: %correct the signature", carrier, names.types(carried),
            isEvent ? "declare these types for the event, or " : "")
        var diagnostic = signatureFault(callback, fault)
        if isEvent { diagnostic.event = event }
        found.report(diagnostic)
    }
}

extension [ValueType] {
    fileprivate func isBeginning(of longer: [ValueType]) -> Bool {
        if count > longer.count { return false }
        for index in indices where self[index] != longer[index] { return false }
        return true
    }
}

extension Signature {
    /// The predicate types that it names.
    var predicates: [ID] {
        var ids: [ID] = []
        for parameter in parameters {
            if case .predicate(let id) = parameter { ids.append(id) }
        }
        return ids
    }

    /// Whether it can be called before anything else is known of a step.
    fileprivate var isForProvider: Bool { argumentTypes.isEmpty && predicates.isEmpty && tail != .cases }
}
