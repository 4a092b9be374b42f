/* Documents: tables read from text. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_DOCUMENT_HPP
#define SWIFTFSM_DOCUMENT_HPP

#include "builder.hpp"

#include <algorithm>
#include <deque>

namespace swiftfsm {

/*
 * The callbacks that a document names, for Table::read. Lifetime, parameters and what is thrown are as for
 * RowReference. A name may be bound once for each role.
 *
 *     Bindings<State, Event, Order> bindings;
 *     bindings.guard("settled", [](Order &order) { return order.paid >= order.total; });
 *     bindings.action("book", [](Order &order, std::int64_t cents) { order.paid += cents; });
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Bindings {
public:
    using Role = detail::Role;
    Bindings() = default;
    Bindings(Bindings &&other) noexcept { bound_.swap(other.bound_); }
    Bindings &operator=(Bindings &&other) noexcept
    {
        bound_.swap(other.bound_);
        return *this;
    }
    ~Bindings()
    {
        for (const Bound &each : bound_) {
            if (each.callback.finalizer != nullptr)
                each.callback.finalizer(each.callback.context);
        }
    }

    template <class Function> Bindings &guard(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::guard>(SFSM_GUARD, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &action(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_ACTION, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &resolver(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::resolver>(SFSM_RESOLVER, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &entry(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_ENTRY, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &exit(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_EXIT, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &cycle(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_CYCLE, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &update(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::update>(SFSM_UPDATE, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &provider(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::provider>(SFSM_PROVIDER, std::move(name), std::forward<Function>(function), place);
    }

    /* Hooks of all machines of the table, those that the document names ("on step"), and for an
     * empty name one that it does not name. A definition with the latter cannot be written (SFSM_UNNAMED_CALLBACK). */
    template <class Function> Bindings &on_unhandled(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_UNHANDLED_HOOK, std::move(name), std::forward<Function>(function), place);
    }
    template <class Function> Bindings &on_step(std::string name, Function &&function, Place place = Place::here())
    {
        return add<Role::action>(SFSM_STEP_HOOK, std::move(name), std::forward<Function>(function), place);
    }

private:
    friend Table<State, Event, Context, Tick>;

    struct Bound {
        sfsm_role role;
        std::string name;
        sfsm_callback callback;
        detail::Expectation expected;
    };

    template <Role role, class Function> Bindings &add(sfsm_role of, std::string name, Function &&function, Place place)
    {
        auto expected = detail::Expectation::of<Step<State, Event, Context, Tick>, Function>(place);
        Bound &bound =
            bound_.emplace_back(Bound{of, std::move(name), {nullptr, nullptr, nullptr}, std::move(expected)});
        try {
            bound.callback = detail::callback_of<role, State, Event, Context, Tick>(std::forward<Function>(function));
        } catch (...) {
            bound_.pop_back();
            throw;
        }
        return *this;
    }

    /* Reads the document; all callbacks belong to the library then. Returns the diagnostics. */
    sfsm_status read(sfsm_builder *builder, std::string_view text, const char *file, Diagnostics &diagnostics)
    {
        std::vector<sfsm_binding> bindings;
        for (const Bound &each : bound_) {
            if (!each.name.empty())
                bindings.push_back({each.role, each.name.c_str(), each.callback});
        }
        sfsm_reading reading{};
        reading.size = sizeof reading;
        reading.file = file;
        reading.bindings = bindings.data();
        reading.binding_count = bindings.size();
        reading.flags = SFSM_OWN_SIGNATURES;
        sfsm_diagnostics *list = nullptr;
        for (Bound &each : bound_) {
            if (!each.name.empty())
                each.callback.finalizer = nullptr;
        }
        sfsm_status status = sfsm_builder_read(builder, text.data(), text.size(), &reading, &list);
        diagnostics = Diagnostics(list);
        for (Bound &each : bound_) {
            if (status < 0 || !each.name.empty())
                continue;
            const auto add = each.role == SFSM_STEP_HOOK ? sfsm_builder_on_step : sfsm_builder_on_unhandled;
            status = add(builder, each.callback.function, each.callback.context,
                         std::exchange(each.callback.finalizer, nullptr));
        }
        return status;
    }

    /* Adds an error for each callback of a row that takes other arguments than the event of the row declares. */
    void compare_arguments(const sfsm_table *table, Diagnostics &diagnostics) const
    {
        for (std::size_t index = 0; index < sfsm_table_transition_count(table); ++index) {
            sfsm_transition row{};
            row.size = sizeof row;
            detail::check(sfsm_table_transition(table, index, &row));
            for (const sfsm_role role : {SFSM_GUARD, SFSM_ACTION, SFSM_RESOLVER}) {
                const char *name = nullptr;
                for (std::size_t number = 0; (name = sfsm_table_callback_name(table, row.row, role, number)) != nullptr;
                     ++number) {
                    const auto bound = std::find_if(bound_.begin(), bound_.end(), [&](const Bound &each) {
                        return each.role == role && each.name == name;
                    });
                    if (bound == bound_.end() || bound->expected.types.empty() || row.event < SFSM_FIRST_ID)
                        continue;
                    if (auto error = bound->expected.mismatch(table, row.event))
                        diagnostics.add_error(*std::move(error));
                }
            }
        }
    }

    std::deque<Bound> bound_;
};

