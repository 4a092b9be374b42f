/* Steps: what a callback can ask. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_STEP_HPP
#define SWIFTFSM_STEP_HPP

#include "value.hpp"
#include "view.hpp"

#include <chrono>
#include <optional>

namespace swiftfsm {

template <class State, class Event, class Context, class Tick> class MachineView;

namespace detail {

/* The object at an address that C keeps for a table with this Context. */
template <class Context, class Object> Object &context_of(void *address) noexcept
{
    constexpr bool fits = std::is_void_v<Context> || std::is_convertible_v<Context *, Object *>;
    static_assert(fits, "swiftfsm: context<Type>() is for the table's Context and its base classes");
    using Known = std::conditional_t<!std::is_void_v<Context> && fits, Context, Object>;
    return *static_cast<Known *>(address);
}

/* A duration in C's units, and one of C's times as a duration: the latest or earliest that a Tick has if it is beyond. */
template <class Tick> constexpr std::int64_t count_of(Tick duration) noexcept
{
    using Count = typename Tick::rep;
    static_assert(std::is_integral_v<Count>,
                  "swiftfsm: a Tick counts whole units, such as std::chrono::milliseconds: fractions would be lost");
    if constexpr (std::is_unsigned_v<Count> && sizeof(Count) == sizeof(std::int64_t)) {
        return duration.count() > static_cast<Count>(INT64_MAX) ? INT64_MAX
                                                                : static_cast<std::int64_t>(duration.count());
    } else {
        return static_cast<std::int64_t>(duration.count());
    }
}

template <class Tick> constexpr Tick tick_of(std::int64_t time) noexcept
{
    constexpr std::int64_t latest = count_of(Tick::max()), earliest = count_of(Tick::min());
    return time >= latest ? Tick::max() : time <= earliest ? Tick::min() : Tick(static_cast<typename Tick::rep>(time));
}

} // namespace detail

/* The step in which a callback runs: chapter 4 of swiftfsm.h. Valid during the call. Costs nothing by itself. */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Step {
public:
    explicit Step(const sfsm_step *step) noexcept : step_(step) {}

    /* Return the machine, to which a callback may send events: they run after the step. */
    MachineView<State, Event, Context, Tick> machine() const noexcept
    {
        return MachineView<State, Event, Context, Tick>(step_->machine);
    }

    /* Return the context of the machine, also as a base class of it. If the table names no Context, its type is not
     * checked: `Object` must be the type of the object that the machine was given with set_context. */
    template <class Object = Context> std::add_lvalue_reference_t<Object> context() const noexcept
    {
        static_assert(!std::is_void_v<Object>, "swiftfsm: the table has no context: name its type, "
                                               "Table<State, Event, Context>");
        if constexpr (!std::is_void_v<Object>)
            return detail::context_of<Context, Object>(step_->context);
    }

    /* Return the event; nothing in a start, a stop, an update, and for a request. */
    std::optional<Event> event() const noexcept { return known<Event>(step_->event); }
    bool is_request() const noexcept { return step_->event == SFSM_REQUEST; }
    bool is_eventless() const noexcept { return step_->event == SFSM_EVENTLESS; }

    /* Return the state before the step; nothing in a start. And the one after it; nothing until it is resolved, in a
     * stop, and in a hook for an event that was unhandled or refused. */
    std::optional<State> source() const noexcept { return known<State>(step_->source); }
    std::optional<State> target() const noexcept { return known<State>(step_->target); }

    /* Return the state whose callback runs (sfsm_step_state). */
    std::optional<State> state() const noexcept { return known<State>(sfsm_step_state(step_)); }

    /* Return the outcome in a step hook: none everywhere else, and if the step failed. */
    Outcome outcome() const noexcept
    {
        return step_->outcome > 0 ? static_cast<Outcome>(step_->outcome) : Outcome::none;
    }
    bool has_failed() const noexcept { return step_->outcome < 0; }
    sfsm_status status() const noexcept { return step_->outcome < 0 ? step_->outcome : SFSM_OK; }

    /* Return the time of an update. */
    double time() const noexcept { return step_->time; }

    /* Return the number of the row that is taken or tried, from 1; 0 if there is none. Cost: O(log rows). */
    std::size_t row() const noexcept { return sfsm_step_row(step_); }

    /* Return the case of a predicate type, sent or provided; nothing if there is none. */
    template <class Predicate> std::optional<Predicate> predicate() const noexcept
    {
        return known<Predicate>(sfsm_step_case(step_, predicate_type<Predicate>::id));
    }

    /* Return the arguments of the event as they are, and one of them. Throws Error if there is none, or not of a type
     * that `Type` takes. */
    view<const sfsm_value> arguments() const noexcept { return {step_->arguments, step_->argument_count}; }
    template <class Type> Type argument(std::size_t index) const
    {
        if (index >= step_->argument_count)
            throw Error(SFSM_ARGUMENT_COUNT);
        return detail::argument_of<Type>(step_->arguments[index]);
    }

    /* Return the step for functions of swiftfsm.h. */
    const sfsm_step *handle() const noexcept { return step_; }

private:
    template <class Id> static std::optional<Id> known(sfsm_id id) noexcept
    {
        return id < SFSM_FIRST_ID ? std::nullopt : std::optional<Id>(detail::of_id<Id>(id));
    }

    const sfsm_step *step_;
};

} // namespace swiftfsm

#endif
