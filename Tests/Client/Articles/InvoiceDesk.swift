import SwiftFSM

/// An invoice, and who has done what. The rules are in `invoice.fsm`, of which the build makes the type `Invoice`.
final class InvoiceDesk {
    private(set) var author: String?
    private(set) var trail: [String] = []
    var lines: [String] = []
    let machine: FSM<Invoice.State, Invoice.Event>

    /// A new invoice, or one that was stored.
    init(stored: FSMSnapshot? = nil, author: String? = nil) throws {
        self.author = author
        // The callbacks ask the desk, which exists only when all its properties have values.
        let desk = Reference()
        machine = try Invoice.table().machine { wanted in
            Invoice.Callback(wanted).map { desk.callback($0) }
        }
        desk.invoice = self
        machine.logHandler = nil
        machine.stepHandler = { [unowned self] step in
            guard let row = step.row, let target = step.target else { return }
            trail.append("line \(row.line): \(target)")
        }
        if let stored { try machine.restore(stored) }
    }

    /// Sends an event; `false` if the rules have no place for it now.
    func send(_ event: Invoice.Event) throws -> Bool { try machine.handleEventAtOnce(event).isTransition }

    /// What to store, as JSON say: `FSMSnapshot` is `Codable`.
    func snapshot() throws -> FSMSnapshot { try machine.snapshot() }

    private final class Reference {
        unowned var invoice: InvoiceDesk?

        /// A `switch` without `default`: a callback that the document gets later does not compile until it is here.
        func callback(_ callback: Invoice.Callback) -> FSMCallback<Invoice.Event> {
            switch callback {
            case .guard(.complete): .guard { self.invoice?.lines.isEmpty == false }
            case .guard(.byAnother):
                .guard { event in
                    guard case .approve(let reviewer) = event else { return false }
                    return reviewer.wrappedValue != self.invoice?.author
                }
            case .action(.note): .action { (event: Invoice.Event) in self.invoice?.note(event) }
            case .action(.remind): .action { self.invoice?.trail.append("a reminder") }
            }
        }
    }

    private func note(_ event: Invoice.Event) {
        if case .submit(let author) = event { self.author = author.wrappedValue }
    }
}
