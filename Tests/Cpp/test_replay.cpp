/* Replays over arrays: columns of all types, callbacks, exceptions, threads. */
#include "gate.hpp"

#include <atomic>

namespace {

struct Account {
    std::int64_t cents = 0;
};

using Replay = swiftfsm::Replay<State, Event, Account>;
using Accounts = swiftfsm::Builder<State, Event, Account>;

swiftfsm::Table<State, Event, Account> accounts()
{
    Accounts builder;
    builder.event<std::int64_t>(Event::coin);
    builder
        .row(State::locked, Event::coin, State::unlocked,
             [](Account &account, std::int64_t cents) { account.cents += cents; })
        .guard([](std::int64_t cents) {
            if (cents < 0)
                throw cents;
            return cents > 0;
        });
    builder.row(State::unlocked, Event::pass, State::locked);
    return builder.build();
}

} // namespace

TEST_CASE("a replay of interleaved events")
{
    const std::vector<Event> events = {Event::coin, Event::coin, Event::pass, Event::pass, Event::coin};
    const std::array<std::uint8_t, 5> tokens = {0, 1, 0, 2, 0};
    const std::vector<int> cents = {10, 0, 7, 7, 5};
    std::vector<std::int32_t> states(3, SFSM_NONE);
    std::vector<std::uint8_t> outcomes(5);
    std::array<sfsm_violation, 10> violations{};
    std::vector<Account> contexts(3);
    std::int64_t told = 0;
    Replay replay;
    replay.states = states;
    replay.events = events;
    replay.tokens = tokens;
    replay.arguments = {{Event::coin, 0, cents}};
    replay.initial = State::locked;
    replay.guards = swiftfsm::Guards::ask;
    replay.call_actions = true;
    replay.contexts = contexts;
    replay.outcomes = outcomes;
    replay.violations = violations;
    replay.progress = [&](std::int64_t done, std::int64_t) { told = done; };
    const auto counts = accounts().replay(replay);
    CHECK(counts.transitioned == 3);
    CHECK(counts.refused == 1);
    CHECK(counts.unhandled == 1);
    CHECK(contexts[0].cents == 15);
    CHECK(states[0] == 1);
    CHECK(violations[1].token == 2);
    CHECK(static_cast<Outcome>(outcomes[1]) == Outcome::refused);
    CHECK(told == 5);
}

TEST_CASE("what callbacks and progress throw ends a replay, on threads too")
{
    constexpr std::size_t count = 1000;
    std::vector<std::int64_t> offsets, cents(count, 1);
    for (std::size_t index = 0; index <= count; ++index)
        offsets.push_back(static_cast<std::int64_t>(index));
    cents[777] = -5;
    const std::vector<Event> events(count, Event::coin);
    const auto table = accounts();
    for (const std::size_t threads : {1u, 2u, 7u}) {
        std::vector<std::int32_t> states(count, SFSM_NONE);
        std::vector<Account> contexts(count);
        swiftfsm::ReplayCounts counts;
        Replay replay;
        replay.states = states;
        replay.events = events;
        replay.offsets = offsets;
        replay.arguments = {{Event::coin, 0, cents}};
        replay.initial = State::locked;
        replay.guards = swiftfsm::Guards::ask;
        replay.call_actions = true;
        replay.contexts = contexts;
        replay.thread_count = threads;
        replay.counts = &counts;
        CHECK_THROWS_AS(table.replay(replay), std::int64_t);
        CHECK(counts.failure == SFSM_FAILED);
        CHECK(counts.index == 777);
        states.assign(count, SFSM_NONE);
        cents[777] = 1;
        CHECK(table.replay(replay).transitioned == count);
        states.assign(count, SFSM_NONE);
        struct Cancelled {};
        replay.progress = [](std::int64_t, std::int64_t) { throw Cancelled(); };
        CHECK_THROWS_AS(table.replay(replay), Cancelled);
        cents[777] = -5;
    }
}

