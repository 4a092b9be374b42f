/* What a builder adds to: rows, and blocks of states and superstates. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_BLOCK_HPP
#define SWIFTFSM_BLOCK_HPP

#include "table.hpp"

namespace swiftfsm {

/*
 * A row of a builder, to which callbacks and conditions are added: each function returns the same row. Callbacks are
 * called in the order in which they were added. Valid as long as the builder stays where it is. A callback is anything
 * that can be called: a lambda, a function, std::function. Its parameters say what it is called with, in any order: the
 * Step, the Context by reference, and the first arguments of the event by value. One that captures nothing, a pointer
 * or a reference needs no memory; the table owns any other one and frees it on the thread that releases the table last.
 * A lambda may be `mutable`; but an object whose operator() is const must not change `mutable` members of its own: it may
 * be copied for each call. What it throws is thrown by the call that led to it: see MachineView. Threads: a callback may
 * run on several threads at the same time, for machines that these use: what all machines share is captured, what
 * belongs to one machine is its Context. Throws: Error (SFSM_ALREADY_BUILT and the like), std::bad_alloc.
 */
template <class State, class Event, class Context, class Tick> class RowReference {
public:
    using BuilderType = Builder<State, Event, Context, Tick>;
    RowReference(BuilderType &builder, std::size_t number, Place place) noexcept
        : builder_(&builder), number_(number), place_(place)
    {}

    /* Add a guard, which returns bool. It may be called more often than the row is taken: it must change nothing. */
    template <class Function> RowReference &guard(Function &&function)
    {
        return add<detail::Role::guard>(sfsm_builder_add_guard, std::forward<Function>(function));
    }

    /* Add an action, which returns nothing. */
    template <class Function> RowReference &action(Function &&function)
    {
        return add<detail::Role::action>(sfsm_builder_add_action, std::forward<Function>(function));
    }

    /* Set the resolver of a row whose target is dynamic: it returns a State, or std::optional<State>, where nothing
     * means that the event is refused. */
    template <class Function> RowReference &resolver(Function &&function)
    {
        return add<detail::Role::resolver>(sfsm_builder_set_resolver, std::forward<Function>(function));
    }

    /* Let the row be for these cases of one predicate type only: match(Policy::weak, Policy::strong). Throws Error
     * (SFSM_BAD_VALUE) if another enumeration has its id: see predicate_type. */
    template <class Predicate, class... Others> RowReference &match(Predicate value, Others... others)
    {
        static_assert((std::is_same_v<Predicate, Others> && ...),
                      "swiftfsm: a match is for cases of one predicate type");
        builder_->template check_predicate<Predicate>();
        const sfsm_id values[] = {detail::id_of(value), detail::id_of(others)...};
        return checked(sfsm_builder_add_match(builder_->handle(), number_, predicate_type<Predicate>::id, values,
                                              sizeof...(others) + 1));
    }

    /* In a chart: add a further target; a condition that a state is active, or is not; an event that the row raises. */
    RowReference &target(State state)
    {
        return checked(sfsm_builder_add_target(builder_->handle(), number_, detail::id_of(state)));
    }
    RowReference &in(State state)
    {
        return checked(sfsm_builder_add_in_guard(builder_->handle(), number_, detail::id_of(state), true));
    }
    RowReference &not_in(State state)
    {
        return checked(sfsm_builder_add_in_guard(builder_->handle(), number_, detail::id_of(state), false));
    }
    RowReference &raise(Event event)
    {
        return checked(sfsm_builder_add_raise(builder_->handle(), number_, detail::id_of(event)));
    }

    /* Return the number of the row, from 1. */
    std::size_t number() const noexcept { return number_; }

private:
    template <detail::Role role, class Add, class Function> RowReference &add(Add function_of_c, Function &&function)
    {
        builder_->template expect<Function>(number_, place_);
        const sfsm_callback callback = builder_->template make<role>(std::forward<Function>(function));
        return checked(
            function_of_c(builder_->handle(), number_, callback.function, callback.context, callback.finalizer));
    }

    RowReference &checked(sfsm_status status)
    {
        detail::check(status);
        return *this;
    }

    BuilderType *builder_;
    std::size_t number_;
    Place place_;
};

