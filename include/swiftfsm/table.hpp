/* Tables. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_TABLE_HPP
#define SWIFTFSM_TABLE_HPP

#include "expectation.hpp"
#include "row.hpp"

#include <array>

namespace swiftfsm {

struct ReplayCounts;
template <class State, class Event, class Context> struct Replay;
template <class State, class Event, class Context, class Tick> class Bindings;
template <class State, class Event, class Context, class Tick> class Builder;

/* What a table is written as: chapter 13 of swiftfsm.h. */
enum class Format : sfsm_format {
    text = SFSM_TEXT,
    json = SFSM_JSON,
    dot = SFSM_DOT,
    mermaid = SFSM_MERMAID,
    plantuml = SFSM_PLANTUML,
    matrix = SFSM_MATRIX,
    markdown = SFSM_MARKDOWN,
    html = SFSM_HTML
};

/*
 * A checked definition, immutable. A copy is another reference to the same table; the last one frees the callbacks.
 * State and Event are enumerations or integers. Context is the type of the object that each machine brings for
 * callbacks, void if there is none. Tick is the unit of time of timeouts and timers. Threads: any thread may use any
 * copy at any time.
 */
template <class State, class Event, class Context = void, class Tick = std::chrono::milliseconds> class Table {
public:
    using StepType = swiftfsm::Step<State, Event, Context, Tick>;

    /* Build a table of rows (Row) without anything else. Throws DefinitionError with everything that is wrong.
     * Cost: O(rows): make one static table of constant rows. */
    explicit Table(view<const Row<State, Event, Context, Tick>> rows, Place place = Place::here());

    /* Read a document with the callbacks that it names. `file` stands in diagnostics. Enumerators of State and Event
     * that have names must be those of the document, with its numbers; "-" in a name is "_" in C++, and "return" is
     * "return_". Throws DefinitionError: the faults of the document, or all callbacks that are missing. Cost:
     * O(length). */
    static Table read(std::string_view text, Bindings<State, Event, Context, Tick> bindings,
                      const char *file = nullptr);

    /* Take over a reference to a table of the C library. */
    static Table adopt(sfsm_table *table) noexcept { return Table(table); }

    Table(const Table &other) noexcept : table_(sfsm_table_retain(other.table_)) {}
    Table(Table &&other) noexcept : table_(std::exchange(other.table_, nullptr)) {}
    Table &operator=(Table other) noexcept
    {
        std::swap(table_, other.table_);
        return *this;
    }
    ~Table() { sfsm_table_release(table_); }

    /* Return the number of states, events and rows. */
    std::size_t state_count() const noexcept { return sfsm_table_state_count(table_); }
    std::size_t event_count() const noexcept { return sfsm_table_event_count(table_); }
    std::size_t row_count() const noexcept { return sfsm_table_row_count(table_); }

    /* Return all states or events, in ascending order. */
    std::vector<State> states() const { return list<State>(state_count(), sfsm_table_state_at); }
    std::vector<Event> events() const { return list<Event>(event_count(), sfsm_table_event_at); }

    /* Return the name of a state or an event; its number if it has none. */
    std::string name(State state) const { return name(sfsm_table_state_name(table_, detail::id_of(state)), state); }
    template <class Other = Event, class = std::enable_if_t<!std::is_same_v<Other, State>>>
    std::string name(Event event) const
    {
        return event_name(event);
    }
    std::string event_name(Event event) const
    {
        return name(sfsm_table_event_name(table_, detail::id_of(event)), event);
    }

    /* Return the state or event of a name, or nothing. Cost: O(length). */
    std::optional<State> state(std::string_view name) const noexcept
    {
        return known<State>(sfsm_table_state_named(table_, name.data(), name.size()));
    }
    std::optional<Event> event(std::string_view name) const noexcept
    {
        return known<Event>(sfsm_table_event_named(table_, name.data(), name.size()));
    }

    /* Return the initial state of the definition, or nothing. */
    std::optional<State> initial() const noexcept { return known<State>(sfsm_table_initial(table_)); }

    /* Return the label of a row in a document, or "". Rows count from 1. */
    std::string row_label(std::size_t row) const
    {
        const char *const label = sfsm_table_row_label(table_, row);
        return label != nullptr ? label : "";
    }

    /* Return the place of a row, whose file lives as long as the table. Cost: O(rows). */
    Place row_place(std::size_t row) const noexcept
    {
        sfsm_transition transition{};
        transition.size = sizeof transition;
        for (std::size_t index = 0; sfsm_table_transition(table_, index, &transition) == SFSM_OK; ++index) {
            if (transition.row == row)
                return {transition.file, transition.line};
        }
        return {};
    }

    /* Return the types of the arguments that an event declares, "i32, str". */
    std::string arguments(Event event) const
    {
        std::string text;
        for (std::size_t index = 0; index < sfsm_table_argument_count(table_, detail::id_of(event)); ++index) {
            text += index > 0 ? ", " : "";
            text += detail::value_type_name(sfsm_table_argument_type(table_, detail::id_of(event), index));
        }
        return text;
    }

    /* Return the definition as a document, or as a picture. Throws Error if a document cannot say it (chapter 13): most
     * of all, lambdas have no names (SFSM_UNNAMED_CALLBACK), which only pictures do without. */
    std::string write(Format format = Format::text) const
    {
        sfsm_writing writing{};
        writing.size = sizeof writing;
        writing.format = static_cast<sfsm_format>(format);
        std::string text;
        const sfsm_status status = sfsm_table_write(table_, &writing, append, &text);
        if (format == Format::text || format == Format::json)
            detail::check(status, no_document);
        detail::check(status);
        return text;
    }

    /* Return the SHA-256 of the document. Throws Error as write does. */
    std::array<std::uint8_t, 32> fingerprint() const
    {
        std::array<std::uint8_t, 32> bytes{};
        detail::check(sfsm_table_fingerprint(table_, bytes.data()), no_document);
        return bytes;
    }

    /* Return a hash of what the definition does, the same in every process (sfsm_table_snapshot_key). */
    std::uint64_t snapshot_key() const noexcept { return sfsm_table_snapshot_key(table_); }

    /* Replay the events of many tokens: see replay.hpp. */
    ReplayCounts replay(const Replay<State, Event, Context> &what) const;

    /* Return how many numbers each token has in Replay::states: 1 unless the table is a chart. */
    std::size_t replay_width() const noexcept { return sfsm_table_replay_width(table_); }

    /* Return the table for functions of swiftfsm.h. It stays this object's. */
    const sfsm_table *handle() const noexcept { return table_; }

    friend bool operator==(const Table &left, const Table &right) noexcept { return left.table_ == right.table_; }
    friend bool operator!=(const Table &left, const Table &right) noexcept { return left.table_ != right.table_; }

private:
    static constexpr const char *no_document = "No document can say this definition: a name has characters that "
                                               "documents do not allow, two ids have one name, or a row is too long.";

    explicit Table(sfsm_table *table) noexcept : table_(table) {}

    template <class Id> static std::optional<Id> known(sfsm_id id) noexcept
    {
        return id == SFSM_NONE ? std::nullopt : std::optional<Id>(detail::of_id<Id>(id));
    }

    template <class Id> static std::string name(const char *known, Id id)
    {
        return known != nullptr ? known : std::to_string(detail::id_of(id));
    }

    template <class Id> std::vector<Id> list(std::size_t count, sfsm_id (*at)(const sfsm_table *, std::size_t)) const
    {
        std::vector<Id> ids;
        for (std::size_t index = 0; index < count; ++index)
            ids.push_back(detail::of_id<Id>(at(table_, index)));
        return ids;
    }

    static sfsm_status append(void *text, const char *bytes, std::size_t count) noexcept
    {
        try {
            static_cast<std::string *>(text)->append(bytes, count);
            return SFSM_OK;
        } catch (...) {
            return SFSM_OUT_OF_MEMORY;
        }
    }

    sfsm_table *table_;
};

} // namespace swiftfsm

#endif
