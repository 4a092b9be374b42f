/* Replays: many events over many tokens. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_REPLAY_HPP
#define SWIFTFSM_REPLAY_HPP

#include "call.hpp"
#include "table.hpp"

#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

namespace swiftfsm {

/* One value for each event of a replay: a view of integers or enumerations; of arguments also bool, float, double and
 * const char *. */
class Column {
public:
    constexpr Column() noexcept = default;
    template <class Values, class Data = decltype(view(std::declval<const Values &>().data(), std::size_t()))>
    Column(const Values &values) noexcept : Column(view(values.data(), values.size()))
    {}
    template <class Value, std::size_t count> Column(const Value (&values)[count]) noexcept : Column(view(values)) {}
    template <class Value> Column(view<Value> values) noexcept
        : column_{values.empty() ? nullptr : values.data(), detail::value_type<std::remove_const_t<Value>>(), 0},
          size_(values.size())
    {
        static_assert(std::is_arithmetic_v<Value> || std::is_enum_v<Value> ||
                          std::is_same_v<std::remove_const_t<Value>, const char *>,
                      "swiftfsm: a column has integers, enumerations, bool, float, double or const char *");
    }

    const sfsm_column &column() const noexcept { return column_; }
    std::size_t size() const noexcept { return size_; }

private:
    sfsm_column column_{};
    std::size_t size_ = 0;
};

/* How guards, resolvers and providers are treated, and what happens after a violation: chapter 14 of swiftfsm.h. */
enum class Guards : std::int32_t { refuse = SFSM_REFUSE_GUARDS, assume = SFSM_ASSUME_GUARDS, ask = SFSM_ASK_GUARDS };
enum class OnViolation : std::int32_t { stay = SFSM_STAY, stop_token = SFSM_STOP_TOKEN, stop = SFSM_STOP };

/* The totals of a replay. */
struct ReplayCounts : sfsm_replay_counts {
    ReplayCounts() noexcept : sfsm_replay_counts{} { size = sizeof(sfsm_replay_counts); }
};

/* A replay that ended early; counts.index says at which event, or which of several columns is wrong. */
class ReplayError : public Error {
public:
    ReplayError(sfsm_status status, const ReplayCounts &counts) : Error(status), counts_(counts) {}
    const ReplayCounts &counts() const noexcept { return counts_; }

private:
    ReplayCounts counts_;
};

/* What to replay, and where to write the results, for Table::replay. All arrays stay yours, and must not overlap; those
 * that are empty are not used, whether they have memory or not. The columns of `cases` and `arguments` have a value for
 * each event. Their meaning is that of sfsm_replay. */
template <class State, class Event, class Context = void> struct Replay {
    struct CaseColumn {
        sfsm_id predicate; /* predicate_type<Policy>::id */
        Column cases;
    };
    struct ArgumentColumn {
        Event event;
        std::uint32_t number; /* from 0 */
        Column values;
    };

    view<std::int32_t> states; /* Table::replay_width() numbers for each token; SFSM_NONE for a new one */
    Column events;
    view<const sfsm_id> event_map;    /* the event of each code, if `events` are codes */
    Column tokens;                    /* interleaved: the token of each event */
    view<const std::int64_t> offsets; /* lists: where the events of each token begin, and where the last ends */
    std::vector<CaseColumn> cases;
    std::vector<ArgumentColumn> arguments;
    view<const std::int64_t> times;
    Beginning<State> initial = swiftfsm::initial; /* where new tokens start */
    bool is_lenient = false;
    bool call_actions = false;
    bool skip_unknown = false;
    Guards guards = Guards::refuse;
    OnViolation on_violation = OnViolation::stay;
    view<std::conditional_t<std::is_void_v<Context>, char, Context>> contexts; /* one for each token, or one for all */
    std::int64_t first_index = 0;
    std::size_t thread_count = 1;                                        /* lists only */
    std::function<void(std::int64_t done, std::int64_t total)> progress; /* throws to cancel the replay */
    view<std::uint8_t> outcomes; /* results: an Outcome for each event, 0 if it was skipped */
    view<std::int32_t> rows;
    view<std::int64_t> row_counts, row_times;       /* one number for each row from 1, and an unused one before them */
    view<std::int64_t> entered, first, first_times; /* one number for each token */
    view<sfsm_violation> violations;
    ReplayCounts *counts = nullptr; /* the totals, written also if the replay throws */
};

