#include "service.hpp"

#include <iomanip>

Applied Service::create(const Line &line)
{
    if (line.words.size() != 1)
        throw WrongLine("'create' needs the customer's name");
    const auto standing = standings_.find(line.words[0]);
    const auto [place, is_new] =
        orders_.try_emplace(line.order, table_, standing == standings_.end() ? Customer::new_one : standing->second);
    if (!is_new)
        throw WrongLine("there is an order of this number already");
    Live &live = place->second;
    live.machine.advance(now_);
    live.machine.start();
    live.order.trail.front().key = line.key;
    return Applied::applied;
}

Applied Service::change(const Line &line)
{
    const auto place = orders_.find(line.order);
    if (place == orders_.end())
        throw WrongLine("there is no order of this number: create it first");
    const std::optional<Event> event = table_.event(line.name);
    if (!event)
        throw WrongLine("there is no event '" + line.name + "': orders.fsm lists them");
    const auto arguments = arguments_of(line, table_, *event);
    Live &live = place->second;
    /* An event takes place as a whole, with all the steps that follow, or not at all. */
    const Order before = live.order;
    const auto snapshot = live.machine.snapshot(true);
    try {
        const swiftfsm::Outcome outcome = live.machine.send_values(*event, arguments);
        live.order.trail.at(before.trail.size()).key = line.key;
        const bool is_taken = outcome == swiftfsm::Outcome::transitioned || outcome == swiftfsm::Outcome::deferred;
        return is_taken ? Applied::applied : Applied::not_taken;
    } catch (...) {
        live.machine.restore(snapshot);
        live.order = before;
        throw;
    }
}

Applied Service::apply(const Line &line)
{
    const auto used = keys_.find(line.key);
    if (used != keys_.end()) {
        if (used->second != std::pair(line.order, line.name))
            throw WrongLine("the key was used for another event: each event needs a key of its own");
        return Applied::applied_before;
    }
    const Applied applied = line.name == "create" ? create(line) : change(line);
    keys_.emplace(line.key, std::pair(line.order, line.name));
    return applied;
}

std::size_t Service::advance(std::chrono::seconds now)
{
    std::size_t count = 0;
    now_ = now;
    for (auto &[number, live] : orders_) {
        const std::size_t steps = live.order.trail.size();
        live.machine.advance(now);
        for (std::size_t step = steps; step < live.order.trail.size(); ++step)
            live.order.trail[step].time = now.count(); /* when it was noticed */
        count += live.order.trail.size() > steps;
    }
    return count;
}

void Service::report(std::ostream &out) const
{
    for (const auto &[number, live] : orders_) {
        const Order &order = live.order;
        std::string states;
        for (const State state : live.machine.states())
            states += (states.empty() ? "" : "+") + table_.name(state);
        out << "order " << number << ": " << states << ", total " << order.total << ", paid " << order.paid
            << (order.parcel.empty() ? "" : ", parcel ") << order.parcel << '\n';
        std::size_t step = 0;
        for (const Entry &entry : order.trail) {
            out << std::setw(3) << ++step << "  " << std::setw(8) << entry.time << "  " << std::left << std::setw(10)
                << entry.event << std::right << "  " << entry.source;
            if (!entry.target.empty())
                out << " -> " << entry.target;
            if (!entry.row.empty())
                out << "  (" << entry.row << ')';
            out << "  " << entry.outcome;
            if (!entry.key.empty())
                out << ", key " << entry.key;
            for (std::size_t index = 0; index < entry.requests.size(); ++index)
                out << (index == 0 ? ", asks: " : " ") << entry.requests[index];
            out << '\n';
        }
    }
}
