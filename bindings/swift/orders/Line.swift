import SwiftFSM

/// A line of what is applied to orders, as in bindings/c/orders/event_line.h:
///
///     KEY ORDER create CUSTOMER
///     KEY ORDER EVENT [ARGUMENT ...]
///     @TIME
enum Line {
    case time(Int64)
    case event(EventLine)
}

/// An event of an order, or that it is created.
struct EventLine {
    let key: String
    let order: Int64
    /// Of the event; "create".
    let name: String
    /// Its arguments; the customer.
    let words: [String]
}

/// What is wrong with a line, and how to fix it.
struct WrongLine: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Line {
    /// Reads a line; `nil` for one that says nothing.
    init?(_ text: String) throws(WrongLine) {
        let words = try Self.words(text)
        guard let first = words.first, !text.hasPrefix("#") else { return nil }
        if first.hasPrefix("@") {
            let time = try number(String(first.dropFirst()), for: "@")
            guard words.count == 1, time >= 0 else {
                throw WrongLine("expected @ and a time in seconds, such as @86400, and nothing else")
            }
            self = .time(time)
            return
        }
        guard words.count >= 3 else { throw WrongLine("expected KEY ORDER EVENT [ARGUMENT ...]") }
        let order = try number(words[1], for: "the order")
        self = .event(EventLine(key: words[0], order: order, name: words[2], words: Array(words[3...])))
    }

    private static func words(_ text: String) throws(WrongLine) -> [String] {
        var words: [String] = []
        var rest = text.unicodeScalars[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = rest.first else { return words }
            if first == "\"" {
                words.append(try takeQuoted(&rest))
            } else {
                let word = rest.prefix { $0 != " " && $0 != "\t" }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
    }

    /// Takes a word in quotes, which may have spaces, \" and \\.
    private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) throws(WrongLine) -> String {
        var word = String.UnicodeScalarView()
        rest.removeFirst()
        while var next = rest.popFirst() {
            if next == "\"" { return String(word) }
            if next == "\\", let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                next = escaped
                rest.removeFirst()
            }
            word.append(next)
        }
        throw WrongLine("a quote is not closed: write \\\" for a quote inside of a word")
    }
}

private func number(_ word: String, for what: String) throws(WrongLine) -> Int64 {
    guard let number = Int64(word), !word.hasPrefix("+") else {
        throw WrongLine("\(what) needs a whole number, not '\(word)'")
    }
    return number
}

// MARK: - Events

extension Event {
    /// Reads an event with what it carries.
    init(_ line: EventLine, _ table: FSMTable<State, Event>) throws(WrongLine) {
        guard let pattern = table.event(named: line.name) else {
            throw WrongLine("there is no event '\(line.name)': orders.fsm lists them")
        }
        switch pattern {
        case .add:
            try line.expect("article", "cents")
            self = .add(article: line.text(0), cents: try line.cents(1))
        case .pay:
            try line.expect("cents", "reference")
            self = .pay(cents: try line.cents(0), reference: line.text(1))
        case .refund:
            try line.expect("cents", "reason")
            self = .refund(cents: try line.cents(0), reason: line.text(1))
        case .cancel:
            try line.expect("reason")
            self = .cancel(reason: line.text(0))
        case .ship:
            try line.expect("parcel")
            self = .ship(parcel: line.text(0))
        case .deliver:
            try line.expect("receiver")
            self = .deliver(receiver: line.text(0))
        case .return:
            try line.expect("reason")
            self = .return(reason: line.text(0))
        default:
            try line.expect()
            self = pattern
        }
    }
}

extension EventLine {
    fileprivate func expect(_ arguments: String...) throws(WrongLine) {
        guard words.count != arguments.count else { return }
        throw WrongLine("'\(name)' takes (\(arguments.joined(separator: ", "))), not \(words.count) arguments")
    }

    fileprivate func text(_ index: Int) -> FSMValue<String> { .some(words[index]) }

    fileprivate func cents(_ index: Int) throws(WrongLine) -> FSMValue<Int64> {
        .some(try number(words[index], for: "'\(name)'"))
    }
}