namespace detail {

/* Runs the parts of a replay on threads, and keeps the first exception of their callbacks. */
class Parts {
public:
    std::function<void(std::int64_t, std::int64_t)> progress;

    static sfsm_status run(void *context, sfsm_part part, void *parts, std::size_t count) noexcept
    {
        Parts &self = *static_cast<Parts *>(context);
        std::vector<std::thread> threads;
        std::size_t started = 1;
        try {
            threads.reserve(count);
        } catch (...) {
            return SFSM_OUT_OF_MEMORY;
        }
        try {
            for (; started < count; ++started)
                threads.emplace_back([&self, part, parts, started] { self.run_one(part, parts, started); });
        } catch (...) { /* no more threads: the rest runs here */
        }
        self.run_one(part, parts, 0);
        for (std::size_t number = started; number < count; ++number)
            self.run_one(part, parts, number);
        for (std::thread &thread : threads)
            thread.join();
        return SFSM_OK;
    }

    static sfsm_status tell(void *context, std::int64_t done, std::int64_t total) noexcept
    {
        Parts &self = *static_cast<Parts *>(context);
        try {
            self.progress(done, total);
            return SFSM_OK;
        } catch (...) {
            self.keep(std::current_exception());
            return SFSM_CALLBACK_FAILED;
        }
    }

    void keep(std::exception_ptr exception) noexcept
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (thrown_ == nullptr)
            thrown_ = std::move(exception);
    }

    std::exception_ptr take() noexcept { return std::exchange(thrown_, nullptr); }

private:
    void run_one(sfsm_part part, void *parts, std::size_t number) noexcept
    {
        Call call(nullptr);
        part(parts, number);
        if (std::exception_ptr thrown = call.take())
            keep(std::move(thrown));
    }

    std::mutex mutex_;
    std::exception_ptr thrown_;
};

inline void check_exact_length(const char *name, std::size_t size, std::size_t expected)
{
    if (size != expected)
        throw Error(SFSM_OUT_OF_RANGE, std::string("Replay::") + name + " has " + std::to_string(size) +
                                           " elements instead of " + std::to_string(expected) + ".");
}

inline void check_length(const char *name, std::size_t size, std::size_t expected)
{
    if (size != 0)
        check_exact_length(name, size, expected);
}

/* An array as C takes it: one that is empty is NULL, although it may have memory. */
template <class Element> constexpr Element *array_of(view<Element> elements) noexcept
{
    return elements.empty() ? nullptr : elements.data();
}

} // namespace detail

/*
 * Replay events over the states of tokens.
 * Throws ReplayError; Error (SFSM_OUT_OF_RANGE) if an array has another length than it must; what callbacks and
 * `progress` throw. States and results are those of the events before it. Cost: O(events + lists + rows), one to a few
 * nanoseconds an event. Threads: as long as no two replays write the same arrays.
 */
