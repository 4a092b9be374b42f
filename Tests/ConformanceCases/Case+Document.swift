@testable import FSMEngine

extension Conformance.Case {
    /// Takes the definition as the library reads it from the document that the case is, and notes what it says.
    mutating func readDefinition(_ contents: String, _ lines: Lines) throws(Fault) {
        let lines = Array(lines)
        var text = Self.document(contents, lines)
        let reader = text.withUTF8 { bytes in
            var definition = Definition()
            definition.nameReservedIDs()
            let reader = DocumentReader(definition, bytes, file: definition.file("case"))
            reader.read()
            return reader
        }
        if let fault = reader.diagnostics.first {
            throw Fault(line: Int(fault.places.first?.line ?? 1), text: fault.text)
        }
        definition = reader.definition
        definition.forgetReservedIDs()
        for (vocabulary, names) in [
            (Conformance.Words.Vocabulary.state, DocumentVocabulary.states), (.event, .events),
            (.predicate, .predicates),
        ] {
            for name in reader.names(of: names) where !ReservedID.contains(name.id) {
                words.set(name.id, for: name.text.string, vocabulary)
            }
        }
        noteDeclarations()
        blocks = definition.blocks.indices.map { definition.block(at: $0) }
        rows = definition.rows.indices.map { definition.row(at: $0) }
        noteCallables()
        noteLabels(of: reader, lines)
        try checkFronts()
    }

    // MARK: - What documents do not say

    /// The text as a document. Documents have no words for the numbers of reserved ids, which are names for as long as it is
    /// read; and signatures of the hooks that runs set have no names, so that the library would forget them.
    private static func document(_ contents: String, _ lines: [Conformance.Line]) -> String {
        var texts = contents.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        for line in lines {
            let tokens = line.tokens.map(\.text)
            if tokens.contains("reserved") {
                texts[line.number - 1].replace(" reserved ", with: " reserved-")
            } else if tokens.count > 3, tokens[0] == "callable", tokens[3] == "(",
                Conformance.Role(rawValue: tokens[1])?.isHook == true
            {
                texts[line.number - 1].replace(" \(tokens[1]) ", with: " \(tokens[1]) \"\(nameOfHooks)\" ")
            }
        }
        return texts.joined(separator: "\n")
    }

    private static var nameOfHooks: String { "of a machine" }

    // MARK: - What it says

    private mutating func noteDeclarations() {
        initials = definition.initials.map { (Int($0.place.line), $0.state) }
        guards = definition.guardPolicy
        entryExit = definition.entryExit
        order = definition.order.isStandard ? [] : definition.order.phases
        warnings = definition.warnings
        for (role, chain) in [
            (Conformance.Role.unhandled, definition.unhandledHooks), (.step, definition.stepHooks),
        ] {
            hooks += definition.names(chain).map { Conformance.TableHook(role: role, name: $0) }
        }
        for type in definition.predicates {
            let names = (0..<type.caseCount).compactMap { definition.caseNames[$0, in: type.id] }
            if !names.isEmpty { words.declareCases(names, of: type.id) }
            predicates.append(
                Conformance.Predicate(
                    line: Int(type.place.line), id: type.id, caseCount: type.caseCount, words: names,
                    provider: definition.providers.first { $0.predicate == type.id }.flatMap {
                        definition.names($0.chain).first
                    }))
        }
        eventTypes = definition.argumentLists.declarations.map { declaration in
            Conformance.EventDeclaration(
                line: Int(declaration.place.line), id: declaration.event,
                types: definition.argumentLists.lists[declaration.argumentList])
        }
    }

    private mutating func noteCallables() {
        for wanted in definition.document?.wanted ?? [] {
            guard let text = wanted.signature, let signature = try? Signature.parse(text),
                let role = Conformance.Role(rawValue: "\(wanted.role.word)")
            else { continue }
            let name = wanted.name.string == Self.nameOfHooks ? "" : wanted.name.string
            callables[Conformance.words(role, name)] = Conformance.Callable(
                line: Int(wanted.place.line), signature: signature, isRegistered: wanted.isUsed)
        }
    }

