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
        for type in ValueType.allCases where ![.f32, .f64, .u64].contains(type) {
            for other in ValueType.allCases {
                let value = Value(type: type.rawValue, bits: 1)
                #expect((value.taken(as: other) != nil) == (type == other))
            }
        }
        for type in ValueType.allCases { #expect(Value(type: 0, bits: 0).taken(as: type) == nil) }
    }

    private func float(_ number: Float) -> Value {
        var value = Value(type: ValueType.f32.rawValue, bits: .max)
        withUnsafeMutableBytes(of: &value.bits) { $0.storeBytes(of: number, as: Float.self) }
        return value
    }

    private func double(_ number: Double) -> Value {
        Value(type: ValueType.f64.rawValue, bits: number.bitPattern)
    }

    private func asFloat(_ value: Value) -> Float? {
        value.taken(as: .f32).map { taken in
            #expect(taken.type == ValueType.f32.rawValue)
            return withUnsafeBytes(of: taken.bits) { $0.load(as: Float.self) }
        }
    }

    private func asDouble(_ value: Value) -> Double? {
        value.taken(as: .f64).map { taken in
            #expect(taken.type == ValueType.f64.rawValue)
            return Double(bitPattern: taken.bits)
        }
    }

    @Test func integersBecomeFloatingPointNumbersThatAreTheSame() {
        #expect(asDouble(integer(1)) == 1 && asDouble(integer(-150)) == -150)
        #expect(asDouble(integer(1 << 53)) == 0x1p53 && asDouble(integer(.min)) == -0x1p63)
        for number: Int64 in [(1 << 53) + 1, (-1 << 53) - 1, .max] { #expect(asDouble(integer(number)) == nil) }
        #expect(asFloat(integer(1 << 24)) == 0x1p24 && asFloat(integer(.min)) == -0x1p63)
        for number: Int64 in [(1 << 24) + 1, (1 << 53) + 1, .max] { #expect(asFloat(integer(number)) == nil) }
        let large = Value(type: ValueType.u64.rawValue, bits: 1 << 63)
        #expect(asDouble(large) == 0x1p63 && asFloat(large) == 0x1p63)
        #expect(asDouble(Value(type: ValueType.u64.rawValue, bits: .max)) == nil)
    }

    @Test func floatingPointNumbersBecomeEachOtherWhereTheyAreTheSame() {
        for number: Float in [0.5, -0.0, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            #expect(asDouble(float(number)) == Double(number))
            #expect(asFloat(double(Double(number)))?.bitPattern == number.bitPattern)
        }
        #expect(asDouble(float(.nan))?.isNaN == true && asFloat(double(.nan))?.isNaN == true)
        for number in [0.1, 1e300, Double.leastNonzeroMagnitude, Double(Float.greatestFiniteMagnitude) * 2] {
            #expect(asFloat(double(number)) == nil)
        }
        for type in [ValueType.bool, .i32, .u64, .str, .ptr] {
            #expect(double(0).taken(as: type) == nil && float(0).taken(as: type) == nil)
        }
    }

    @Test func nullIsAnyPointerOrString() {
        for type in [ValueType.str, .ptr] {
            for sent in [Value.integer, ValueType.str.rawValue, ValueType.ptr.rawValue] {
                let null = Value(type: sent, bits: 0).taken(as: type)
                #expect(null?.type == type.rawValue && null?.bits == 0)
                let other = Value(type: sent, bits: 16).taken(as: type)
                #expect((other != nil) == (sent == type.rawValue))
            }
        }
    }

    @Test func aByteThatIsNotZeroIsTrue() {
        #expect(Value(type: ValueType.bool.rawValue, bits: 0xffff_ff00).taken(as: .bool)?.bits == 0)
        #expect(Value(type: ValueType.bool.rawValue, bits: 0x80).taken(as: .bool)?.bits == 1)
    }
}