/*
 * The block of a state or a superstate in a builder: what belongs to the state besides its rows. Callbacks, lifetime
 * and what is thrown are as for RowReference.
 */
template <class State, class Event, class Context, class Tick> class Block {
public:
    using BuilderType = Builder<State, Event, Context, Tick>;
    using RowType = RowReference<State, Event, Context, Tick>;
    Block(BuilderType &builder, std::size_t number, sfsm_id state) noexcept
        : builder_(&builder), number_(number), state_(state)
    {}

    /* Add a row of this state, or of each state that adopts this superstate. */
    RowType row(On<Event> event, Target<State> target, Place place = Place::here())
    {
        return builder_->add_row(state_, event.id, target.id, 0, number_, place);
    }
    template <class Action, class = std::enable_if_t<!std::is_convertible_v<Action, Place>>>
    RowType row(On<Event> event, Target<State> target, Action &&action, Place place = Place::here())
    {
        return row(event, target, place).action(std::forward<Action>(action));
    }

    /* Add a row that replaces those of adopted superstates for the same event. */
    RowType overriding(On<Event> event, Target<State> target, Place place = Place::here())
    {
        return builder_->add_row(state_, event.id, target.id, SFSM_OVERRIDING, number_, place);
    }

    /* In a chart: add a row that leaves no more states than it must. */
    RowType local(On<Event> event, Target<State> target, Place place = Place::here())
    {
        return builder_->add_row(state_, event.id, target.id, SFSM_LOCAL, number_, place);
    }

    /* Add a callback: after a step from another state; before a step to another; after one that came back to the same
     * state; in MachineView::update, where it may return an event to send. */
    template <class Function> Block &entry(Function &&function)
    {
        return add<detail::Role::action>(sfsm_builder_on_entry, std::forward<Function>(function));
    }
    template <class Function> Block &exit(Function &&function)
    {
        return add<detail::Role::action>(sfsm_builder_on_exit, std::forward<Function>(function));
    }
    template <class Function> Block &cycle(Function &&function)
    {
        return add<detail::Role::action>(sfsm_builder_on_cycle, std::forward<Function>(function));
    }
    template <class Function> Block &update(Function &&function)
    {
        return add<detail::Role::update>(sfsm_builder_on_update, std::forward<Function>(function));
    }

    /* Adopt a superstate: its rows and callbacks come before those of this block. */
    Block &adopt(const Block &superstate)
    {
        return checked(sfsm_builder_adopt(builder_->handle(), number_, superstate.number_));
    }

    /* In a chart: nest this state in another; set the child that is entered with it (of a history: what is entered
     * while nothing is recorded); add an action that runs then; set the event that is raised when the state is done. */
    Block &nest(State parent) { return checked(sfsm_builder_nest(builder_->handle(), number_, detail::id_of(parent))); }
    Block &initial(State child)
    {
        return checked(sfsm_builder_set_default(builder_->handle(), number_, detail::id_of(child)));
    }
    template <class Function> Block &on_initial(Function &&function)
    {
        return add<detail::Role::action>(sfsm_builder_on_default, std::forward<Function>(function));
    }
    Block &done(Event event)
    {
        return checked(sfsm_builder_on_done(builder_->handle(), number_, detail::id_of(event)));
    }

    /* Send an event when the state has been active for this long: any duration that a Tick holds exactly. */
    Block &timeout(Tick delay, Event event)
    {
        return checked(sfsm_builder_add_timeout(builder_->handle(), number_, detail::count_of(delay),
                                                detail::id_of(event)));
    }

private:
    template <detail::Role role, class Add, class Function> Block &add(Add function_of_c, Function &&function)
    {
        const sfsm_callback callback = builder_->template make<role>(std::forward<Function>(function));
        return checked(
            function_of_c(builder_->handle(), number_, callback.function, callback.context, callback.finalizer));
    }

    Block &checked(sfsm_status status)
    {
        detail::check(status);
        return *this;
    }

    BuilderType *builder_;
    std::size_t number_;
    sfsm_id state_;
};

} // namespace swiftfsm

#endif
