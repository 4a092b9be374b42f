/* An order: what the callbacks of orders.fsm look at and change, and the table of that document. */
#ifndef ORDER_HPP
#define ORDER_HPP

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <swiftfsm.hpp>
#include <vector>

/* The states and events of orders.fsm, with its numbers, which are checked when it is read. */
enum class State {
    basket, review, open, payment, unpaid, overdue, collecting, paid, fulfilment, preparing, allocating, backordered,
    allocated, picking, packed, dispatched, shipped, missing, delivered, returning, inspecting, kept, before_hold, held,
    repaying, closed, completed, refunded, cancelled, rejected, abandoned, written_off
};
enum class Event {
    add, place, approve, reject, pay, refund, cancel, hold, resume, allocate, run_out, pick, pack, ship, deliver, lose,
    return_, arrive, accept, decline, repaid, write_off, remind, lapse, expire
};

/* How far the shop trusts a customer: the predicate type of orders.fsm. */
enum class Customer { new_one, regular, blocked };

/* A step of an order, for those who ask later. */
struct Entry {
    std::int64_t time = 0; /* in seconds */
    std::string event, row, source, target, outcome;
    std::string key;                   /* of the line that asked for it, or "" */
    std::vector<std::string> requests; /* what others have to do */
};

/* The context of a machine. Amounts are in cents. */
struct Order {
    std::int64_t total = 0;
    std::int64_t paid = 0; /* what was paid and not repaid */
    Customer standing = Customer::new_one;
    std::string parcel; /* "" until there is one */
    std::vector<Entry> trail;
    std::vector<std::string> requests; /* of the step under way */
};

using Table = swiftfsm::Table<State, Event, Order, std::chrono::seconds>;
using Machine = swiftfsm::Machine<State, Event, Order, std::chrono::seconds>;
using Step = swiftfsm::Step<State, Event, Order, std::chrono::seconds>;

/* Return the table of all orders. Throws swiftfsm::DefinitionError, which says what is wrong with the document. */
Table order_table(std::string_view document, const char *file);

#endif
