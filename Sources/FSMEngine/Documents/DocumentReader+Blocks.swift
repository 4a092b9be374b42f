// Blocks of states and superstates, and what stands below them.
extension DocumentReader {
    /// Whether the next word begins a block.
    var beginsBlock: Bool {
        line.sees("state") || line.sees("superstate") || line.sees("parallel") || line.sees("history")
            || (line.sees("deep") && line.isSame(line.next + 1, "history"))
    }

    /// `state locked final in house adopts resettable was closed`, in another block or in none.
    func readBlock(_ label: Int32?, _ labelToken: DocumentToken?, in outer: Int32) {
        let number = definition.blocks.count
        open(Self.skippedBlock)
        let heading = line.token
        if outer >= 0 && definition.blocks[Int(outer)].isSuperstate {
            return fault(at: heading.start, "expected rows and callbacks below a superstate: no state is nested in one")
        }
        if line.skip("superstate") {
            if outer >= 0 { return fault(at: heading.start, "expected a superstate outside of all states") }
            definition.add(Block(superstateAt: place))
            readSuperstate(number)
        } else {
            guard let kind = takeKind(), let state = takeID(.states) else { return }
            let isFinal = kind == .plain && line.skip("final")
            definition.add(Block(state: state, kind: kind, isFinal: isFinal, place: place))
            readParent(number, in: outer)
        }
        open(Int32(truncatingIfNeeded: number))
        if let label, let labelToken { add(label, .block(Int32(truncatingIfNeeded: number)), at: labelToken) }
        guard !isFaulty else { return }
        if line.skip("adopts") { readAdoptions(number) }
        if !definition.blocks[number].isSuperstate && !isFaulty {
            _ = readFormerNames(of: definition.blocks[number].state, isEvent: false)
        }
    }

    private func takeKind() -> StateKind? {
        if line.skip("state") { return .plain }
        if line.skip("parallel") { return .parallel }
        if line.skip("history") { return .shallowHistory }
        line.next += 2
        return .deepHistory
    }

    /// `superstate resettable`, or `superstate named resettable`; the name is a label too.
    private func readSuperstate(_ number: Int) {
        let isNamed = line.skip("named")
        guard isNamed || (line.seesName && !line.sees("adopts")) else { return }
        let token = line.token
        guard let name = takeName("the name of a superstate") else { return }
        definition.superstateNames.set(parts.names[name], for: ID(truncatingIfNeeded: number))
        // With `named` it is a name for people.
        if !isNamed { add(name, .block(Int32(truncatingIfNeeded: number)), at: token, isWritten: false) }
    }

    /// `in house`, or the block in which this one stands.
    private func readParent(_ number: Int, in outer: Int32) {
        let token = line.token
        if line.skip("in") {
            guard outer < 0 else {
                return fault(at: token.start, "expected no 'in': the state is nested in the one above it")
            }
            guard let parent = takeID(.states) else { return }
            definition.nest(block: number, in: parent)
        } else if outer >= 0 {
            definition.nest(block: number, in: definition.blocks[Int(outer)].state)
        }
    }

    private func readAdoptions(_ number: Int) {
        repeat {
            let token = line.token
            guard let name = takeName("the name or label of a superstate") else { return }
            adoptions.append(
                Adoption(
                    block: Int32(truncatingIfNeeded: number), name: name, line: lineNumber,
                    column: line.column(token.start)))
        } while line.seesName && !line.sees("was")
    }

    /// `in label`: goes on with a block, from behind `in`.
    func continueBlock() {
        open(Self.skippedBlock)
        let token = line.token
        guard let name = takeName("the label of a block") else { return }
        guard let number = labels[name], case .block(let block) = labelled[Int(number)].thing else {
            return fault(.unknownDocumentName, at: token.start, "expected the label of a block that stands above")
        }
        open(block)
    }

    // MARK: - What stands below

    /// A line of the second level or deeper.
    @inline(never)
    func readInner(_ block: Int32) {
        guard block >= 0 else {
            return fault(at: line.token.start, "expected nothing below a line that is no block")
        }
        if line.isRow { return readRow(inBlock: block) }
        var label: Int32?
        let labelToken = line.isSame(1, ":") ? line.token : nil
        if labelToken != nil {
            label = takeName("a label")
            line.next += 1
        }
        if beginsBlock { return readBlock(label, labelToken, in: block) }
        if labelToken != nil { return expected("a row or a block behind a label") }
        let number = Int(block)
        if line.skip("entry") { return readCallbacks(.entry, .entry, number) }
        if line.skip("exit") { return readCallbacks(.exit, .exit, number) }
        if line.skip("cycle") { return readCallbacks(.cycle, .cycle, number) }
        if line.skip("update") { return readCallbacks(.update, .update, number) }
        if line.skip("default") { return readDefault(number) }
        if line.skip("done") { return readDone(number) }
        if line.skip("timeout") { return readTimeout(number) }
        expected("a row with '->', a block, 'entry', 'exit', 'cycle', 'update', 'default', 'done' or 'timeout'")
    }

    private func readCallbacks(_ role: CallbackRole, _ event: BlockEvent, _ block: Int) {
        repeat {
            guard let callback = takeCallback(role) else { return }
            definition.add(callback, on: event, toBlock: block)
        } while line.seesName
    }

    /// `default filling / rinse`
    private func readDefault(_ block: Int) {
        let token = line.token
        guard let target = takeID(.states) else { return }
        if !definition.setDefault(ofBlock: block, to: target) {
            return fault(at: token.start, "expected one default in a block, found another")
        }
        guard line.skip("/") else { return }
        repeat {
            guard let action = takeCallback(.action) else { return }
            definition.addDefaultAction(action, toBlock: block)
        } while line.seesName
    }

    /// `done ready`
    private func readDone(_ block: Int) {
        let token = line.token
        guard let event = takeEvent() else { return }
        if !definition.setDoneEvent(ofBlock: block, to: event) {
            fault(at: token.start, "expected one event for when the state is done, found another")
        }
    }

    /// `timeout 30 ring`
    private func readTimeout(_ block: Int) {
        guard let delay = takeNumber("a delay from 0 to 9223372036854775807", 0...Int64.max), let event = takeEvent()
        else { return }
        definition.addTimeout(delay, event, toBlock: block)
    }
}
