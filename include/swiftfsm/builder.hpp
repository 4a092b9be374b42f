/* Builders. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_BUILDER_HPP
#define SWIFTFSM_BUILDER_HPP

#include "block.hpp"

#include <map>

#if defined(__has_include)
#if __has_include(<expected>)
#include <expected>
#endif
#endif

namespace swiftfsm {

/* What kind of state a block is for: chapter 12 of swiftfsm.h. */
enum class Kind : std::uint32_t {
    plain = 0,
    final = SFSM_FINAL,
    parallel = SFSM_PARALLEL,
    shallow_history = SFSM_SHALLOW_HISTORY,
    deep_history = SFSM_DEEP_HISTORY
};

enum class GuardPolicy : sfsm_guard_policy { exclusive = SFSM_EXCLUSIVE, first_match = SFSM_FIRST_MATCH };
enum class EntryExitPolicy : sfsm_entry_exit_policy { on_change = SFSM_ON_CHANGE, always = SFSM_ALWAYS };
enum class Phase : sfsm_phase {
    resolve = SFSM_PHASE_RESOLVE,
    exit = SFSM_PHASE_EXIT,
    actions = SFSM_PHASE_ACTIONS,
    commit = SFSM_PHASE_COMMIT,
    entry = SFSM_PHASE_ENTRY
};

