/* What one can do with a machine. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_MACHINE_VIEW_HPP
#define SWIFTFSM_MACHINE_VIEW_HPP

#include "table.hpp"

namespace swiftfsm {

/* The number of an event that is sent later. */
enum class Timer : std::uint64_t {};

/* What a probe predicts: the outcome, and the state after the step. */
template <class State> struct Prediction {
    Outcome outcome;
    std::optional<State> state;
};

/*
 * A machine of somebody else: what Step::machine returns, and all that a Machine can do but own. It must not be used
 * after the machine is gone.
 *
 * Exceptions: an exception that a callback throws ends the step as chapter 4 of swiftfsm.h describes. Thrown before the
 * commit (guards, resolvers, and by default exit callbacks and actions) it leaves the machine in its old state, after
 * it (by default entry and cycle callbacks) in the new one. No later callback of the step runs but step hooks. The
 * exception is thrown again by the function that ran the callback, when the library has returned: C never sees it. That
 * function also throws for a step of an event that a callback had sent; then the first event was taken all the same.
 * Events behind a failure wait: run_pending() goes on with them. Programming errors throw Error, with the machine
 * unchanged: an unknown state or event, a machine that is stopped or busy, wrong arguments. Threads: one thread at a
 * time may use a machine. Machines of one table run in parallel.
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class MachineView {
public:
    explicit MachineView(sfsm_machine *machine) noexcept : machine_(machine) {}

    /*
     * Send an event with its arguments: its step, and those of all events that its callbacks send to this machine.
     * Returns the outcome of this event; Outcome::queued from inside a callback of this machine.
     * Throws Error: SFSM_NOT_RUNNING, SFSM_UNKNOWN_EVENT, SFSM_ARGUMENT_COUNT, SFSM_ARGUMENT_TYPE,
     * SFSM_MISSING_PREDICATE and others of sfsm_machine_send_message. Throws what a callback throws. Cost: O(1);
     * allocates nothing, unless a std::string_view is sent.
     */
    template <class... Arguments> Outcome send(Event event, const Arguments &...arguments)
    {
        if constexpr (sizeof...(arguments) == 0) {
            detail::Call call(machine_);
            return outcome(call.finish_message(sfsm_machine_send(machine_, detail::id_of(event))));
        } else {
            return send_matching({}, event, arguments...);
        }
    }

    /* The same with cases of predicate types: send_matching({Policy::weak}, Event::pass, 20). */
    template <class... Arguments>
    Outcome send_matching(view<const Case> cases, Event event, const Arguments &...arguments)
    {
        return with_message(
            cases, detail::id_of(event),
            [this](const sfsm_message &message) {
                detail::Call call(machine_);
                return outcome(call.finish_message(sfsm_machine_send_message(machine_, &message)));
            },
            detail::Sent<Arguments>(arguments)...);
    }

    /* Send an event with arguments that were made elsewhere, such as with sfsm_value_read. */
    Outcome send_values(Event event, view<const sfsm_value> arguments, view<const Case> cases = {})
    {
        const sfsm_message message = {sizeof message, detail::id_of(event), SFSM_NONE,       cases.data(),
                                      cases.size(),   arguments.data(),     arguments.size()};
        detail::Call call(machine_);
        return outcome(call.finish_message(sfsm_machine_send_message(machine_, &message)));
    }

    /* Request that the machine go to a state. */
    Outcome request(State state, view<const Case> cases = {})
    {
        const sfsm_message message = {
            sizeof message, SFSM_REQUEST, detail::id_of(state), cases.data(), cases.size(), nullptr, 0};
        detail::Call call(machine_);
        return outcome(call.finish_message(sfsm_machine_send_message(machine_, &message)));
    }

    /* In a chart, from inside a callback: send an event that is taken before all others. */
    Outcome raise(Event event)
    {
        detail::Call call(machine_);
        return outcome(call.finish(sfsm_machine_raise(machine_, detail::id_of(event))));
    }

    /* Send many events, one after the other, as send does, but faster. `outcomes` may be empty or as long as `events`.
     * Returns how many were sent. The first error is thrown; the outcomes before it are there. */
    std::size_t run(view<const Event> events, view<Outcome> outcomes = {})
    {
        if (!outcomes.empty() && outcomes.size() < events.size())
            throw Error(SFSM_OUT_OF_RANGE, "There are fewer outcomes than events.");
        std::vector<sfsm_id> copies;
        const sfsm_id *ids = nullptr;
        if constexpr (sizeof(Event) == sizeof(sfsm_id)) {
            ids = reinterpret_cast<const sfsm_id *>(events.data());
        } else {
            for (const Event event : events)
                copies.push_back(detail::id_of(event));
            ids = copies.data();
        }
        std::size_t count = 0;
        detail::Call call(machine_);
        call.finish(
            sfsm_machine_run(machine_, ids, events.size(), reinterpret_cast<sfsm_outcome *>(outcomes.data()), &count));
        return count;
    }

    /* Tell the machine that time has passed: its update callbacks run, and may name an event, which is sent.
     * Returns its outcome, or Outcome::none. */
    Outcome update(double time = 0, view<const Case> cases = {})
    {
        const sfsm_message message = {sizeof message, SFSM_ANY, SFSM_NONE, cases.data(), cases.size(), nullptr, 0};
        detail::Call call(machine_);
        return outcome(call.finish(sfsm_machine_update(machine_, time, &message, nullptr)));
    }

    /* Start a stopped machine: its entry callbacks run. And stop it: exit callbacks run, events that wait are dropped.
     */
    void start(Beginning<State> state = initial)
    {
        detail::Call call(machine_);
        call.finish(sfsm_machine_start(machine_, state.id));
    }
    Outcome stop()
    {
        detail::Call call(machine_);
        return outcome(call.finish(sfsm_machine_stop(machine_)));
    }

    /* Return the current state; in a chart the active leaf, or the outermost active parallel state.
     * Throws Error (SFSM_NOT_RUNNING) for a machine that is stopped; current() returns nothing then. */
    State state() const
    {
        const sfsm_id id = sfsm_machine_state(machine_);
        if (id == SFSM_NONE)
            detail::fail(SFSM_NOT_RUNNING);
        return detail::of_id<State>(id);
    }
    std::optional<State> current() const noexcept
    {
        const sfsm_id id = sfsm_machine_state(machine_);
        return id == SFSM_NONE ? std::nullopt : std::optional<State>(detail::of_id<State>(id));
    }
    bool is_running() const noexcept { return sfsm_machine_state(machine_) != SFSM_NONE; }

    /* Return whether a state is active, and all active leaves. Return whether a final state has stopped the machine. */
    bool in(State state) const noexcept { return sfsm_machine_in(machine_, detail::id_of(state)); }
    std::vector<State> states() const
    {
        return list<State>([this](sfsm_id *ids, std::size_t capacity, std::size_t *count) {
            return sfsm_machine_states(machine_, ids, capacity, count);
        });
    }
    bool is_done() const noexcept { return sfsm_machine_is_done(machine_); }

    /* Put the machine into a state, or a chart into its leaves, without calling any callback. */
    void set_state(Beginning<State> state)
    {
        detail::Call call(machine_);
        call.finish(sfsm_machine_set_state(machine_, state.id));
    }
    void set_states(view<const State> leaves)
    {
        std::vector<sfsm_id> ids;
        for (const State leaf : leaves)
            ids.push_back(detail::id_of(leaf));
        detail::check(sfsm_machine_set_states(machine_, ids.data(), ids.size()));
    }

    /* Predict what sending would do. Nothing changes; guards and resolvers are called, and what they throw is thrown.
     */
    template <class... Arguments> Prediction<State> probe(Event event, const Arguments &...arguments)
    {
        return probe_matching({}, event, arguments...);
    }
    template <class... Arguments>
    Prediction<State> probe_matching(view<const Case> cases, Event event, const Arguments &...arguments)
    {
        return with_message(
            cases, detail::id_of(event),
            [this](const sfsm_message &message) {
                sfsm_id target = SFSM_NONE;
                detail::Call call(machine_);
                const Outcome predicted = outcome(call.finish_message(sfsm_machine_probe(machine_, &message, &target)));
                return Prediction<State>{
                    predicted, target == SFSM_NONE ? std::nullopt : std::optional<State>(detail::of_id<State>(target))};
            },
            detail::Sent<Arguments>(arguments)...);
    }

    /* List the events that would be taken now; `without_guards`: all for which a row matches. */
    std::vector<Event> permitted(view<const Case> cases = {}, bool without_guards = false)
    {
        const sfsm_message message = {sizeof message, SFSM_ANY, SFSM_NONE, cases.data(), cases.size(), nullptr, 0};
        const std::uint32_t flags = detail::flag_if(without_guards, SFSM_WITHOUT_GUARDS);
        return list<Event>([&](sfsm_id *ids, std::size_t capacity, std::size_t *count) {
            detail::Call call(machine_);
            return call.finish_message(sfsm_machine_permitted(machine_, &message, flags, ids, capacity, count));
        });
    }

    /* List the rows that the state has for an event, in the order in which they are tried, and what happens to each. */
    template <class... Arguments>
    std::vector<sfsm_reason> explain(view<const Case> cases, Event event, const Arguments &...arguments)
    {
        return with_message(
            cases, detail::id_of(event),
            [this](const sfsm_message &message) {
                std::vector<sfsm_reason> reasons;
                std::size_t count = 8;
                do {
                    reasons.resize(count);
                    detail::Call call(machine_);
                    call.finish_message(
                        sfsm_machine_explain(machine_, &message, reasons.data(), reasons.size(), &count));
                } while (count > reasons.size());
                reasons.resize(count);
                return reasons;
            },
            detail::Sent<Arguments>(arguments)...);
    }

    /* Say in words why an event would be taken or not: "refused: row at gate.cpp:12: guard 1 refused". */
    template <class... Arguments> std::string why(Event event, const Arguments &...arguments)
    {
        return why_matching({}, event, arguments...);
    }
    template <class... Arguments>
    std::string why_matching(view<const Case> cases, Event event, const Arguments &...arguments)
    {
        std::string text = to_string(probe_matching(cases, event, arguments...).outcome);
        for (const sfsm_reason &reason : explain(cases, event, arguments...))
            text += describe(reason);
        return text;
    }

    /* Send an event after a delay, in any duration that a Tick holds exactly. And cancel that. */
    Timer send_later(Event event, Tick delay)
    {
        std::uint64_t timer = 0;
        detail::check(sfsm_machine_send_later(machine_, detail::id_of(event), detail::count_of(delay), &timer),
                      "The delay is negative.");
        return static_cast<Timer>(timer);
    }
    void cancel(Timer timer) { detail::check(sfsm_machine_cancel(machine_, static_cast<std::uint64_t>(timer))); }

    /* Return when the next timer is due, or nothing; and the time that the machine was told last. */
    std::optional<Tick> due() const noexcept
    {
        std::int64_t time = 0;
        return sfsm_machine_due(machine_, &time) == SFSM_OK ? std::optional<Tick>(detail::tick_of<Tick>(time))
                                                            : std::nullopt;
    }
    Tick now() const noexcept { return detail::tick_of<Tick>(sfsm_machine_now(machine_)); }

    /* Tell the machine the time, counted from wherever you like, and send the events that are due by then. The library
     * has no clock. Throws what a callback throws; the events behind it stay due. */
    void advance(Tick now)
    {
        detail::Call call(machine_);
        const sfsm_status status = sfsm_machine_advance(machine_, detail::count_of(now));
        if (status == SFSM_BAD_VALUE)
            throw Error(status, "The time is earlier than the one that the machine was told last.");
        call.finish(status);
    }

    /* Return how many events wait. Run those that a failure left waiting, or drop them. */
    std::size_t pending() const noexcept { return sfsm_machine_pending(machine_); }
    void run_pending()
    {
        detail::Call call(machine_);
        call.finish(sfsm_machine_run_pending(machine_));
    }
    void discard_pending() { detail::check(sfsm_machine_discard_pending(machine_)); }

    /* Return the table, as a reference of its own. */
    Table<State, Event, Context, Tick> table() const noexcept
    {
        return Table<State, Event, Context, Tick>::adopt(sfsm_table_retain(sfsm_machine_table(machine_)));
    }

    /* Return the machine for functions of swiftfsm.h. What callbacks throw during those is lost: they return
     * SFSM_CALLBACK_FAILED. */
    sfsm_machine *handle() const noexcept { return machine_; }

