// An order service in memory, whose rules are in orders.fsm, which the service in C (bindings/c/orders) reads too.
//
//     OrdersExample DOCUMENT [CUSTOMER=STANDING ...] < LINES
//
// applies a line each (Line.swift), then prints the steps of all orders. STANDING is new, regular or blocked. Exit status: 0;
// 1 if some lines were wrong, which is told with their numbers; 2 if the arguments or the document cannot be used.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@main
enum OrdersExample {
    static func main() {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard let document = arguments.first else {
                throw Unusable("usage: OrdersExample DOCUMENT [CUSTOMER=STANDING ...] < LINES")
            }
            let service = try Service(reading: try text(ofFile: document), file: document)
            for argument in arguments.dropFirst() { try trust(argument, service) }
            let wrong = applyAll(service)
            for line in service.report { print(line) }
            exit(wrong > 0 ? 1 : 0)
        } catch {
            tell("\(error)")
            exit(2)
        }
    }

    private static func trust(_ argument: String, _ service: Service) throws {
        let equals = argument.firstIndex(of: "=") ?? argument.endIndex
        guard let standing = Customer(rawValue: String(argument[equals...].dropFirst())) else {
            throw Unusable("expected CUSTOMER=new, regular or blocked, not '\(argument)'")
        }
        service.trust(String(argument[..<equals]), standing)
    }

    /// Applies all lines, and prints what came of them. Returns how many were wrong.
    private static func applyAll(_ service: Service) -> Int {
        var counts = Applied.allCases.map { _ in 0 }
        var (wrong, due, number) = (0, 0, 0)
        while let text = readLine() {
            number += 1
            do {
                switch try Line(text) {
                case .time(let time): due += try service.advance(to: time)
                case .event(let line): counts[try service.apply(line).rawValue] += 1
                case nil: break
                }
            } catch {  // of the line, or of the machine
                tell("line \(number): \(error)")
                wrong += 1
            }
        }
        print(
            "applied \(counts[0]), not taken \(counts[1]), applied before \(counts[2]), wrong \(wrong); "
                + "timers of \(due) orders")
        return wrong
    }

    private static func text(ofFile path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw Unusable("\(path) cannot be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
        guard ferror(file) == 0, let text = String(validating: bytes, as: UTF8.self) else {
            throw Unusable("\(path) cannot be read")
        }
        return text
    }

    /// Prints to standard error.
    private static func tell(_ text: String) {
        let line = Array("orders: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}

/// The arguments or the document cannot be used.
private struct Unusable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
