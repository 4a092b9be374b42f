/* Ids: enumerations and integers as states, events and predicate types. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_ID_HPP
#define SWIFTFSM_ID_HPP

#include "error.hpp"

#include <array>
#include <string_view>
#include <type_traits>

namespace swiftfsm {

/* What stands for a state or an event in rows, and where a machine starts: chapter 2 of swiftfsm.h. */
struct Any {};       /* source: every state; event: every event; target of a request: every state */
struct Same {};      /* target: the current state; cycle callbacks run */
struct Internal {};  /* target: the current state; only actions run */
struct Dynamic {};   /* target: the state that the row's resolver returns */
struct Defer {};     /* target: the event waits until other states are active */
struct Eventless {}; /* event: the row is tried without an event */
struct Request {};   /* event: a request for the row's target */
struct Initial {};   /* to create, start or put a machine: the definition's initial state */
struct LastState {}; /* to start a machine: the state in which it stopped, or else the initial state */
struct Stopped {};   /* to create or put a machine: it is stopped */
inline constexpr Any any{};
inline constexpr Same same{};
inline constexpr Internal internal{};
inline constexpr Dynamic dynamic{};
inline constexpr Defer defer{};
inline constexpr Eventless eventless{};
inline constexpr Request request{};
inline constexpr Initial initial{};
inline constexpr LastState last_state{};
inline constexpr Stopped stopped{};

/*
 * The enumerators of a scoped enumeration that are named by themselves: `count` of them from `first`. Specialize it for
 * an enumeration with others; with a count of 0 none is named. clang++ names none of enumerations in class templates.
 */
template <class Enumeration> struct enumerators {
    static constexpr int first = 0;
    static constexpr int count = 64;
};

namespace detail {

/* A flag of C, or 0. */
constexpr std::uint32_t flag_if(bool is_set, int flag) noexcept
{
    return is_set ? static_cast<std::uint32_t>(flag) : 0u;
}

template <class Id> constexpr void check_id_type()
{
    static_assert(std::is_enum_v<Id> || std::is_integral_v<Id>,
                  "swiftfsm: states, events and cases are enumerations or integers");
    static_assert(sizeof(Id) <= sizeof(sfsm_id), "swiftfsm: states, events and cases have at most 32 bits");
}

template <class Id> constexpr sfsm_id id_of(Id value) noexcept
{
    check_id_type<Id>();
    return static_cast<sfsm_id>(value);
}

template <class Id> constexpr Id of_id(sfsm_id id) noexcept
{
    check_id_type<Id>();
    return static_cast<Id>(id);
}

template <class Enumeration> inline constexpr bool is_scoped_v =
    std::is_enum_v<Enumeration> && !std::is_convertible_v<Enumeration, int>;

/* What a compiler has written behind some words in the name of a function, which has one parameter. g++: "... [with auto
 * value = State::locked; std::string_view = ...]", clang++: "... [value = State::locked]". */
constexpr std::string_view written_behind(std::string_view text, std::string_view words) noexcept
{
    const std::size_t start = text.find(words) + words.size(), semicolon = text.rfind("; ");
    return text.substr(start, (semicolon != std::string_view::npos ? semicolon : text.rfind(']')) - start);
}

/* The name of an enumerator, as the compiler writes it; "" if the value has none. */
template <auto value> constexpr std::string_view enumerator_name() noexcept
{
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr std::string_view written = written_behind(text, "value = ");
    constexpr std::size_t colon = written.rfind(':');
    if (colon == std::string_view::npos || written.find(')', colon) != std::string_view::npos)
        return {}; /* "(State)5", "(Gate::State)5": no enumerator has this value */
    return written.substr(colon + 1);
}

/* The name of an enumerator; "" also for a number that the enumeration cannot have, such as 2 if it is of bool. */
template <class Enumeration, int number> constexpr std::string_view name_of_number() noexcept
{
    using Number = std::underlying_type_t<Enumeration>;
    if constexpr (static_cast<int>(static_cast<Number>(number)) == number) {
        return enumerator_name<static_cast<Enumeration>(static_cast<Number>(number))>();
    } else {
        return {};
    }
}

template <class Enumeration, int... offsets> constexpr auto enumerator_names(std::integer_sequence<int, offsets...>)
{
    return std::array<std::string_view, sizeof...(offsets)>{
        name_of_number<Enumeration, enumerators<Enumeration>::first + offsets>()...};
}

/* The names of a scoped enumeration, from its first value on. */
template <class Enumeration> constexpr auto names_of() noexcept
{
    if constexpr (is_scoped_v<Enumeration>) {
        return enumerator_names<Enumeration>(std::make_integer_sequence<int, enumerators<Enumeration>::count>());
    } else {
        return std::array<std::string_view, 0>{};
    }
}

/* The name of a type, as the compiler writes it. */
template <class Type> constexpr std::string_view qualified_name() noexcept
{
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    return written_behind(text, "Type = ");
}

/* The unqualified name of a type. */
template <class Type> constexpr std::string_view type_name() noexcept
{
    constexpr std::string_view written = qualified_name<Type>();
    return written.substr(written.rfind(':') + 1);
}

/* A type, to be compared. Its name alone does not tell types of unnamed namespaces in different sources apart; the
 * address alone may differ for one type in different shared libraries. */
class TypeIdentity {
public:
    template <class Type> static TypeIdentity of() noexcept
    {
        return TypeIdentity(&mark<Type>, qualified_name<Type>());
    }
    std::string_view name() const noexcept { return name_; }
    bool is(const TypeIdentity &other) const noexcept
    {
        return mark_ == other.mark_ || (name_ == other.name_ && name_.find("anonymous") == std::string_view::npos);
    }

private:
    template <class Type> static inline char mark = 0; /* not constant: linkers may merge constants */