template <class State, class Event, class Context, class Tick>
ReplayCounts Table<State, Event, Context, Tick>::replay(const Replay<State, Event, Context> &what) const
{
    if (table_ == nullptr)
        detail::fail(SFSM_NULL_POINTER);
    const std::size_t width = replay_width(), events = what.events.size();
    const std::size_t tokens = what.states.size() / width;
    detail::check_length("states", what.states.size(), tokens * width);
    detail::check_length("tokens", what.tokens.size(), events);
    detail::check_length("offsets", what.offsets.size(), tokens + 1);
    if (tokens == 0 && events > 0 && what.tokens.size() == 0 && what.offsets.empty())
        throw Error(SFSM_OUT_OF_RANGE, "Replay::states has no token for the events.");
    detail::check_length("times", what.times.size(), events);
    detail::check_length("contexts", what.contexts.size() == 1 ? tokens : what.contexts.size(), tokens);
    detail::check_length("outcomes", what.outcomes.size(), events);
    detail::check_length("rows", what.rows.size(), events);
    detail::check_length("row_counts", what.row_counts.size(), row_count() + 1);
    detail::check_length("row_times", what.row_times.size(), row_count() + 1);
    detail::check_length("entered", what.entered.size(), tokens);
    detail::check_length("first", what.first.size(), tokens);
    detail::check_length("first_times", what.first_times.size(), tokens);
    std::vector<sfsm_case_column> cases;
    for (const auto &each : what.cases) {
        detail::check_exact_length("cases", each.cases.size(), events);
        cases.push_back({each.predicate, 0, each.cases.column()});
    }
    std::vector<sfsm_argument_column> arguments;
    for (const auto &each : what.arguments) {
        detail::check_exact_length("arguments", each.values.size(), events);
        arguments.push_back({detail::id_of(each.event), each.number, each.values.column()});
    }
    detail::Parts parts;
    sfsm_replay replay{};
    replay.size = sizeof replay;
    replay.states = detail::array_of(what.states);
    replay.token_count = tokens;
    replay.events = what.events.column();
    replay.event_count = events;
    replay.event_map = detail::array_of(what.event_map);
    replay.event_map_count = what.event_map.size();
    replay.tokens = what.tokens.column();
    replay.offsets = detail::array_of(what.offsets);
    replay.cases = cases.data();
    replay.case_column_count = cases.size();
    replay.arguments = arguments.data();
    replay.argument_column_count = arguments.size();
    replay.times = detail::array_of(what.times);
    replay.initial = what.initial.id;
    replay.flags = detail::flag_if(what.is_lenient, SFSM_LENIENT) |
                   detail::flag_if(what.call_actions, SFSM_CALL_ACTIONS) |
                   detail::flag_if(what.skip_unknown, SFSM_SKIP_UNKNOWN);
    replay.guards = static_cast<std::int32_t>(what.guards);
    replay.on_violation = static_cast<std::int32_t>(what.on_violation);
    if constexpr (!std::is_void_v<Context>) {
        if (what.contexts.empty() && (what.call_actions || what.guards == Guards::ask))
            throw Error(SFSM_NULL_POINTER, "Replay::contexts is empty, but callbacks are called.");
        replay.contexts = detail::array_of(what.contexts);
        replay.context_stride = what.contexts.size() > 1 ? sizeof(Context) : 0;
    }
    replay.first_index = what.first_index;
    replay.thread_count = what.thread_count;
    replay.parallel = what.thread_count > 1 ? detail::Parts::run : nullptr;
    replay.parallel_context = &parts;
    if (what.progress) {
        parts.progress = what.progress;
        replay.progress = detail::Parts::tell;
        replay.progress_context = &parts;
    }
    replay.outcomes = detail::array_of(what.outcomes);
    replay.rows = detail::array_of(what.rows);
    replay.row_counts = detail::array_of(what.row_counts);
    replay.entered = detail::array_of(what.entered);
    replay.first = detail::array_of(what.first);
    if (events > 0 && tokens > 0) { /* without any, what these need may be empty, and nothing is written to them */
        replay.row_times = detail::array_of(what.row_times);
        replay.first_times = detail::array_of(what.first_times);
    }
    replay.violations = detail::array_of(what.violations);
    replay.violation_capacity = what.violations.size();

    ReplayCounts counts;
    detail::Call call(nullptr);
    const sfsm_status status = sfsm_table_replay(table_, &replay, &counts);
    if (what.counts != nullptr)
        *what.counts = counts;
    if (status < 0) {
        std::exception_ptr thrown = call.take();
        if (thrown == nullptr)
            thrown = parts.take();
        if (thrown != nullptr)
            std::rethrow_exception(thrown);
        if (status == SFSM_OUT_OF_MEMORY)
            throw std::bad_alloc();
        throw ReplayError(status, counts);
    }
    return counts;
}

} // namespace swiftfsm

#endif
