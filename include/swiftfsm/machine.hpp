/* Machines. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_MACHINE_HPP
#define SWIFTFSM_MACHINE_HPP

#include "machine_view.hpp"

#include <cstddef>
#include <functional>

namespace swiftfsm {

/* Whether cases of predicate types may be missing when an event is sent (SFSM_LENIENT). */
enum class Strictness { strict, lenient };

/*
 * A machine: a current state over a table, which it keeps alive. Can be moved, not copied. Destroying it runs no exit
 * callbacks; inside one of its own callbacks it is freed when the outermost call returns.
 * The context is the caller's and must outlive the machine.
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Machine
    : public MachineView<State, Event, Context, Tick> {
public:
    using TableType = Table<State, Event, Context, Tick>;
    using StepType = Step<State, Event, Context, Tick>;

    /* Make a machine in a state; no callback runs, no entry callbacks either. `initial` is the definition's initial
     * state; with `stopped` start() enters it. Throws Error (SFSM_UNKNOWN_STATE, SFSM_UNBOUND_CALLBACKS),
     * std::bad_alloc. */
    explicit Machine(const TableType &table, Beginning<State> state = initial,
                     Strictness strictness = Strictness::strict)
        : Machine(table, state, nullptr, strictness, 0)
    {
        static_assert(std::is_void_v<Context>,
                      "swiftfsm: callbacks of this table take a Context: pass one to each machine");
    }

    /* The same with a context, which callbacks receive as a reference. */
    template <class Object = Context, class = std::enable_if_t<!std::is_void_v<Object>>>
    Machine(const TableType &table, Beginning<State> state, Object &context, Strictness strictness = Strictness::strict)
        : Machine(table, state, address_of(context), strictness, 0)
    {}

    Machine(Machine &&other) noexcept
        : View(std::exchange(other.machine_, nullptr)), journal_(std::exchange(other.journal_, nullptr))
    {}
    Machine &operator=(Machine &&other) noexcept
    {
        if (this != &other) {
            sfsm_machine_release(machine_);
            machine_ = std::exchange(other.machine_, nullptr);
            journal_ = std::exchange(other.journal_, nullptr);
        }
        return *this;
    }
    ~Machine() { sfsm_machine_release(machine_); }

    /* Add a hook to this machine: for events that have no row; after every step. They run after those of the table, and
     * are freed with the machine. */
    template <class Function> void on_unhandled(Function &&function)
    {
        add_hook(sfsm_machine_on_unhandled, std::forward<Function>(function));
    }
    template <class Function> void on_step(Function &&function)
    {
        add_hook(sfsm_machine_on_step, std::forward<Function>(function));
    }

    /* Return the context, also as a base class of it; or replace it. If the table names no Context, the type is not
     * checked: `Object` must be that of the object that was set. */
    template <class Object = Context> Object &context() const noexcept
    {
        return detail::context_of<Context, Object>(sfsm_machine_context(machine_));
    }
    template <class Object> void set_context(Object &context)
    {
        detail::check(sfsm_machine_set_context(machine_, address_of(context)));
    }

    /* Return what another machine goes on from, in this or another process, version and language: active states,
     * histories, timers and events that wait. With `due` timers keep the time at which they are due, instead of what is
     * left of them. Throws Error: SFSM_UNSUPPORTED (an event waits that carries a pointer), SFSM_BUSY. Cost: O(size).
     */
    std::vector<std::byte> snapshot(bool due = false) const
    {
        return take<std::vector<std::byte>>(detail::flag_if(due, SFSM_SNAPSHOT_DUE));
    }
    std::string snapshot_json(bool due = false) const
    {
        return take<std::string>(SFSM_SNAPSHOT_JSON | detail::flag_if(due, SFSM_SNAPSHOT_DUE));
    }

    /* Decides what takes the place of something that this version of the definition does not have: an id, or SFSM_NONE.
     */
    using Migration = std::function<sfsm_id(const sfsm_missing &)>;

    /* Restore a snapshot, bytes or JSON, from an untrusted source too. No callback is called. What has no place in this
     * version of the definition is found by its former name, or by `migrate`.
     * Throws DefinitionError, which names what has no place, and Error; what `migrate` throws. The machine is
     * unchanged. */
    void restore(view<const std::byte> snapshot, const Migration &migrate = {})
    {
        restore(snapshot.data(), snapshot.size(), migrate);
    }
    void restore(std::string_view json, const Migration &migrate = {}) { restore(json.data(), json.size(), migrate); }

    /* Receives the records of a journal, one whole record each time. */
    using Writer = std::function<void(view<const std::byte>)>;

    /* Write every step to a journal from now on, beginning with a snapshot. What the writer throws here is thrown. What
     * it throws later ends the journal, while the step stands: check_journal() throws it. Throws Error: SFSM_BUSY,
     * SFSM_UNSUPPORTED as of snapshot(). Cost of a step: writing its record. */
    void set_journal(Writer writer, bool json = false);
    void end_journal() { detail::check(sfsm_machine_set_journal(machine_, nullptr)); }
    void check_journal() const;

    /* Make the machine what the machine of a journal was after `limit` steps. No callback is called.
     * Returns the number of steps. Throws Error: SFSM_BAD_CONFIGURATION (damaged) and others. Cost: O(size). */
    std::size_t replay_journal(view<const std::byte> journal, std::size_t limit = SIZE_MAX)
    {
        std::size_t steps = 0;
        detail::check_stored(
            sfsm_machine_replay_journal(machine_, journal.data(), journal.size(), limit, nullptr, &steps), "journal");
        return steps;
    }