    TypeIdentity(const char *mark_of_type, std::string_view name) noexcept : mark_(mark_of_type), name_(name) {}

    const char *mark_;
    std::string_view name_;
};

constexpr sfsm_id hash_of(std::string_view text) noexcept
{
    std::uint32_t hash = 2166136261u;
    for (const char character : text)
        hash = (hash ^ static_cast<unsigned char>(character)) * 16777619u;
    return static_cast<sfsm_id>(hash & 0x7fffffffu);
}

template <class Enumeration> constexpr std::int32_t count_cases() noexcept
{
    std::int32_t count = 0;
    for (const std::string_view name : names_of<Enumeration>()) {
        if (name.empty())
            break;
        ++count;
    }
    return count;
}

} // namespace detail

/*
 * An enumeration as a predicate type. Its id is made of its unqualified name, its cases are its enumerators from 0.
 * Specialize this for another id (as a document names it), or for more cases than `enumerators` names: of enumerations
 * in different namespaces or classes that have one name, all but one need another id. A Builder throws Error if two
 * enumerations with one id are used with it. A machine cannot tell them apart: it takes a case of the one as that case
 * of the other.
 */
template <class Enumeration> struct predicate_type {
    static_assert(std::is_enum_v<Enumeration>, "swiftfsm: a predicate type is an enumeration");
    static constexpr sfsm_id id = detail::hash_of(detail::type_name<Enumeration>());
    static constexpr std::int32_t case_count = detail::count_cases<Enumeration>();
};

/* The case of a predicate type, to be sent with an event. Converts from an enumerator. */
struct Case : sfsm_case {
    template <class Enumeration, class = std::enable_if_t<std::is_enum_v<Enumeration>>>
    constexpr Case(Enumeration present) noexcept : sfsm_case{predicate_type<Enumeration>::id, detail::id_of(present)}
    {}
    constexpr Case(sfsm_id type, sfsm_id present) noexcept : sfsm_case{type, present} {}
};
static_assert(sizeof(Case) == sizeof(sfsm_case), "an array of cases is passed on as it is");

/* The source of a row: a state, or any. */
template <class State> struct Source {
    constexpr Source(State state) noexcept : id(detail::id_of(state)) {}
    constexpr Source(Any) noexcept : id(SFSM_ANY) {}
    sfsm_id id;
};

/* The event of a row: an event, any, eventless or request. */
template <class Event> struct On {
    constexpr On(Event event) noexcept : id(detail::id_of(event)) {}
    constexpr On(Any) noexcept : id(SFSM_ANY) {}
    constexpr On(Eventless) noexcept : id(SFSM_EVENTLESS) {}
    constexpr On(Request) noexcept : id(SFSM_REQUEST) {}
    sfsm_id id;
};

/* The target of a row: a state, same, internal, dynamic or defer; of a request also any. */
template <class State> struct Target {
    constexpr Target(State state) noexcept : id(detail::id_of(state)) {}
    constexpr Target(Same) noexcept : id(SFSM_SAME) {}
    constexpr Target(Internal) noexcept : id(SFSM_INTERNAL) {}
    constexpr Target(Dynamic) noexcept : id(SFSM_DYNAMIC) {}
    constexpr Target(Defer) noexcept : id(SFSM_DEFER) {}
    constexpr Target(Any) noexcept : id(SFSM_ANY) {}
    sfsm_id id;
};

/* Where a machine begins: a state, initial, last_state or stopped. */
template <class State> struct Beginning {
    constexpr Beginning(State state) noexcept : id(detail::id_of(state)) {}
    constexpr Beginning(Initial) noexcept : id(SFSM_INITIAL) {}
    constexpr Beginning(LastState) noexcept : id(SFSM_LAST_STATE) {}
    constexpr Beginning(Stopped) noexcept : id(SFSM_NONE) {}
    sfsm_id id;
};

} // namespace swiftfsm

#endif
