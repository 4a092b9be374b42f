/* Mistakes that the types do not forbid: each throws its Error, changes nothing, and leaves every object usable. */
#include "gate.hpp"

#include <functional>

TEST_CASE("ids that the table does not have")
{
    const Table table = plain_gate();
    for (const int id : {2, -1, 4711, INT32_MAX, static_cast<int>(SFSM_FIRST_ID)}) {
        const State state = static_cast<State>(id);
        const Event event = static_cast<Event>(id == 2 ? 3 : id); /* Event::kick has a name, so it is known */
        CHECK(status_of([&] { Machine never(table, state); }) == SFSM_UNKNOWN_STATE);
        Machine gate(table, State::locked);
        CHECK(status_of([&] { gate.send(event); }) == SFSM_UNKNOWN_EVENT);
        CHECK(status_of([&] { gate.probe(event); }) == SFSM_UNKNOWN_EVENT);
        CHECK(status_of([&] { gate.send_later(event, std::chrono::milliseconds(1)); }) == SFSM_UNKNOWN_EVENT);
        CHECK(status_of([&] { gate.request(state); }) == SFSM_UNKNOWN_STATE);
        CHECK(status_of([&] { gate.set_state(state); }) == SFSM_UNKNOWN_STATE);
        CHECK(status_of([&] { gate.set_states({state}); }) == SFSM_UNKNOWN_STATE);
        CHECK(status_of([&] { gate.run({Event::coin, event}); }) == SFSM_UNKNOWN_EVENT);
        CHECK(gate.state() == State::unlocked);
        gate.stop();
        CHECK(status_of([&] { gate.start(state); }) == SFSM_UNKNOWN_STATE);
        CHECK(!gate.current());
    }
    CHECK(status_of([&] { Machine never(table); }) == SFSM_UNKNOWN_STATE); /* no initial state is declared */
}

TEST_CASE("reserved ids")
{
    for (int id = INT32_MIN; id < SFSM_FIRST_ID; ++id) {
        Machine gate(plain_gate(), State::locked);
        Builder builder;
        const Event event = static_cast<Event>(id);
        CHECK(status_of([&] { gate.send(event); }) == SFSM_RESERVED_ID);
        CHECK(status_of([&] { gate.probe(event); }) == SFSM_RESERVED_ID);
        CHECK(status_of([&] { builder.event<int>(event); }) == SFSM_RESERVED_ID);
        CHECK(status_of([&] { builder.name(static_cast<State>(id), "reserved"); }) == SFSM_RESERVED_ID);
        CHECK(gate.state() == State::locked);
    }
}

TEST_CASE("wrong arguments")
{
    Builder builder;
    builder.event<std::int8_t, std::string_view, bool, const void *>(Event::coin);
    builder.row(State::locked, Event::coin, State::unlocked);
    builder.row(State::unlocked, Event::pass, State::locked);
    Machine gate(builder.build(), State::locked);
    using namespace std::string_literals;
    CHECK(status_of([&] { gate.send(Event::coin); }) == SFSM_ARGUMENT_COUNT);
    CHECK(status_of([&] { gate.send(Event::coin, 1, "EUR", true); }) == SFSM_ARGUMENT_COUNT);
    CHECK(status_of([&] { gate.send(Event::coin, 128, "EUR", true, nullptr); }) == SFSM_ARGUMENT_TYPE);
    CHECK(status_of([&] { gate.send(Event::coin, 1.0, "EUR", true, nullptr); }) == SFSM_ARGUMENT_TYPE);
    CHECK(status_of([&] { gate.send(Event::coin, 1, 2, true, nullptr); }) == SFSM_ARGUMENT_TYPE);
    CHECK(status_of([&] { gate.send(Event::coin, 1, "EUR", 2, nullptr); }) == SFSM_ARGUMENT_TYPE);
    CHECK(status_of([&] { gate.send(Event::coin, 1, "E\0R"s, true, nullptr); }) == SFSM_BAD_VALUE);
    CHECK(status_of([&] { gate.send(Event::coin, 1, std::string_view("E\0R", 3), true, nullptr); }) == SFSM_BAD_VALUE);
    CHECK(status_of([&] { gate.send_values(Event::pass, {sfsm_value_of(1)}); }) == SFSM_ARGUMENT_COUNT);
    CHECK(gate.state() == State::locked);
    CHECK_THROWS_WITH(
        gate.send(Event::coin, 128, "EUR", true, nullptr),
        (sfsm_status_text(SFSM_ARGUMENT_TYPE) + " Argument 1: declared is i8, sent was an integer."s).c_str());
    CHECK(gate.send(Event::coin, State::broken, "EUR", true, &gate) == Outcome::transitioned);
}