/*
 * Collects a definition; build() checks it as a whole. Chapter 5 of swiftfsm.h says what rows, blocks and policies
 * mean. Enumerators of scoped enumerations are named by themselves (see `enumerators`); name() gives other names. Every
 * event is known to the table then, and sending one that no row takes is Outcome::unhandled; so SFSM_UNUSED_EVENT is
 * not reported. Every function throws Error if it is called wrongly (SFSM_ALREADY_BUILT after build()), and
 * std::bad_alloc. Threads: one thread at a time.
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Builder {
public:
    using TableType = Table<State, Event, Context, Tick>;
    using RowType = RowReference<State, Event, Context, Tick>;
    using BlockType = Block<State, Event, Context, Tick>;
    using StepType = Step<State, Event, Context, Tick>;

    Builder() : builder_(sfsm_builder_create())
    {
        if (builder_ == nullptr)
            throw std::bad_alloc();
        name_enumerators<State>(sfsm_builder_name_states);
        name_enumerators<Event>(sfsm_builder_name_events);
        warning(SFSM_UNUSED_EVENT, !detail::is_scoped_v<Event>);
    }

    /* Add a row; with an action, the same and that action. The row is returned, for guards and further callbacks:
     *     builder.row(State::locked, Event::coin, State::unlocked).guard(is_exact).action(unlock); */
    RowType row(Source<State> source, On<Event> event, Target<State> target, Place place = Place::here())
    {
        return add_row(source.id, event.id, target.id, 0, 0, place);
    }
    template <class Action, class = std::enable_if_t<!std::is_convertible_v<Action, Place>>> RowType
    row(Source<State> source, On<Event> event, Target<State> target, Action &&action, Place place = Place::here())
    {
        return row(source, event, target, place).action(std::forward<Action>(action));
    }

    /* Add constant rows. */
    Builder &rows(view<const Row<State, Event, Context, Tick>> constants, Place place = Place::here())
    {
        for (const auto &constant : constants) {
            check(sfsm_builder_add_rows_at(handle(), &constant.row(), 1, sizeof(sfsm_row), place.file, place.line));
            ++row_count_;
        }
        return *this;
    }

    /* Open the block of a state, and that of a superstate. */
    BlockType state(State state, Kind kind = Kind::plain, Place place = Place::here())
    {
        std::size_t block = 0;
        check(sfsm_builder_add_state_at(handle(), detail::id_of(state), static_cast<std::uint32_t>(kind), place.file,
                                        place.line, &block));
        return BlockType(*this, block, detail::id_of(state));
    }
    BlockType superstate(const char *name = nullptr, Place place = Place::here())
    {
        std::size_t block = 0;
        check(sfsm_builder_add_superstate_at(handle(), place.file, place.line, &block));
        if (name != nullptr)
            check(sfsm_builder_name_superstate(handle(), block, name));
        return BlockType(*this, block, SFSM_NONE);
    }

    /* Set the initial state. */
    Builder &initial(State state, Place place = Place::here())
    {
        return checked(sfsm_builder_set_initial_at(handle(), detail::id_of(state), place.file, place.line));
    }

    /* Declare the types of the arguments of an event: builder.event<std::int64_t, std::string_view>(Event::pay). */
    template <class... Types> Builder &event(Event event, Place place = Place::here())
    {
        return checked(sfsm_builder_add_event_at(handle(), detail::id_of(event), types_of<Types...>().c_str(),
                                                 place.file, place.line));
    }

    /* Declare an enumeration as a predicate type; with the function that provides its present case if none is sent.
     * Throws Error (SFSM_BAD_VALUE) if another enumeration has its id: see predicate_type. */
    template <class Predicate> Builder &predicate(Place place = Place::here())
    {
        using Type = predicate_type<Predicate>;
        check_predicate<Predicate>();
        check(sfsm_builder_add_predicate_at(handle(), Type::id, Type::case_count, place.file, place.line));
        const std::string type_name(detail::type_name<Predicate>());
        const sfsm_name type = {Type::id, type_name.c_str()};
        check(sfsm_builder_name_predicates(handle(), &type, 1));
        name_enumerators<Predicate>([](sfsm_builder *builder, const sfsm_name *names, std::size_t count) {
            return sfsm_builder_name_cases(builder, Type::id, names, count);
        });
        return *this;
    }
    template <class Predicate, class Function, class = std::enable_if_t<!std::is_convertible_v<Function, Place>>>
    Builder &predicate(Function &&provider, Place place = Place::here())
    {
        predicate<Predicate>(place);
        const sfsm_callback callback = make<detail::Role::provider>(std::forward<Function>(provider));
        return checked(sfsm_builder_set_provider(handle(), predicate_type<Predicate>::id, callback.function,
                                                 callback.context, callback.finalizer));
    }

    /* Add a hook for all machines: for events that have no row, and after every step. */
    template <class Function> Builder &on_unhandled(Function &&function)
    {
        return add_hook(sfsm_builder_on_unhandled, std::forward<Function>(function));
    }
    template <class Function> Builder &on_step(Function &&function)
    {
        return add_hook(sfsm_builder_on_step, std::forward<Function>(function));
    }

    /* Name a state or an event, for diagnostics and documents. */
    Builder &name(State state, const char *text)
    {
        const sfsm_name named = {detail::id_of(state), text};
        return checked(sfsm_builder_name_states(handle(), &named, 1));
    }
    Builder &name_event(Event event, const char *text)
    {
        const sfsm_name named = {detail::id_of(event), text};
        return checked(sfsm_builder_name_events(handle(), &named, 1));
    }

    /* Choose how guards select among rows, when entry and exit callbacks run, and the order of a step. */
    Builder &guards(GuardPolicy policy)
    {
        return checked(sfsm_builder_set_guard_policy(handle(), static_cast<sfsm_guard_policy>(policy)));
    }
    Builder &entry_exit(EntryExitPolicy policy)
    {
        return checked(sfsm_builder_set_entry_exit_policy(handle(), static_cast<sfsm_entry_exit_policy>(policy)));
    }
    Builder &order(const std::array<Phase, 5> &phases)
    {
        sfsm_phase order[5];
        for (std::size_t index = 0; index < phases.size(); ++index)
            order[index] = static_cast<sfsm_phase>(phases[index]);
        return checked(sfsm_builder_set_phase_order(handle(), order, phases.size()));
    }

    /* Choose whether one kind of warning is reported, SFSM_UNUSED_EVENT, or SFSM_ALL_WARNINGS. */
    Builder &warning(sfsm_diagnostic_kind kind, bool is_reported)
    {
        return checked(sfsm_builder_set_warning(handle(), kind, is_reported));
    }

    /* Check the definition and compile it. The builder is spent then; with errors it may be corrected and built again,
     * except that it is spent too if nothing else is wrong than what callbacks of rows take, which is compared last.
     * Throws DefinitionError with every error and warning. diagnostics() has the warnings. Cost: O(rows). */
    TableType build()
    {
        std::optional<TableType> table = try_build();
        if (!table)
            throw DefinitionError(SFSM_INVALID_DEFINITION, diagnostics_);
        return *std::move(table);
    }

    /* The same without throwing for a definition with errors: returns nothing, and diagnostics() has them. */
    std::optional<TableType> try_build();

#ifdef __cpp_lib_expected
    /* The same with the diagnostics as the error. */
    std::expected<TableType, Diagnostics> build_expected()
    {
        std::optional<TableType> table = try_build();
        if (!table)
            return std::unexpected(diagnostics_);
        return *std::move(table);
    }
#endif

    /* Return the errors and warnings of the last build. */
    const Diagnostics &diagnostics() const noexcept
    {
        return diagnostics_;
    }

    /* Return the builder for functions of swiftfsm.h. It stays this object's. Rows that those functions add count only
     * if no row is added here afterwards. */
    sfsm_builder *handle() const noexcept
    {
        return builder_.get();
    }

