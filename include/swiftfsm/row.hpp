/* Rows as constants. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_ROW_HPP
#define SWIFTFSM_ROW_HPP

#include "closure.hpp"

#include <iterator>

namespace swiftfsm {

/*
 * A row that can be constexpr: source, event, target and, unless it is left out, an action that captures nothing.
 * Tables of them are read-only data of the program:
 *
 *     using Row = swiftfsm::Row<State, Event>;
 *     constexpr std::array rows = {
 *         Row(State::locked,   Event::coin, State::unlocked, [] { puts("click"); }),
 *         Row(State::unlocked, Event::pass, State::locked),
 *     };
 *     static_assert(swiftfsm::is_unambiguous(rows));
 *     const swiftfsm::Table<State, Event> table(rows);
 *
 * Each row knows its file and line (of rows in bare braces g++ knows only where the list ends).
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Row {
public:
    constexpr Row(Source<State> source, On<Event> event, Target<State> target, Place place = Place::here()) noexcept
        : row_(make(source, event, target, place))
    {}

    template <class Action, class = std::enable_if_t<!std::is_convertible_v<Action, Place>>>
    constexpr Row(Source<State> source, On<Event> event, Target<State> target, Action,
                  Place place = Place::here()) noexcept
        : row_(make(source, event, target, place))
    {
        static_assert(detail::is_stateless_v<Action>,
                      "swiftfsm: the action of a constant row captures nothing: for others, "
                      "and for functions, there is Builder::row");
        row_.action = detail::Trampoline<detail::Role::action, State, Event, Context, Tick, Action>::stateless;
    }

    /* Return the row with a guard that captures nothing. */
    template <class Guard> constexpr Row when(Guard) const noexcept
    {
        static_assert(detail::is_stateless_v<Guard>, "swiftfsm: the guard of a constant row captures nothing");
        Row row = *this;
        row.row_.guard = detail::Trampoline<detail::Role::guard, State, Event, Context, Tick, Guard>::stateless;
        return row;
    }

    constexpr const sfsm_row &row() const noexcept { return row_; }

private:
    static constexpr sfsm_row make(Source<State> source, On<Event> event, Target<State> target, Place place) noexcept
    {
        sfsm_row row{};
        row.source = source.id;
        row.event = event.id;
        row.target = target.id;
        row.line = place.line;
        row.file = place.file;
        return row;
    }

    sfsm_row row_;
};

/* Return whether no two rows are for one state and event, as the default guard policy demands: for static_assert. */
template <class Rows> constexpr bool is_unambiguous(const Rows &rows) noexcept
{
    for (auto row = std::begin(rows); row != std::end(rows); ++row) {
        for (auto other = std::begin(rows); other != row; ++other) {
            const sfsm_row &one = row->row(), &two = other->row();
            if (one.source == two.source && one.event == two.event &&
                (one.event != SFSM_REQUEST || one.target == two.target))
                return false;
        }
    }
    return true;
}

} // namespace swiftfsm

#endif
