import Testing

@testable import FSMEngine

/// What is sent becomes what the event declares, or is no such value.
@Suite struct ValueTests {
    private func integer(_ number: Int64) -> Value { Value(type: Value.integer, bits: UInt64(bitPattern: number)) }

    @Test(arguments: [
        (ValueType.bool, Int64(0), Int64(1)), (.i8, -128, 127), (.i16, -32768, 32767),
        (.i32, Int64(Int32.min), Int64(Int32.max)), (.i64, .min, .max), (.u8, 0, 255), (.u16, 0, 65535),
        (.u32, 0, Int64(UInt32.max)), (.u64, 0, .max),
    ])
    func integersFitOrNot(_ type: ValueType, _ lowest: Int64, _ highest: Int64) {
        for number in [lowest, highest] {
            let value = integer(number).taken(as: type)
            #expect(value?.type == type.rawValue)
            let width = UInt64.max >> (64 - (value.map { _ in Self.width(type) } ?? 64))
            #expect(value.map { $0.bits & width } == UInt64(bitPattern: number) & width)
        }
        if lowest > .min { #expect(integer(lowest - 1).taken(as: type) == nil) }
        if highest < .max { #expect(integer(highest + 1).taken(as: type) == nil) }
    }

    private static func width(_ type: ValueType) -> UInt64 {
        switch type {
        case .bool, .i8, .u8: 8
        case .i16, .u16: 16
        case .i32, .u32, .f32: 32
        default: 64
        }
    }

    @Test func otherTypesAreTakenForThemselvesAlone() {
        for type in ValueType.allCases {
            for other in ValueType.allCases {
                let value = Value(type: type.rawValue, bits: 1)
                #expect((value.taken(as: other) != nil) == (type == other))
            }
        }
        for type in [ValueType.f32, .f64, .str, .ptr] { #expect(integer(0).taken(as: type) == nil) }
        #expect(Value(type: 0, bits: 0).taken(as: .i32) == nil)
    }

    @Test func aByteThatIsNotZeroIsTrue() {
        #expect(Value(type: ValueType.bool.rawValue, bits: 0xffff_ff00).taken(as: .bool)?.bits == 0)
        #expect(Value(type: ValueType.bool.rawValue, bits: 0x80).taken(as: .bool)?.bits == 1)
    }
}