    /// The labels, with what they stand before, and those that are used in the definition itself.
    private mutating func noteLabels(of reader: DocumentReader, _ lines: [Conformance.Line]) {
        for line in lines where line.tokens.count > 1 && line.tokens[1].is(":") {
            let word = line.tokens[0].text
            let number = definition.document?.names.known(word).flatMap { reader.labels[$0] }
            guard let number else { continue }
            switch reader.labelled[Int(number)].thing {
            case .row(let row): words.setLabel(word, line.number, .row(Int(row)))
            case .block(let block): words.setLabel(word, line.number, .block(Int(block)))
            case .other: words.setLabel(word, line.number, .other)
            }
        }
        for line in lines where !line.tokens.contains(where: { $0.is("->") }) {
            let adopted = line.tokens.drop { !$0.is("adopts") }.dropFirst()
            let continued = line.tokens.first?.is("in") == true ? line.tokens[1...] : []
            for token in adopted + continued { words.noteUse(of: token.text) }
        }
    }
}

extension DocumentNames {
    fileprivate func known(_ word: String) -> Int32? {
        var word = word
        return word.withUTF8 { known(UnsafeRawBufferPointer($0)) }
    }
}

extension Definition {
    /// The names of the callbacks of a chain.
    fileprivate func names(_ chain: Chain) -> [String] {
        var names: [String] = []
        callbacks.forEach(in: chain) { callback in
            if let number = callback.wantedNumber, let wanted = document?.wanted[number] {
                names.append(wanted.name.string)
            }
        }
        return names
    }

    fileprivate func block(at number: Int) -> Conformance.Block {
        let block = blocks[number]
        let part = part(of: block)
        var noted = Conformance.Block(
            line: Int(block.place.line), isSuperstate: block.isSuperstate,
            name: block.isSuperstate ? superstateNames[ID(number)] : nil, state: block.state, kind: block.kind,
            isFinal: block.isFinal, parent: part.parent, defaultTarget: part.defaultTarget,
            defaultActions: names(part.onDefault), doneEvent: part.doneEvent)
        noted.timeouts = chart.timeouts.filter { $0.block == TypedIndex(number) }.map { ($0.delay, $0.event) }
        forEachAdoption(of: block) { noted.adopted.append($0) }
        for (role, chain) in [
            (Conformance.Role.entry, block.entry), (.exit, block.exit), (.cycle, block.cycle), (.update, block.update),
        ] where !chain.isEmpty { noted.callbacks[role] = names(chain) }
        return noted
    }

    fileprivate func row(at number: Int) -> Conformance.Row {
        let row = rows[number]
        let part = chart.part(ofRow: TypedIndex(number))
        var noted = Conformance.Row(
            line: Int(row.place.line), source: row.source, event: row.event, target: row.target.id,
            block: row.block < 0 ? nil : Int(row.block), isOverriding: row.isOverriding, isLocal: row.isLocal,
            moreTargets: part?.targets ?? [], guards: names(row.guards), raised: part?.raised ?? [],
            actions: names(row.actions), resolver: names(row.resolver).first)
        noted.inGuards = part?.inGuards.map { ($0.state, $0.isIn) } ?? []
        matches.forEach(in: row.matches) { match in
            if match.opens { noted.matches.append(Conformance.Match(predicate: match.predicate)) }
            if let value = match.value { noted.matches[noted.matches.count - 1].values.append(value) }
        }
        return noted
    }

    /// Names those that have no words, as long as it is read.
    fileprivate mutating func nameReservedIDs() {
        for number in ID(0)..<16 {
            let (name, id) = ("reserved-\(number)", ReservedID.any + number)
            stateNames.set(name, for: id)
            eventNames.set(name, for: id)
            predicateNames.set(name, for: id)
        }
    }

    fileprivate mutating func forgetReservedIDs() {
        stateNames = stateNames.ofOwnIDs
        eventNames = eventNames.ofOwnIDs
        predicateNames = predicateNames.ofOwnIDs
    }
}

extension Names {
    fileprivate var ofOwnIDs: Names {
        var names = Names()
        forEach { name, id, _ in if !ReservedID.contains(id) { names.set(name, for: id) } }
        return names
    }
}