TEST_CASE("callbacks that are none")
{
    Builder builder;
    void (*nothing)() = nullptr;
    auto row = builder.row(State::locked, Event::coin, State::unlocked);
    CHECK(status_of([&] { row.action(nothing); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { row.action(std::function<void()>()); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { row.guard(std::function<bool()>()); }) == SFSM_NULL_POINTER);
    row.resolver([] { return State::locked; });
    CHECK(status_of([&] { row.resolver([] { return State::locked; }); }) == SFSM_BAD_VALUE);
    CHECK(status_of([&] { row.match(static_cast<State>(0)); }) == SFSM_OK); /* reported by the build */
    CHECK_THROWS_AS(builder.build(), swiftfsm::DefinitionError);
}

TEST_CASE("calls at the wrong time")
{
    Machine gate(plain_gate(), State::locked);
    CHECK(status_of([&] { gate.start(State::unlocked); }) == SFSM_ALREADY_RUNNING);
    gate.run_pending();
    gate.stop();
    CHECK(status_of([&] { gate.stop(); }) == SFSM_NOT_RUNNING);
    CHECK(status_of([&] { gate.send(Event::coin); }) == SFSM_NOT_RUNNING);
    CHECK(status_of([&] { (void)gate.state(); }) == SFSM_NOT_RUNNING);
    CHECK(status_of([&] { (void)gate.permitted(); }) == SFSM_NOT_RUNNING);
    gate.start(State::locked);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
}

TEST_CASE("calls from inside callbacks")
{
    std::optional<Machine> gate;
    std::string snapshot;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&](const Step &step) {
        auto machine = step.machine();
        CHECK(status_of([&] { machine.set_state(State::locked); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.start(); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.advance(std::chrono::milliseconds(1)); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.update(); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.run({Event::pass}); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.run_pending(); }) == SFSM_BUSY);
        CHECK(status_of([&] { (void)gate->snapshot(); }) == SFSM_BUSY);
        CHECK(status_of([&] { gate->restore(snapshot); }) == SFSM_BUSY);
        CHECK(status_of([&] { gate->on_step([] {}); }) == SFSM_BUSY);
        CHECK(status_of([&] { gate->set_journal([](swiftfsm::view<const std::byte>) {}); }) == SFSM_BUSY);
        CHECK(status_of([&] { machine.raise(Event::pass); }) == SFSM_BAD_VALUE);
        CHECK(machine.stop() == Outcome::queued);
        machine.discard_pending();
    });
    builder.row(State::unlocked, Event::pass, State::locked);
    gate.emplace(builder.build(), State::locked);
    snapshot = gate->snapshot_json();
    CHECK(gate->send(Event::coin) == Outcome::transitioned);
    CHECK(gate->state() == State::unlocked);
}

TEST_CASE("a guard that sends during a probe")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked).guard([](const Step &step) {
        step.machine().send(Event::pass);
        return true;
    });
    builder.row(State::unlocked, Event::pass, State::locked);
    Machine gate(builder.build(), State::locked);
    CHECK(status_of([&] { gate.probe(Event::coin); }) == SFSM_BUSY);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(gate.state() == State::locked);
}

TEST_CASE("an update callback that destroys its machine, and names an event that takes arguments")
{
    std::optional<Machine> gate;
    Builder builder;
    builder.event<int>(Event::coin);
    builder.row(State::locked, Event::coin, swiftfsm::same);
    builder.state(State::locked).update([&] {
        gate.reset();
        return Event::coin;
    });
    gate.emplace(builder.build(), State::locked);
    CHECK(status_of([&] { gate->update(); }) == SFSM_ARGUMENT_COUNT);
}

TEST_CASE("objects that were moved from")
{
    Table table = plain_gate();
    Table other_table = std::move(table);
    CHECK(status_of([&] { (void)table.write(); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { table.replay({}); }) == SFSM_NULL_POINTER);
    CHECK(table.state_count() == 0);
    Machine gate(other_table, State::locked);
    Machine other = std::move(gate);
    CHECK(status_of([&] { gate.send(Event::coin); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { gate.on_step([] {}); }) == SFSM_NULL_POINTER);
    CHECK(!gate.current());
    gate = std::move(other);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    Builder builder;
    Builder second = std::move(builder);
    CHECK(status_of([&] { builder.row(State::locked, Event::coin, State::locked); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { builder.on_step([owned = std::string(100, ' ')] {}); }) == SFSM_NULL_POINTER);
    CHECK(status_of([&] { builder.build(); }) == SFSM_NULL_POINTER);
    builder = std::move(second);
    builder.row(State::locked, Event::coin, State::locked);
}
