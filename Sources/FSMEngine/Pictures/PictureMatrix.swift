/// A table of states by events: in each cell what the state does with the event.
final class PictureMatrix {
    /// The names of states, events and requests.
    private(set) var heads: [Text] = []
    private(set) var columns: [Text] = []
    private(set) var isMarked: [Bool] = []
    /// By row, then by column.
    private(set) var cells: [Text] = []

    init(_ picture: Picture) {
        let definition = picture.definition
        var columnOfEvent = IndexMap<ID>()
        for row in definition.rows {
            let next = UInt32(truncatingIfNeeded: columns.count)
            if columnOfEvent.index(of: row.event, orInsert: next) == next {
                var label = Text()
                label.begin(.strong)
                label += picture.event(row.event)
                columns.append(label)
            }
        }
        // Of each state in the order of ids, that of any state last; -1 for those that are not shown.
        var rowOfNode: [Int32] = []
        for number in 0...Int(picture.anyNode) {
            let isShown = picture.isVisible(Int32(truncatingIfNeeded: number)) && !picture.nodes[number].isHistory
            rowOfNode.append(isShown ? Int32(truncatingIfNeeded: heads.count) : -1)
            if !isShown { continue }
            heads.append(picture.nodes[number].name)
            isMarked.append(picture.nodes[number].isMarked)
            for _ in columns.indices { cells.append(Text()) }
        }
        var order: [SortKey] = []
        picture.forEachRow { row, state in
            let head = Int(rowOfNode[state.value])
            let column = Int(columnOfEvent[definition.rows[row].event] ?? 0)
            if head < 0 { return }
            order.append(SortKey(high: UInt64(head * columns.count + column), low: UInt64(row.value)))
        }
        order.sortKeys()
        for key in order {
            let cell = Int(key.high)
            if !cells[cell].isEmpty { cells[cell].append("; ") }
            picture.addCell(row: Int(key.low), to: &cells[cell])
        }
    }
}

extension Picture {
    /// `[enough] unlocked / thank`
    fileprivate func addCell(row number: Int, to text: inout Text) {
        let row = definition.rows[number]
        let part = row.hasChartParts ? definition.chart.part(ofRow: TypedIndex(number)) : nil
        addConditions(row, part, "[", to: &text)
        if !row.guards.isEmpty || !row.matches.isEmpty || part?.inGuards.isEmpty == false { text.append(" ") }
        text.begin(.strong)
        switch row.target {
        case .same: text.append("·")
        case .internal: text.append("–")
        case .deferred: text.append("defer")
        case .anyRequested: text.append("any")
        case .dynamic: addNames(row.resolver, "by ", to: &text)
        case .state(let state):
            text += self.state(state)
            for target in part?.targets ?? [] {
                text.append(" and ")
                text += self.state(target)
            }
        }
        text.begin(.quiet)
        addActions(row, number, part, to: &text)
        text.begin(.plain)
    }
}

extension PictureMatrix {
    /// The text in a row and column; -1 for the heads.
    func text(_ row: Int, _ column: Int) -> Text {
        if row < 0 { return column < 0 ? Text() : columns[column] }
        return column < 0 ? heads[row] : cells[row * columns.count + column]
    }

    /// How many characters the widest text of a column has.
    func width(_ column: Int) -> Int {
        var width = 0
        for row in -1..<heads.count { width = max(width, text(row, column).characterCount) }
        return width
    }
}

extension Text {
    /// Without its styles.
    fileprivate var characterCount: Int {
        var count = 0
        for byte in bytes where byte & 0xc0 != 0x80 && byte >= 0x20 { count += 1 }
        return count
    }
}

extension PictureWriter {
    func write(_ matrix: PictureMatrix) {
        var widths: [Int] = []
        for column in -1..<matrix.columns.count { widths.append(format == .matrix ? matrix.width(column) : 0) }
        if format == .html { add("<table class=\"swiftfsm\">\n") }
        for row in -1..<matrix.heads.count {
            let isMarked = row >= 0 && matrix.isMarked[row]
            switch format {
            case .html: add(isMarked ? "<tr class=\"current\">" : "<tr>")
            case .markdown: add("|")
            default: add(isMarked ? "> " : "  ")
            }
            for column in -1..<matrix.columns.count {
                writeCell(matrix.text(row, column), isHead: row < 0 || column < 0, widths[column + 1])
            }
            endRow()
            if row < 0 && format == .markdown {
                add("|")
                for _ in widths { add(" --- |") }
                add("\n")
            }
        }
        if format == .html { add("</table>\n") }
    }

    private func writeCell(_ cell: Text, isHead: Bool, _ width: Int) {
        switch format {
        case .html:
            add(isHead ? "<th>" : "<td>")
            add(cell)
            add(isHead ? "</th>" : "</td>")
        case .markdown:
            add(" ")
            add(cell)
            add(" |")
        default:
            add(cell)
            // Two spaces between columns, and none at the end of a line.
            pendingSpaces += width - cell.characterCount + 2
        }
    }

    private func endRow() {
        pendingSpaces = 0
        add(format == .html ? "</tr>\n" : "\n")
    }
}
