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
        var chains: [(chain: Chain, role: SignatureRole, owner: SignatureOwner)] = []
        for index in definition.rows.typedIndices {
            let row = definition.rows[index]
            chains.append((row.guards, .guard, .row(index)))
            chains.append((row.actions, .action, .row(index)))
            chains.append((row.resolver, .resolver, .row(index)))
        }
        for index in definition.blocks.typedIndices {
            let block = definition.blocks[index]
            chains.append((block.entry, .entry, .block(index)))
            chains.append((block.exit, .exit, .block(index)))
            chains.append((block.cycle, .cycle, .block(index)))
            chains.append((block.update, .update, .block(index)))
            if block.chartPart != 0 { chains.append((definition.part(of: block).onDefault, .action, .block(index))) }
        }
        for provider in definition.providers {
            chains.append((provider.chain, .provider, .provider(provider.predicate)))
        }
        chains.append((definition.unhandledHooks, .hook, .hook))
        chains.append((definition.stepHooks, .hook, .hook))
        var callbacks: [SignedCallback] = []
        for (chain, role, owner) in chains {
            definition.callbacks.forEach(in: chain) {
                guard let signature = signatureOf($0) else { return }
                callbacks.append(
                    SignedCallback(signature: signature, types: signature.argumentTypes, role: role, owner: owner))
            }
        }
        return callbacks
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
        for (position, id) in named.enumerated() where matchings.predicates.index(of: id) == nil {
            // Told of once, however often it is named.
            if named[..<position].contains(id) { continue }
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
        for cell in cells.cells {
            for row in cells.rows(of: cell) { isTried[row.index] = true }
        }
        for callback in callbacks {
            guard case .row(let row) = callback.owner, isTried[row] else { continue }
            checkArguments(callback, definition.rows[row].event, &found)
        }
    }

    /// Reports a callback that names other arguments than an event carries that reaches it.
    @inline(never)
    func checkArguments(_ callback: SignedCallback, _ event: ID, _ found: inout [Diagnostic]) {
        let carried = definition.argumentLists.lists[definition.argumentLists.number(ofEvent: event)]
        guard !carried.starts(with: callback.types) else { return }
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
