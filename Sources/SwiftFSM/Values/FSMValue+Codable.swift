/// Encoded, a value is an object with the member `some`, and `.any` one with the member `any`: `{"some":50}`, `{"any":true}`.
extension FSMValue: Codable where T: Codable {
    private enum CodingKeys: String, CodingKey {
        case some, any
    }

    /// - Throws: `DecodingError` if there is neither `some` nor `any`, or both.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch (members.contains(.some), members.contains(.any)) {
        case (true, false): self = .some(try members.decode(T.self, forKey: .some))
        case (false, true) where try members.decode(Bool.self, forKey: .any): self = .any
        default:
            let text = "a value has the member \"some\" with what it is, or {\"any\":true} for every value"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .some(let value): try members.encode(value, forKey: .some)
        case .any: try members.encode(true, forKey: .any)
        }
    }
}
