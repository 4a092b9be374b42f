/* Nested states, histories, raised and deferred events, timeouts and timers. */
#include "gate.hpp"

#include <chrono>

namespace {

using namespace std::chrono_literals;

enum class Wash { idle, paused, washing, program, filling, spinning, finished, last, door, closed, locked };
enum class Button { start, pause, full, time, ready, lock, restart };

swiftfsm::Table<Wash, Button> washing_machine(Trace &trace)
{
    using swiftfsm::Kind;
    swiftfsm::Builder<Wash, Button> builder;
    builder.initial(Wash::idle);
    builder.row(Wash::idle, Button::start, Wash::washing);
    builder.row(Wash::washing, Button::start, swiftfsm::defer);
    builder.row(Wash::washing, Button::pause, Wash::paused);
    builder.row(Wash::washing, Button::ready, Wash::idle);
    builder.row(Wash::paused, Button::pause, Wash::last);
    builder.row(Wash::filling, Button::full, Wash::spinning).raise(Button::lock);
    builder.row(Wash::spinning, Button::time, Wash::finished);
    builder.row(Wash::closed, Button::lock, Wash::locked);
    builder.row(Wash::locked, swiftfsm::eventless, Wash::closed).not_in(Wash::spinning);
    builder.state(Wash::washing, Kind::parallel);
    auto program = builder.state(Wash::program);
    program.nest(Wash::washing)
        .initial(Wash::filling)
        .on_initial([&trace] { trace.push_back("water"); })
        .done(Button::ready);
    program.local(Button::restart, Wash::filling);
    builder.state(Wash::filling).nest(Wash::program);
    builder.state(Wash::spinning).nest(Wash::program).timeout(2s, Button::time).entry([&trace] {
        trace.push_back("spin");
    });
    builder.state(Wash::finished, Kind::final).nest(Wash::program);
    builder.state(Wash::last, Kind::shallow_history).nest(Wash::program);
    builder.state(Wash::door).nest(Wash::washing).initial(Wash::closed);
    builder.state(Wash::closed).nest(Wash::door);
    builder.state(Wash::locked).nest(Wash::door);
    return builder.build();
}

} // namespace

TEST_CASE("a washing machine")
{
    Trace trace;
    swiftfsm::Machine machine(washing_machine(trace));
    CHECK(machine.state() == Wash::idle);
    machine.send(Button::start);
    CHECK(machine.states() == std::vector{Wash::filling, Wash::closed});
    CHECK(machine.in(Wash::washing));
    CHECK(machine.send(Button::full) == Outcome::transitioned);
    CHECK(machine.states() == std::vector{Wash::spinning, Wash::locked});
    CHECK(machine.due() == 2000ms);
    machine.send(Button::pause);
    CHECK(machine.state() == Wash::paused);
    CHECK(!machine.due());
    machine.advance(500ms);
    CHECK(machine.now() == 500ms);
    machine.send(Button::pause);
    CHECK(machine.states() == std::vector{Wash::spinning, Wash::closed});
    CHECK(machine.send(Button::start) == Outcome::deferred);
    machine.advance(3s);
    CHECK(machine.states() == std::vector{Wash::filling, Wash::closed}); /* ready, and started again */
    CHECK(trace == Trace{"water", "spin", "spin", "water"});
    machine.set_states({Wash::spinning, Wash::locked});
    CHECK(machine.in(Wash::locked));
    CHECK(status_of([&] { machine.set_states({Wash::spinning, Wash::filling}); }) == SFSM_BAD_CONFIGURATION);
    CHECK(status_of([&] { machine.advance(1s); }) == SFSM_BAD_VALUE);
    CHECK(!machine.is_done());
}

TEST_CASE("timers of a flat machine")
{
    Machine gate(plain_gate(), State::locked);
    const swiftfsm::Timer first = gate.send_later(Event::coin, 10ms);
    const swiftfsm::Timer second = gate.send_later(Event::coin, 1s);
    CHECK(first != second);
    gate.cancel(second);
    CHECK(status_of([&] { gate.cancel(second); }) == SFSM_OUT_OF_RANGE);
    CHECK(status_of([&] { gate.send_later(Event::coin, -1ms); }) == SFSM_BAD_VALUE);
    gate.advance(9ms);
    CHECK(gate.state() == State::locked);
    gate.advance(10ms);
    CHECK(gate.state() == State::unlocked);
}

TEST_CASE("a time that a Tick cannot hold is the latest that it has")
{
    using Short = std::chrono::duration<std::int32_t, std::milli>;
    swiftfsm::Builder<State, Event, void, Short> builder;
    builder.row(State::locked, Event::coin, State::unlocked);
    builder.row(State::unlocked, Event::pass, State::locked);
    swiftfsm::Machine gate(builder.build(), State::locked);
    gate.advance(Short::max());
    gate.send_later(Event::coin, Short(1));
    CHECK(gate.due() == Short::max());
    CHECK(gate.now() == Short::max());

    using Unsigned = std::chrono::duration<std::uint64_t, std::milli>;
    swiftfsm::Builder<State, Event, void, Unsigned> long_builder;
    long_builder.row(State::locked, Event::coin, State::unlocked);
    long_builder.row(State::unlocked, Event::pass, State::locked);
    swiftfsm::Machine long_gate(long_builder.build(), State::locked);
    long_gate.send_later(Event::coin, Unsigned::max());
    CHECK(long_gate.due() == Unsigned::max());
    long_gate.advance(*long_gate.due());
    CHECK(long_gate.state() == State::unlocked);
}

TEST_CASE("an action that a timer leads to throws from advance")
{
    swiftfsm::Builder<State, Event, void, std::chrono::seconds> builder;
    int number = 0;
    builder.row(State::locked, Event::coin, swiftfsm::same, [&] {
        if (++number == 1)
            throw std::runtime_error("first");
    });
    swiftfsm::Machine gate(builder.build(), State::locked);
    gate.send_later(Event::coin, 1h);
    gate.send_later(Event::coin, 3600s);
    CHECK_THROWS_WITH(gate.advance(2h), "first");
    CHECK(number == 1);
    CHECK(gate.due() == 1h);
    gate.advance(2h);
    CHECK(number == 2);
}

TEST_CASE("raising from outside and inside")
{
    Trace trace;
    swiftfsm::Machine machine(washing_machine(trace));
    CHECK(machine.raise(Button::start) == Outcome::transitioned);
    Machine flat(plain_gate(), State::locked);
    CHECK(flat.raise(Event::coin) == Outcome::transitioned);
}