namespace detail {

/* Adds an error for each enumerator whose name and number are not those of a document. */
template <class Enumeration> void compare_names(const sfsm_table *table,
                                                const char *(*name_of)(const sfsm_table *, sfsm_id), const char *file,
                                                Diagnostics &diagnostics)
{
    static constexpr auto names = names_of<Enumeration>();
    for (std::size_t index = 0; index < names.size(); ++index) {
        if (names[index].empty())
            continue;
        const auto id = static_cast<sfsm_id>(enumerators<Enumeration>::first + static_cast<int>(index));
        const char *const known = name_of(table, id);
        std::string name = known != nullptr ? known : "";
        std::replace(name.begin(), name.end(), '-', '_');
        std::string_view written = names[index];
        if (!written.empty() && written.back() == '_')
            written.remove_suffix(1); /* return_ */
        if (name == written || name == names[index])
            continue;
        Diagnostic error;
        error.kind = SFSM_UNKNOWN_DOCUMENT_NAME;
        error.file = file != nullptr ? file : "";
        error.text = "the program's " + std::string(type_name<Enumeration>()) + "::" + std::string(names[index]) +
                     " is " + std::to_string(id) + ", which the document " +
                     (known != nullptr ? "names " + std::string(known) : std::string("does not have")) +
                     ": give both the same names and numbers (\"ids\" in the document)";
        diagnostics.add_error(std::move(error));
    }
}

} // namespace detail

template <class State, class Event, class Context, class Tick> Table<State, Event, Context, Tick>
Table<State, Event, Context, Tick>::read(std::string_view text, Bindings<State, Event, Context, Tick> bindings,
                                         const char *file)
{
    struct Release {
        void operator()(sfsm_builder *builder) const noexcept { sfsm_builder_release(builder); }
    };
    const std::unique_ptr<sfsm_builder, Release> builder(sfsm_builder_create());
    if (builder == nullptr)
        throw std::bad_alloc();
    Diagnostics diagnostics;
    sfsm_status status = bindings.read(builder.get(), text, file, diagnostics);
    sfsm_table *built = nullptr;
    if (status == SFSM_OK) {
        sfsm_diagnostics *list = nullptr;
        status = sfsm_builder_build(builder.get(), &built, &list);
        Table table(built);
        diagnostics = Diagnostics(list);
        if (status == SFSM_OK) {
            bindings.compare_arguments(built, diagnostics);
            detail::compare_names<State>(built, sfsm_table_state_name, file, diagnostics);
            detail::compare_names<Event>(built, sfsm_table_event_name, file, diagnostics);
            if (!diagnostics.has_error())
                return table;
            status = SFSM_INVALID_DEFINITION;
        }
    }
    if (status == SFSM_INVALID_DEFINITION)
        throw DefinitionError(status, std::move(diagnostics));
    detail::fail(status);
}

} // namespace swiftfsm

#endif
