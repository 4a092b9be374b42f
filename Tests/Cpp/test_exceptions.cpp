/* Exceptions of callbacks: kept at the boundary, thrown again by the call that ran the callback, never seen by C. */
#include "gate.hpp"

#include <exception>
#include <memory>

namespace {

struct Odd {
    int number;
};

/* What each role throws. */
template <class Function> int odd_of(Function &&function)
{
    try {
        function();
    } catch (const Odd &odd) {
        return odd.number;
    }
    return 0;
}

} // namespace

TEST_CASE("what an action throws leaves the old state, what an entry callback throws the new one")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [] { throw std::runtime_error("no power"); });
    builder.row(State::locked, Event::kick, State::broken);
    builder.row(State::broken, Event::coin, State::locked);
    builder.row(State::unlocked, Event::pass, State::locked);
    builder.state(State::broken).entry([] { throw Odd{3}; });
    Machine gate(builder.build(), State::locked);
    CHECK_THROWS_WITH_AS(gate.send(Event::coin), "no power", std::runtime_error);
    CHECK(gate.state() == State::locked);
    CHECK(odd_of([&] { gate.send(Event::kick); }) == 3);
    CHECK(gate.state() == State::broken);
    CHECK(gate.send(Event::coin) == Outcome::transitioned); /* nothing is left of it */
    CHECK(sfsm_machine_failure(gate.handle()) == SFSM_FAILED);
}

TEST_CASE("exceptions of every kind, from every role")
{
    enum class Policy { weak, strong };
    int thrower = 0;
    const auto may_throw = [&thrower](int number) {
        if (thrower == number)
            throw Odd{number};
    };
    Builder builder;
    builder.predicate<Policy>([&] {
        may_throw(1);
        return Policy::weak;
    });
    builder.row(State::locked, Event::coin, swiftfsm::dynamic)
        .match(Policy::weak)
        .guard([&] {
            may_throw(2);
            return true;
        })
        .resolver([&] {
            may_throw(3);
            return State::unlocked;
        })
        .action([&] { may_throw(4); });
    builder.row(State::unlocked, Event::pass, State::locked);
    builder.row(State::unlocked, Event::kick, swiftfsm::same);
    builder.state(State::locked).exit([&] { may_throw(5); });
    builder.state(State::unlocked).entry([&] { may_throw(6); }).cycle([&] { may_throw(7); }).update([&] {
        may_throw(8);
    });
    builder.on_step([&] { may_throw(9); });
    builder.on_unhandled([&] { may_throw(10); });
    const auto table = builder.build();
    for (thrower = 1; thrower <= 6; ++thrower) {
        Machine gate(table, State::locked);
        CHECK(odd_of([&] { gate.send(Event::coin); }) == thrower);
        CHECK(gate.state() == (thrower < 6 ? State::locked : State::unlocked));
        if (thrower <= 3)
            CHECK(odd_of([&] { gate.probe(Event::coin); }) == thrower);
        if (thrower == 2)
            CHECK(odd_of([&] { gate.permitted(); }) == thrower);
        const Event events[] = {Event::coin, Event::coin};
        gate.set_state(State::locked);
        CHECK(odd_of([&] { gate.run(events); }) == thrower);
    }
    Machine gate(table, State::unlocked);
    thrower = 7;
    CHECK(odd_of([&] { gate.send(Event::kick); }) == 7);
    thrower = 8;
    CHECK(odd_of([&] { gate.update(); }) == 8);
    thrower = 9;
    CHECK(odd_of([&] { gate.send(Event::pass); }) == 9);
    CHECK(gate.state() == State::locked);
    thrower = 10;
    CHECK(odd_of([&] { gate.send(Event::pass); }) == 10);
    thrower = 5;
    CHECK(odd_of([&] { gate.stop(); }) == 5);
    CHECK(gate.is_running());
    thrower = 0;
    gate.stop();
    thrower = 6;
    CHECK(odd_of([&] { gate.start(State::unlocked); }) == 6);
    CHECK(gate.state() == State::unlocked);
}

TEST_CASE("an event that a callback sent throws too, and what is behind it waits")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [](const Step &step) {
        step.machine().send(Event::kick);
        step.machine().send(Event::pass);
    });
    builder.row(State::unlocked, Event::kick, swiftfsm::internal, [] { throw Odd{1}; });
    builder.row(State::unlocked, Event::pass, State::locked);
    Machine gate(builder.build(), State::locked);
    CHECK(odd_of([&] { gate.send(Event::coin); }) == 1);
    CHECK(gate.state() == State::unlocked); /* the coin was taken */
    CHECK(gate.pending() == 1);
    gate.run_pending();
    CHECK(gate.state() == State::locked);
}

