/// A value that is sent with an event: its type, and what it is, as a conformance case writes that.
struct Datum: Hashable, CustomStringConvertible {
    /// The numbers of the C header.
    var type: Int32
    var text: String

    static let integer: Int32 = 14
    /// What an event may declare.
    static let types: [Int32] = Array(1...13)

    private static let words = [
        "none", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "str", "ptr", "integer",
    ]

    /// The word for a type; 0 stands for none.
    static func word(_ type: Int32) -> String {
        words.indices.contains(Int(type)) ? words[Int(type)] : "type \(type)"
    }

    /// As cases write it.
    var description: String { type == Self.integer ? text : "\(Self.word(type)) \(value)" }

    /// The same without its type; a number has no plus sign there.
    var value: String { type == 10 || type == 11 ? text.split(separator: "+").joined() : text }

    /// What a callable is given of a type where no event is.
    static func missing(_ type: Int32) -> String {
        switch type {
        case 1: return "false"
        case 12: return "\"\""
        case 13: return "none"
        default: return "0"
        }
    }

    /// `(i32 150, str "euro")`
    static func list(_ data: [Datum]) -> String { "(" + data.map { $0.description }.joined(separator: ", ") + ")" }

    /// The integers of each type.
    private static let ranges: [Int32: ClosedRange<Int64>] = [
        1: 0...1, 2: -128...127, 3: -32768...32767, 4: -2_147_483_648...2_147_483_647, 5: .min ... .max,
        6: 0...255, 7: 0...65535, 8: 0...4_294_967_295, 9: 0...(.max),
    ]

    /// The same as what an event declares; `nil` if it is something else.
    func taken(as declared: Int32) -> Datum? {
        if type == declared { return self }
        switch declared {
        case 10: return single.map { Datum(type: declared, text: "\($0)") }
        case 11: return double.map { Datum(type: declared, text: "\($0)") }
        case 12, 13:
            let isNull = type == Self.integer ? text == "0" : (type == 12 || type == 13) && text == "none"
            return isNull ? Datum(type: declared, text: "none") : nil
        default: break
        }
        guard type == Self.integer, let range = Self.ranges[declared], let number = Int64(text), range.contains(number)
        else { return nil }
        return Datum(type: declared, text: declared == 1 ? (number == 0 ? "false" : "true") : text)
    }

    /// The same number as a `Float`, if it is one.
    private var single: Float? {
        switch type {
        case 9: return UInt64(text).flatMap { Float(exactly: $0) }
        case 11: return text == "nan" ? .nan : Double(text).flatMap { Float(exactly: $0) }
        case Self.integer: return Int64(text).flatMap { Float(exactly: $0) }
        default: return nil
        }
    }

    /// The same number as a `Double`, if it is one.
    private var double: Double? {
        switch type {
        case 9: return UInt64(text).flatMap { Double(exactly: $0) }
        case 10: return Float(text).map { Double($0) }
        case Self.integer: return Int64(text).flatMap { Double(exactly: $0) }
        default: return nil
        }
    }
}

extension Datum {
    /// Values of each type, the extreme ones among them. Floating-point numbers are written as Swift does.
    private static let samples: [Int32: [String]] = [
        1: ["false", "true"],
        2: ["-128", "127", "0", "-1"], 3: ["-32768", "32767", "256", "-1"],
        4: ["-2147483648", "2147483647", "65536", "-1"],
        5: ["-9223372036854775808", "9223372036854775807", "4294967296", "-1"],
        6: ["0", "255", "128"], 7: ["0", "65535", "32768"], 8: ["0", "4294967295", "2147483648"],
        9: ["0", "18446744073709551615", "9223372036854775808"],
        10: ["0.0", "-0.0", "2.5", "-0.1", "inf", "nan"],
        11: ["0.0", "-0.0", "2.5", "-0.1", "-inf", "nan", "5e-324", "1e+300"],
        12: ["none", "\"\"", "\"one\"", "\"a text that is longer than a word, or two\"", "\"Größe, 日本\""],
        13: ["none", "q1", "q2"],
        14: [
            "0", "1", "-1", "2", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535",
            "65536", "16777217", "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296",
            "9223372036854775807",
            "-9223372036854775808",
        ],
    ]

    /// Any value of a type; for one that does not exist whatever.
    static func any(of type: Int32, _ random: inout Random) -> Datum {
        Datum(type: type, text: random.pick(samples[type] ?? ["0"]))
    }

    /// A value that an event which declares this type takes.
    static func fit(for type: Int32, _ random: inout Random) -> Datum {
        let integers = random.chance(1, in: 2) ? samples[integer]! : []
        let fitting = integers.map { Datum(type: integer, text: $0) }.filter { $0.taken(as: type) != nil }
        return fitting.isEmpty ? any(of: type, &random) : random.pick(fitting)
    }
}