private:
    friend RowType;
    friend BlockType;

    struct Release {
        void operator()(sfsm_builder *builder) const noexcept { sfsm_builder_release(builder); }
    };

    static void check(sfsm_status status)
    {
        detail::check(status);
    }
    Builder &checked(sfsm_status status)
    {
        check(status);
        return *this;
    }

    template <detail::Role role, class Function> static sfsm_callback make(Function &&function)
    {
        return detail::callback_of<role, State, Event, Context, Tick>(std::forward<Function>(function));
    }

    template <class Add, class Function> Builder &add_hook(Add add, Function &&function)
    {
        const sfsm_callback callback = make<detail::Role::action>(std::forward<Function>(function));
        return checked(add(handle(), callback.function, callback.context, callback.finalizer));
    }

    RowType add_row(sfsm_id source, sfsm_id event, sfsm_id target, std::uint32_t flags, std::size_t block, Place place)
    {
        sfsm_row row{};
        row.source = source;
        row.event = event;
        row.target = target;
        row.flags = flags;
        row.block = block;
        row.file = place.file;
        row.line = place.line;
        check(sfsm_builder_add_rows_at(handle(), &row, 1, sizeof row, place.file, place.line));
        return RowType(*this, ++row_count_, place);
    }

    template <class Function> void expect(std::size_t row, Place place)
    {
        if constexpr (detail::takes_arguments<StepType, Function>())
            expectations_.emplace_back(row, detail::Expectation::of<StepType, Function>(place));
    }

    /* Throws Error if another enumeration with this id was used before. */
    template <class Predicate> void check_predicate()
    {
        constexpr sfsm_id id = predicate_type<Predicate>::id;
        const auto type = detail::TypeIdentity::of<Predicate>();
        const auto known = predicates_.try_emplace(id, type).first;
        if (!known->second.is(type))
            throw Error(SFSM_BAD_VALUE, "The predicate types " + std::string(known->second.name()) + " and " +
                                            std::string(type.name()) + " have the same id, " + std::to_string(id) +
                                            ": specialize swiftfsm::predicate_type for one of them.");
    }

    template <class Enumeration, class Name> void name_enumerators(Name name_all)
    {
        static constexpr auto names = detail::names_of<Enumeration>();
        for (std::size_t index = 0; index < names.size(); ++index) {
            const std::string text(names[index]);
            const sfsm_name one = {static_cast<sfsm_id>(enumerators<Enumeration>::first + static_cast<int>(index)),
                                   text.c_str()};
            if (!text.empty())
                check(name_all(handle(), &one, 1));
        }
    }

    void add_mismatches(const sfsm_table *table);

    std::unique_ptr<sfsm_builder, Release> builder_;
    std::size_t row_count_ = 0;
    std::vector<std::pair<std::size_t, detail::Expectation>> expectations_; /* of rows, by their numbers */
    std::map<sfsm_id, detail::TypeIdentity> predicates_; /* the enumerations that were used */
    Diagnostics diagnostics_;
};

template <class State, class Event, class Context, class Tick>
std::optional<Table<State, Event, Context, Tick>> Builder<State, Event, Context, Tick>::try_build()
{
    sfsm_table *table = nullptr;
    sfsm_diagnostics *list = nullptr;
    const sfsm_status status = sfsm_builder_build(handle(), &table, &list);
    std::optional<TableType> built;
    if (status == SFSM_OK)
        built = TableType::adopt(table);
    diagnostics_ = Diagnostics(list);
    if (status != SFSM_INVALID_DEFINITION)
        check(status);
    if (built) {
        add_mismatches(table);
        if (diagnostics_.has_error())
            built.reset();
    }
    return built;
}

/* Adds an error for each callback of a row that takes other arguments than the event of that row declares. */
template <class State, class Event, class Context, class Tick>
void Builder<State, Event, Context, Tick>::add_mismatches(const sfsm_table *table)
{
    if (expectations_.empty())
        return;
    std::vector<sfsm_id> events(row_count_ + 1, SFSM_NONE);
    for (std::size_t index = 0; index < sfsm_table_transition_count(table); ++index) {
        sfsm_transition transition{};
        transition.size = sizeof transition;
        check(sfsm_table_transition(table, index, &transition));
        if (transition.row < events.size() && transition.event >= SFSM_FIRST_ID)
            events[transition.row] = transition.event;
    }
    for (const auto &[row, expected] : expectations_) {
        if (events[row] == SFSM_NONE)
            continue; /* for any event, a request or none: known when it runs */
        if (auto error = expected.mismatch(table, events[row]))
            diagnostics_.add_error(*std::move(error));
    }
}

template <class State, class Event, class Context, class Tick>
Table<State, Event, Context, Tick>::Table(view<const Row<State, Event, Context, Tick>> constants, Place place)
    : table_(nullptr)
{
    Builder<State, Event, Context, Tick> builder;
    *this = builder.rows(constants, place).build();
}

} // namespace swiftfsm

#endif