TEST_CASE("an exception passes from machine to machine, and can be caught in between")
{
    Builder inner_builder;
    inner_builder.row(State::locked, Event::coin, State::unlocked, [] { throw Odd{1}; });
    inner_builder.row(State::unlocked, Event::pass, State::locked);
    const auto inner_table = inner_builder.build();
    Machine inner(inner_table, State::locked);
    bool is_caught = true;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&] {
        if (!is_caught) {
            inner.send(Event::coin);
        } else {
            CHECK(odd_of([&] { inner.send(Event::coin); }) == 1);
        }
    });
    builder.row(State::unlocked, Event::pass, State::locked);
    Machine outer(builder.build(), State::locked);
    CHECK(outer.send(Event::coin) == Outcome::transitioned);
    CHECK(outer.send(Event::pass) == Outcome::transitioned);
    is_caught = false;
    CHECK(odd_of([&] { outer.send(Event::coin); }) == 1);
    CHECK(outer.state() == State::locked);

    /* The hook of a step that failed sends to a machine that fails as well: each throws its own. */
    outer.on_step([&](const Step &step) {
        if (step.has_failed()) {
            CHECK(step.status() == SFSM_CALLBACK_FAILED);
            CHECK(odd_of([&] { inner.send(Event::coin); }) == 1);
        }
    });
    CHECK(odd_of([&] { outer.send(Event::coin); }) == 1);
}

TEST_CASE("where C sends, a callback that throws has failed, and nothing is thrown later")
{
    Builder builder;
    bool throws = true;
    builder.row(State::locked, Event::coin, swiftfsm::same, [&] {
        if (throws)
            throw Odd{1};
    });
    const auto table = builder.build();
    Machine gate(table, State::locked), others(table, State::locked);
    CHECK(sfsm_machine_send(gate.handle(), 0) == SFSM_CALLBACK_FAILED);
    throws = false;
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    throws = true;
    for (int count = 0; count < 100; ++count) { /* many machines whose exceptions nobody takes */
        Machine one(table, State::locked);
        CHECK(sfsm_machine_send(one.handle(), 0) == SFSM_CALLBACK_FAILED);
    }
    CHECK(odd_of([&] { gate.send(Event::coin); }) == 1);

    /* C in between: the exception of a machine that it sends to is not that of the machine that called it. */
    Builder outer_builder;
    outer_builder.row(State::locked, Event::coin, swiftfsm::same,
                      [&] { CHECK(sfsm_machine_send(others.handle(), 0) == SFSM_CALLBACK_FAILED); });
    outer_builder.row(State::locked, Event::pass, swiftfsm::same, [&] {
        CHECK(sfsm_machine_send(others.handle(), 0) == SFSM_CALLBACK_FAILED);
        throw Odd{2};
    });
    Machine outer(outer_builder.build(), State::locked);
    CHECK(outer.send(Event::coin) == Outcome::transitioned);
    CHECK(odd_of([&] { outer.send(Event::pass); }) == 2);
}

TEST_CASE("plans of C call no exception into C")
{
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked).guard([]() -> bool { throw Odd{1}; });
    builder.row(State::unlocked, Event::pass, State::locked, [] { throw Odd{2}; });
    Machine gate(builder.build(), State::locked);
    sfsm_plan plan{};
    plan.size = sizeof plan;
    sfsm_message message = SFSM_MESSAGE(0);
    CHECK(sfsm_machine_plan(gate.handle(), &message, &plan) == SFSM_CALLBACK_FAILED);
    gate.set_state(State::unlocked);
    message.event = 1;
    CHECK(sfsm_machine_plan(gate.handle(), &message, &plan) == SFSM_TRANSITIONED);
    sfsm_callback callback{};
    CHECK(sfsm_plan_next(&plan, &callback) == SFSM_PLAN_CALL);
    CHECK(status_of([&] { gate.set_state(State::locked); }) == SFSM_BUSY);
    CHECK(callback.function(plan.step, callback.context) == SFSM_FAILED);
    CHECK(sfsm_machine_complete(gate.handle(), &plan, SFSM_FAILED) == SFSM_CALLBACK_FAILED);
    CHECK(gate.state() == State::unlocked);
    CHECK(odd_of([&] { gate.send(Event::pass); }) == 2);
}

TEST_CASE("an exception that holds on to things is freed")
{
    auto held = std::make_shared<int>(1);
    const std::weak_ptr<int> watched = held;
    struct Holding {
        std::shared_ptr<int> held;
    };
    Builder builder;
    builder.row(State::locked, Event::coin, swiftfsm::same, [held] { throw Holding{held}; });
    Machine gate(builder.build(), State::locked);
    held.reset();
    CHECK_THROWS_AS(gate.send(Event::coin), Holding);
    CHECK(watched.use_count() == 1); /* the closure's */
    gate = Machine(plain_gate(), State::locked);
    CHECK(watched.expired());
}

TEST_CASE("a machine that is destroyed inside its own callback")
{
    std::optional<Machine> gate;
    Trace trace;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&] {
        gate.reset();
        trace.push_back("gone");
        throw Odd{4};
    });
    builder.row(State::unlocked, Event::pass, State::locked);
    gate.emplace(builder.build(), State::locked);
    gate->on_step([&trace, owned = std::make_shared<int>(1)] { trace.push_back("hook"); });
    CHECK(odd_of([&] { gate->send(Event::coin); }) == 4);
    CHECK(trace.front() == "gone");
    CHECK(!gate);
}
