import Foundation
import SwiftFSM
import Testing

/// The invoice of the article "A document workflow".
@Suite struct InvoiceDeskTests {
    @Test func nobodyApprovesTheirOwn() throws {
        let desk = try InvoiceDesk()
        #expect(try !desk.send(.submit(author: "ada")))
        desk.lines = ["a book"]
        #expect(try desk.send(.submit(author: "ada")))
        #expect(try !desk.send(.approve(reviewer: "ada")))
        #expect(try desk.send(.approve(reviewer: "bob")))
        #expect(desk.machine.state == .approved)
        #expect(desk.trail == ["line 13: review", "line 15: approved"])
    }

    @Test func anInvoiceIsStored() async throws {
        let desk = try InvoiceDesk()
        desk.lines = ["a book"]
        #expect(try desk.send(.submit(author: "ada")))
        #expect(try desk.send(.approve(reviewer: "bob")))
        let row = try JSONEncoder().encode(desk.snapshot())
        let stored = try InvoiceDesk(stored: JSONDecoder().decode(FSMSnapshot.self, from: row), author: "ada")
        #expect(stored.machine.state == .approved)
        try await stored.machine.advance(to: .seconds(30 * 86_400))
        #expect(stored.trail == ["a reminder", "line 19: approved"])
        #expect(try stored.send(.pay))
        #expect(stored.machine.isDone)
    }
}