protected:
    static Outcome outcome(std::int32_t result) noexcept { return static_cast<Outcome>(result); }

    template <class Use, class... Sent>
    static auto with_message(view<const Case> cases, sfsm_id event, Use use, const Sent &...sent)
    {
        static_assert(sizeof...(sent) <= SFSM_PARAMETER_LIMIT, "swiftfsm: an event carries at most 64 arguments");
        const sfsm_value values[] = {sent.value()..., sfsm_value_of_bool(false)};
        const sfsm_message message = {sizeof message, event,  SFSM_NONE,      cases.data(),
                                      cases.size(),   values, sizeof...(sent)};
        return use(message);
    }

    template <class Id, class Fill> static std::vector<Id> list(Fill fill)
    {
        std::vector<sfsm_id> ids;
        std::size_t count = 8;
        do {
            ids.resize(count);
            detail::check(fill(ids.data(), ids.size(), &count));
        } while (count > ids.size());
        std::vector<Id> all;
        for (std::size_t index = 0; index < count; ++index)
            all.push_back(detail::of_id<Id>(ids[index]));
        return all;
    }

    std::string describe(const sfsm_reason &reason) const
    {
        sfsm_transition row{};
        row.size = sizeof row;
        detail::check(sfsm_table_transition(sfsm_machine_table(machine_), reason.transition, &row));
        std::string text = "; row " + std::to_string(row.row);
        if (row.file != nullptr)
            text += std::string(" at ") + row.file + ":" + std::to_string(row.line);
        switch (reason.kind) {
        case SFSM_TAKEN: return text + " is taken";
        case SFSM_NOT_MATCHED: return text + " is for another case of " + predicate_name(reason.predicate);
        case SFSM_GUARD_REFUSED: return text + ": guard " + std::to_string(reason.guard + 1) + " refuses";
        case SFSM_RESOLVER_REFUSED: return text + ": its resolver refuses";
        default: return text + " is not tried";
        }
    }

    std::string predicate_name(sfsm_id predicate) const
    {
        const char *const name = sfsm_table_predicate_name(sfsm_machine_table(machine_), predicate);
        return name != nullptr ? name : std::to_string(predicate);
    }

    sfsm_machine *machine_;
};

} // namespace swiftfsm

#endif
