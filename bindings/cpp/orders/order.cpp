#include "order.hpp"

#include <limits>
#include <stdexcept>

namespace {

/* The amount of an event: orders.fsm declares which argument it is. */
std::int64_t cents(const Step &step)
{
    const auto arguments = step.arguments();
    return step.argument<std::int64_t>(arguments.size() > 1 && arguments[0].type == SFSM_STR ? 1 : 0);
}

/* An exception ends the step: it does not take place, and whoever sent the event hears why. */
std::int64_t sum(std::int64_t amount, std::int64_t more)
{
    if (more > std::numeric_limits<std::int64_t>::max() - amount)
        throw std::overflow_error("the amount becomes too large");
    return amount + more;
}

std::string row_name(const Step &step)
{
    if (step.row() == 0)
        return "";
    const Table table = step.machine().table();
    const std::string label = table.row_label(step.row());
    return label.empty() ? "line " + std::to_string(table.row_place(step.row()).line) : label;
}

/* The hook of every step, whatever its outcome. */
void record(const Step &step, Order &order)
{
    const Table table = step.machine().table();
    Entry entry;
    entry.time = step.machine().now().count();
    entry.event = step.event() ? table.name(*step.event()) : step.is_eventless() ? "eventless" : "create";
    entry.row = row_name(step);
    entry.source = step.source() ? table.name(*step.source()) : "";
    entry.target = step.target() ? table.name(*step.target()) : "";
    entry.outcome = to_string(step.outcome());
    entry.requests = std::move(order.requests);
    order.requests.clear();
    order.trail.push_back(std::move(entry));
}

} // namespace

Table order_table(std::string_view document, const char *file)
{
    swiftfsm::Bindings<State, Event, Order, std::chrono::seconds> bindings;
    bindings.guard("positive", [](const Step &step) { return cents(step) > 0; })
        .guard("affordable", [](const Step &step, const Order &order) { return cents(step) <= order.paid; })
        .guard("priced", [](const Order &order) { return order.total > 0; })
        .guard("settled", [](const Order &order) { return order.paid >= order.total; })
        .guard("nothing_paid", [](const Order &order) { return order.paid == 0; })
        .provider("standing", [](const Order &order) { return order.standing; })
        .action("add_item", [](const Step &step, Order &order) { order.total = sum(order.total, cents(step)); })
        .action("book", [](Order &order, std::int64_t amount) { order.paid = sum(order.paid, amount); })
        .action("repay", [](Order &order, std::int64_t amount) { order.paid -= amount; })
        .action("repay_all", [](Order &order) { order.paid = 0; })
        .action("track", [](Order &order, std::string_view parcel) {
            if (parcel.size() > 63)
                throw std::length_error("the name of a parcel is longer than 63 bytes");
            order.parcel = parcel;
        });
    /* What others have to do is put down with the step. */
    for (const char *what : {"release", "notify", "demand"})
        bindings.action(what, [what](Order &order) { order.requests.emplace_back(what); });
    bindings.on_step("", record);
    return Table::read(document, std::move(bindings), file);
}
