/* What the tests share: a gate. */
#ifndef GATE_HPP
#define GATE_HPP

#include <swiftfsm.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

enum class State { locked, unlocked, broken };
enum class Event { coin, pass, kick };

/* What ran, in order. */
using Trace = std::vector<std::string>;

using Builder = swiftfsm::Builder<State, Event>;
using Table = swiftfsm::Table<State, Event>;
using Machine = swiftfsm::Machine<State, Event>;
using Step = swiftfsm::Step<State, Event>;
using swiftfsm::Outcome;

/* The status of the Error that this throws; SFSM_OK if it throws nothing. */
template <class Function> sfsm_status status_of(Function &&function)
{
    try {
        function();
    } catch (const swiftfsm::Error &error) {
        CHECK(std::string(error.what()) != "");
        return error.status();
    }
    return SFSM_OK;
}

/* What the Error says that this throws; "" if it throws nothing. */
template <class Function> std::string said_by(Function &&function)
{
    try {
        function();
    } catch (const swiftfsm::Error &error) {
        return error.what();
    }
    return "";
}

/* A gate without callbacks. */
inline Table plain_gate()
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked);
    builder.row(State::unlocked, Event::pass, State::locked);
    builder.warning(SFSM_ALL_WARNINGS, false);
    return builder.build();
}

#endif