TEST_CASE("arrays that are empty are not used, whether they have memory or not")
{
    std::vector<std::int32_t> states(1, SFSM_NONE);
    const std::vector<Event> events = {Event::coin, Event::pass, Event::pass, Event::coin};
    const std::array<int, 4> codes = {7, 7, 7, 7};
    std::array<std::uint8_t, 4> outcomes = {7, 7, 7, 7};
    std::array<std::int32_t, 4> rows = {7, 7, 7, 7};
    std::array<std::int64_t, 4> numbers = {7, 7, 7, 7};
    std::array<sfsm_violation, 4> violations{};
    std::array<Account, 4> contexts;
    const auto empty = [](auto &array) { return swiftfsm::view(array.data(), 0); };
    Replay replay;
    replay.states = states;
    replay.events = events;
    replay.event_map = empty(codes);
    replay.tokens = empty(codes);
    replay.offsets = replay.times = empty(std::as_const(numbers));
    replay.contexts = empty(contexts);
    replay.outcomes = empty(outcomes);
    replay.rows = empty(rows);
    replay.row_counts = replay.row_times = empty(numbers);
    replay.entered = replay.first = replay.first_times = empty(numbers);
    replay.violations = empty(violations);
    replay.initial = State::locked;
    replay.guards = swiftfsm::Guards::assume;
    const auto counts = accounts().replay(replay);
    CHECK(counts.transitioned == 3);
    CHECK(counts.unhandled == 1);
    CHECK(outcomes == std::array<std::uint8_t, 4>{7, 7, 7, 7});
    CHECK(rows == std::array<std::int32_t, 4>{7, 7, 7, 7});
    CHECK(numbers == std::array<std::int64_t, 4>{7, 7, 7, 7});
    replay.events = empty(events);
    replay.arguments = {{Event::coin, 0, empty(numbers)}};
    CHECK(accounts().replay(replay).events == 0);
}

TEST_CASE("a replay of no events, whose times are empty too")
{
    const std::vector<Event> events;
    const std::vector<std::int64_t> times;
    std::vector<std::int32_t> states(1, SFSM_NONE);
    std::vector<std::int64_t> entered(1, 7), first(1, -1), first_times(1, 7), row_times(3, 7);
    Replay replay;
    replay.states = states;
    replay.events = events;
    replay.times = times;
    replay.entered = entered;
    replay.row_times = row_times;
    replay.first = first;
    replay.first_times = first_times;
    replay.initial = State::locked;
    replay.guards = swiftfsm::Guards::assume;
    CHECK(accounts().replay(replay).events == 0);
    CHECK(first_times == std::vector<std::int64_t>{7});
    CHECK(row_times == std::vector<std::int64_t>{7, 7, 7});
}

TEST_CASE("arrays of wrong lengths, and other mistakes")
{
    const auto table = accounts();
    const std::vector<Event> events(5, Event::coin);
    std::vector<std::int32_t> states(3, SFSM_NONE);
    const std::vector<int> four(4), tokens(5);
    std::vector<std::int64_t> numbers(4);
    const auto status_with = [&](auto change) {
        Replay replay;
        replay.states = states;
        replay.events = events;
        replay.tokens = tokens;
        change(replay);
        return status_of([&] { table.replay(replay); });
    };
    CHECK(status_with([&](Replay &replay) { replay.tokens = four; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.arguments = {{Event::coin, 0, four}}; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.cases = {{1, four}}; }) == SFSM_OUT_OF_RANGE);
    const std::vector<int> none;
    CHECK(status_with([&](Replay &replay) { replay.arguments = {{Event::coin, 0, none}}; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.cases = {{1, none}}; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.first = numbers; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.row_counts = swiftfsm::view(numbers.data(), 2); }) ==
          SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) {
              replay.offsets = swiftfsm::view<const std::int64_t>(numbers.data(), 3);
          }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.times = numbers; }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) {
              replay.states = {};
              replay.tokens = {};
          }) == SFSM_OUT_OF_RANGE);
    CHECK(status_with([&](Replay &replay) { replay.guards = swiftfsm::Guards::ask; }) == SFSM_NULL_POINTER);
    CHECK(status_with([&](Replay &) {}) == SFSM_UNSUPPORTED); /* there is a guard */
    CHECK(status_with([&](Replay &replay) {
              replay.guards = swiftfsm::Guards::assume;
              replay.initial = State::broken;
          }) == SFSM_UNKNOWN_STATE);
    try {
        Replay replay;
        replay.states = swiftfsm::view(states.data(), 1);
        const std::vector<int> unknown = {0, 99};
        replay.events = unknown;
        replay.initial = State::locked;
        replay.guards = swiftfsm::Guards::assume;
        table.replay(replay);
        CHECK(false);
    } catch (const swiftfsm::ReplayError &error) {
        CHECK(error.status() == SFSM_UNKNOWN_EVENT);
        CHECK(error.counts().index == 1);
        CHECK(error.counts().events == 1);
    }
}
