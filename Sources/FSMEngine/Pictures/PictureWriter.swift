/// A language in which pictures are written.
public enum PictureFormat: Int32 {
    /// Graphviz.
    case dot = 2
    /// Diagrams, tables and a page, by their usual names.
    case mermaid, plantUML, matrix, markdown, html
}

extension Definition {
    /// A picture of a definition that is valid.
    @inline(never)
    public func picture(_ format: PictureFormat, _ options: PictureOptions) -> Text {
        let writer = PictureWriter(format, Picture(self, options))
        switch format {
        case .dot: writer.writeDOT()
        case .mermaid: writer.writeMermaid()
        case .plantUML: writer.writePlantUML()
        case .matrix, .markdown, .html: writer.write(PictureMatrix(writer.picture))
        }
        return writer.text
    }
}

/// Writes texts with styles in a language of pictures.
final class PictureWriter {
    let format: PictureFormat
    let picture: Picture
    var text = Text()
    private var style = PictureStyle.plain
    /// Those that stand before the next text of a line.
    var pendingSpaces = 0
    /// So many arrows are shown that the label of each is a node.
    let hasLabelNodes: Bool

    init(_ format: PictureFormat, _ picture: Picture) {
        self.format = format
        self.picture = picture
        hasLabelNodes = picture.visibleArrowCount > 12
    }

    /// Adds a literal with these numbers, each in place of a `%`.
    @inline(never)
    func add(_ literal: StaticString, _ first: Int32, _ second: Int32 = 0) {
        var number = first
        for index in 0..<literal.utf8CodeUnitCount {
            let byte = literal.utf8Start[index]
            if byte == 0x25 {
                text += Text(number)
                number = second
            } else {
                text.append(byte)
            }
        }
    }

    @inline(never)
    func add(_ literal: StaticString) { text.append(literal) }

    /// Adds the name of a node between literals with a number each.
    func add(
        _ start: StaticString, _ first: Int32 = 0, name node: PictureNode, _ end: StaticString, _ second: Int32 = 0
    ) {
        add(start, first)
        add(node.name.isEmpty ? " " : node.name)
        add(end, second)
    }

    /// Whether the label of an arrow is a node: without that, where there are many, or between boxes, which may stand side
    /// by side, graphviz prints labels over each other.
    func hasLabelNode(_ arrow: PictureArrow) -> Bool {
        let (from, to) = (picture.nodes[Int(arrow.from)], picture.nodes[Int(arrow.to)])
        return !arrow.label.isEmpty
            && (hasLabelNodes || from.container != to.container || from.isCluster || to.isCluster)
    }

    /// Up to a depth that somebody may look at: superstates that adopt each other may be nested without a limit.
    func indent(_ node: Int32) { for _ in 0...min(picture.nodes[Int(node)].depth, 63) { add("  ") } }

    /// Adds a text with its styles; lines are parted by the separator.
    @inline(never)
    func add(_ styled: Text, separator: StaticString = " ") {
        var next = PictureStyle.plain
        while pendingSpaces > 0 && !styled.isEmpty {
            text.append(0x20)
            pendingSpaces -= 1
        }
        for byte in styled.bytes {
            if let style = PictureStyle(rawValue: byte) {
                next = style
            } else if byte == 0x0a {
                change(to: .plain)
                add(separator)
            } else {
                change(to: next)
                add(byte)
            }
        }
        change(to: .plain)
    }

    private func change(to new: PictureStyle) {
        if new == style { return }
        add(tag(style, isEnd: true))
        add(tag(new, isEnd: false))
        style = new
    }

    private func tag(_ style: PictureStyle, isEnd: Bool) -> StaticString {
        switch (format, style) {
        case (_, .plain): ""
        case (.dot, .strong), (.html, .strong): isEnd ? "</b>" : "<b>"
        case (.dot, .condition): isEnd ? "</font>" : "<font color=\"#b45309\">"
        case (.dot, .quiet): isEnd ? "</font>" : "<font color=\"#6b7280\">"
        case (.html, .condition): isEnd ? "</span>" : "<span class=\"condition\">"
        case (.html, .quiet): isEnd ? "</span>" : "<span class=\"quiet\">"
        case (.plantUML, .strong), (.markdown, .strong): "**"
        case (.plantUML, .condition): isEnd ? "</color>" : "<color:#b45309>"
        case (.plantUML, .quiet): isEnd ? "</color>" : "<color:#6b7280>"
        default: ""
        }
    }

    /// A byte of a name.
    private func add(_ byte: UInt8) {
        switch format {
        case .dot, .html:
            switch byte {
            case 0x26: add("&amp;")
            case 0x3c: add("&lt;")
            case 0x3e: add("&gt;")
            case 0x22: add("&quot;")
            default: text.append(byte)
            }
        case .mermaid: addEscaped(byte, "#", ";", isDecimal: true)
        case .plantUML: addEscaped(byte, "<U+00", ">", isDecimal: false)
        case .markdown:
            if isMark(byte) { add("\\") }
            text.append(byte)
        case .matrix: text.append(byte)
        }
    }

    /// What the language may give a meaning: all of ASCII but letters, digits, and what labels are full of.
    private func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x20, 0x28, 0x29, 0x2c, 0x2e, 0x80...0xff: return false
        // - and /
        case 0x2d, 0x2f: return format == .plantUML
        // [ ] and _
        case 0x5b, 0x5d, 0x5f: return format != .mermaid
        case 0x3b: return format != .markdown
        default: return true
        }
    }

    /// A character as its code.
    private func addEscaped(_ byte: UInt8, _ start: StaticString, _ end: StaticString, isDecimal: Bool) {
        guard isMark(byte) else { return text.append(byte) }
        add(start)
        if isDecimal {
            text += Text(Int32(byte))
        } else {
            for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
        }
        add(end)
    }
}