private:
    using View = MachineView<State, Event, Context, Tick>;
    using View::machine_;

    /* The writer of the journal. The machine owns it, as the context of a hook: it may outlive this object (see
     * ~Machine). */
    struct Journal {
        Writer writer;
        std::exception_ptr thrown;
    };

    Machine(const TableType &table, Beginning<State> state, void *context, Strictness strictness, int) : View(nullptr)
    {
        sfsm_machine_options options{};
        options.size = sizeof options;
        options.initial = state.id;
        options.flags = detail::flag_if(strictness == Strictness::lenient, SFSM_LENIENT);
        options.context = context;
        detail::check(sfsm_machine_create_with(table.handle(), &options, &machine_));
    }

    template <class Object> static void *address_of(Object &object) noexcept
    {
        constexpr bool fits = std::is_convertible_v<Object *, Context *>;
        static_assert(fits, "swiftfsm: the context of a machine is an object of the table's Context");
        if constexpr (fits) {
            return static_cast<Context *>(std::addressof(object));
        } else {
            return nullptr;
        }
    }

    template <class Add, class Function> void add_hook(Add add, Function &&function)
    {
        const sfsm_callback callback =
            detail::callback_of<detail::Role::action, State, Event, Context, Tick>(std::forward<Function>(function));
        detail::check(add(machine_, callback.function, callback.context, callback.finalizer));
    }

    template <class Bytes> Bytes take(std::uint32_t flags) const
    {
        Bytes bytes;
        std::size_t size = 0, argument = 0;
        const sfsm_status status = sfsm_machine_snapshot(machine_, flags, nullptr, 0, &size);
        if (status == SFSM_UNSUPPORTED) {
            sfsm_machine_rejected_argument(machine_, &argument, nullptr, nullptr);
            const auto event = detail::of_id<Event>(sfsm_machine_rejected_event(machine_));
            throw Error(status, "Event " + this->table().event_name(event) + " waits, whose argument " +
                                    std::to_string(argument + 1) + " is a pointer.");
        }
        detail::check(status);
        bytes.resize(size);
        detail::check(sfsm_machine_snapshot(machine_, flags, bytes.data(), bytes.size(), &size));
        return bytes;
    }

    void restore(const void *snapshot, std::size_t size, const Migration &migrate);

    Journal *journal_ = nullptr;
};

template <class State, class Event, class Context, class Tick> Machine(const Table<State, Event, Context, Tick> &)
    -> Machine<State, Event, Context, Tick>;
template <class State, class Event, class Context, class Tick, class Begin, class... Rest>
Machine(const Table<State, Event, Context, Tick> &, Begin, Rest &&...) -> Machine<State, Event, Context, Tick>;

template <class State, class Event, class Context, class Tick>
void Machine<State, Event, Context, Tick>::restore(const void *snapshot, std::size_t size, const Migration &migrate)
{
    struct Asked {
        const Migration &migrate;
        std::exception_ptr thrown;
    } asked = {migrate, nullptr};
    sfsm_restoring restoring{};
    restoring.size = sizeof restoring;
    restoring.context = &asked;
    if (migrate) {
        restoring.migrate = [](void *context, const sfsm_missing *missing) noexcept -> sfsm_id {
            Asked &self = *static_cast<Asked *>(context);
            try {
                return self.thrown == nullptr ? self.migrate(*missing) : static_cast<sfsm_id>(SFSM_NONE);
            } catch (...) {
                self.thrown = std::current_exception();
                return SFSM_NONE;
            }
        };
    }
    sfsm_diagnostics *list = nullptr;
    const sfsm_status status = sfsm_machine_restore(machine_, snapshot, size, &restoring, &list);
    Diagnostics diagnostics(list);
    if (asked.thrown != nullptr)
        std::rethrow_exception(asked.thrown);
    if (status < 0 && !diagnostics.empty())
        throw DefinitionError(status, std::move(diagnostics));
    detail::check_stored(status, "snapshot");
}

template <class State, class Event, class Context, class Tick>
void Machine<State, Event, Context, Tick>::set_journal(Writer writer, bool json)
{
    if (!writer)
        throw Error(SFSM_NULL_POINTER, "The writer of a journal is an empty function object.");
    if (journal_ == nullptr) {
        const auto nothing = [](const sfsm_step *, void *) noexcept -> std::int32_t { return 0; };
        Journal *const made = new Journal{};
        detail::check(sfsm_machine_on_unhandled(machine_, nothing, made,
                                                [](void *owned) noexcept { delete static_cast<Journal *>(owned); }));
        journal_ = made;
    }
    detail::check(sfsm_machine_set_journal(machine_, nullptr));
    journal_->writer = std::move(writer);
    journal_->thrown = nullptr;
    sfsm_journal journal{};
    journal.size = sizeof journal;
    journal.flags = detail::flag_if(json, SFSM_JOURNAL_JSON);
    journal.context = journal_;
    journal.writer = [](void *context, const char *bytes, std::size_t count) noexcept -> sfsm_status {
        Journal &self = *static_cast<Journal *>(context);
        try {
            self.writer({reinterpret_cast<const std::byte *>(bytes), count});
            return SFSM_OK;
        } catch (...) {
            self.thrown = std::current_exception();
            return SFSM_CALLBACK_FAILED;
        }
    };
    const sfsm_status status = sfsm_machine_set_journal(machine_, &journal);
    if (journal_->thrown != nullptr)
        std::rethrow_exception(std::exchange(journal_->thrown, nullptr));
    detail::check(status);
}

template <class State, class Event, class Context, class Tick>
void Machine<State, Event, Context, Tick>::check_journal() const
{
    if (journal_ != nullptr && journal_->thrown != nullptr)
        std::rethrow_exception(journal_->thrown);
    detail::check(sfsm_machine_journal_status(machine_));
}

} // namespace swiftfsm

#endif
