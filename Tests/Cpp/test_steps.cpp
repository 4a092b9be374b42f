/* Sending events: callbacks of all forms, what they are called with, and outcomes. */
#include "gate.hpp"

#include <functional>
#include <memory>

namespace {

int calls_of_function = 0;
void count_call()
{
    ++calls_of_function;
}
void count_cents(std::int64_t cents)
{
    calls_of_function += static_cast<int>(cents);
}

struct Hardware {
    int coins = 0;
    void add(int count) { coins += count; }
};

} // namespace

TEST_CASE("a turnstile")
{
    Trace trace;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&] { trace.push_back("click"); });
    builder.row(State::locked, Event::pass, swiftfsm::same, [&] { trace.push_back("ring"); });
    builder.row(State::unlocked, Event::pass, State::locked, [&] { trace.push_back("clack"); });
    const auto turnstile = builder.build();

    swiftfsm::Machine gate(turnstile, State::locked);
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(gate.state() == State::locked);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(gate.state() == State::unlocked);
    CHECK(gate.send(Event::coin) == Outcome::unhandled);
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(trace == Trace{"ring", "click", "clack"});
    CHECK(std::string(to_string(Outcome::unhandled)) == "unhandled");
}

TEST_CASE("functions, function objects and std::function are callbacks")
{
    calls_of_function = 0;
    struct Counter {
        int *calls;
        std::shared_ptr<int> owned;
        void operator()() const { ++*calls; }
    };
    int calls = 0;
    auto only_moved = [owner = std::make_unique<int>(1), &calls] { calls += *owner; };
    Builder builder;
    builder.row(State::locked, Event::coin, swiftfsm::internal, count_call)
        .action(&count_call)
        .action(swiftfsm::function<count_call>)
        .action(Counter{&calls, std::make_shared<int>(0)})
        .action(std::function<void()>([&calls] { ++calls; }))
        .action(std::move(only_moved))
        .action([calls = 0]() mutable { calls_of_function += ++calls; });
    Machine gate(builder.build(), State::locked);
    gate.send(Event::coin);
    CHECK(calls_of_function == 4);
    CHECK(calls == 3);
    gate.send(Event::coin);
    CHECK(calls_of_function == 9);
}

TEST_CASE("a callback is called with what its parameters name")
{
    using ContextBuilder = swiftfsm::Builder<State, Event, Hardware>;
    using ContextStep = swiftfsm::Step<State, Event, Hardware>;
    Trace trace;
    ContextBuilder builder;
    builder.event<int, std::string_view, double>(Event::coin);
    builder.row(State::locked, Event::coin, State::unlocked)
        .guard([](int cents) { return cents >= 20; })
        .action([](Hardware &hardware, int cents) { hardware.add(cents); })
        .action([&](std::int64_t cents, std::string_view currency, double rate) {
            trace.push_back(std::to_string(cents) + std::string(currency) + swiftfsm::to_string(sfsm_value_of(rate)));
        })
        .action([&](const ContextStep &step, Hardware &hardware, int cents, const std::string &currency) {
            CHECK(&step.context() == &hardware);
            CHECK(step.event() == Event::coin);
            CHECK(step.source() == State::locked);
            CHECK(step.target() == State::unlocked);
            CHECK(step.row() == 1);
            CHECK(step.argument<int>(0) == cents);
            CHECK(step.argument<std::string_view>(1) == currency);
            CHECK(step.arguments().size() == 3);
            CHECK(status_of([&] { step.argument<int>(3); }) == SFSM_ARGUMENT_COUNT);
            CHECK(status_of([&] { step.argument<bool>(0); }) == SFSM_ARGUMENT_TYPE);
            CHECK(step.outcome() == Outcome::none);
        })
        .action(swiftfsm::function<count_cents>);
    builder.row(State::unlocked, Event::pass, State::locked);
    const auto table = builder.build();
    Hardware one, other;
    swiftfsm::Machine gate(table, State::locked, one), second(table, State::locked, other);
    CHECK(gate.send(Event::coin, 10, "EUR", 1.5) == Outcome::refused);
    CHECK(gate.send(Event::coin, 20, std::string("EUR"), 1.5f) == Outcome::transitioned);
    CHECK(second.send(Event::coin, std::int64_t(30), std::string_view("EURO", 3), 0.25) == Outcome::transitioned);
    CHECK(one.coins == 20);
    CHECK(other.coins == 30);
    CHECK(trace == Trace{"20EUR1.5", "30EUR0.25"});
    CHECK(&gate.context() == &one);
    gate.set_context(other);
    CHECK(&gate.context() == &other);
}

TEST_CASE("a context as one of its base classes, and one whose type the table does not name")
{
    struct Lamp {
        bool is_lit = false;
    };
    struct Motor {
        int turns = 0;
    };
    struct Door : Lamp, Motor {};
    Door door;
    swiftfsm::Builder<State, Event, Door> doors;
    doors.row(State::locked, Event::coin, State::unlocked,
              [](const swiftfsm::Step<State, Event, Door> &step) { ++step.context<Motor>().turns; });
    doors.row(State::unlocked, Event::pass, State::locked);
    swiftfsm::Machine gate(doors.build(), State::locked, door);
    gate.send(Event::coin);
    CHECK(door.turns == 1);
    CHECK(!door.is_lit);
    CHECK(&gate.context<Motor>() == &door);
    CHECK(&gate.context<const Door>() == &door);
    Motor motor;
    Builder builder;
    builder.row(State::locked, Event::coin, State::locked,
                [](const Step &step) { ++step.context<Motor>().turns; });
    Machine other(builder.build(), State::locked);
    other.set_context(motor);
    other.send(Event::coin);
    CHECK(motor.turns == 1);
    CHECK(&other.context<Motor>() == &motor);
}

TEST_CASE("constant rows")
{
    using Row = swiftfsm::Row<State, Event>;
    static constexpr std::array rows = {
        Row(State::locked, Event::coin, State::unlocked, [] { ++calls_of_function; }),
        Row(State::locked, Event::pass, swiftfsm::same).when([] { return false; }),
        Row(State::unlocked, Event::pass, State::locked, swiftfsm::function<count_call>),
    };
    static_assert(swiftfsm::is_unambiguous(rows));
    static_assert(!swiftfsm::is_unambiguous(std::array{rows[0], rows[0]}));
    static const Table table(rows);
    calls_of_function = 0;
    Machine gate(table, State::locked);
    CHECK(gate.send(Event::pass) == Outcome::refused);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(gate.send(Event::pass) == Outcome::transitioned);
    CHECK(calls_of_function == 2);

    constexpr std::array wrong = {rows[0], Row(State::locked, Event::coin, State::broken)};
    const int line = __LINE__ - 1;
    try {
        const Table never(wrong);
        CHECK(false);
    } catch (const swiftfsm::DefinitionError &error) {
        CHECK(error.diagnostics().size() >= 2);
        CHECK(std::string(error.what()).find(__FILE__ ":" + std::to_string(line)) != std::string::npos);
    }
}

TEST_CASE("integers as states and events")
{
    swiftfsm::Builder<int, long> *never = nullptr;
    (void)never; /* a long has too many bits, which only its use says */
    swiftfsm::Builder<int, unsigned short> builder;
    builder.row(-5, std::uint16_t{65535}, 7).action([] {});
    builder.row(7, std::uint16_t{0}, -5);
    swiftfsm::Machine machine(builder.build(), -5);
    CHECK(machine.send(65535) == Outcome::transitioned);
    CHECK(machine.state() == 7);
    CHECK(status_of([&] { machine.send(4711); }) == SFSM_UNKNOWN_EVENT);
    CHECK(machine.table().name(7) == "7");
}

TEST_CASE("resolvers, and rows for any state and event")
{
    std::optional<State> next = State::broken;
    Builder builder;
    builder.row(swiftfsm::any, Event::kick, swiftfsm::dynamic).resolver([&] { return next; });
    builder.row(State::locked, swiftfsm::any, State::unlocked);
    builder.row(State::broken, Event::coin, swiftfsm::dynamic).resolver([](const Step &) { return State::locked; });
    builder.row(State::unlocked, Event::pass, State::locked);
    Machine gate(builder.build(), State::locked);
    CHECK(gate.send(Event::kick) == Outcome::transitioned); /* a row that names the state comes first */
    CHECK(gate.state() == State::unlocked);
    CHECK(gate.send(Event::kick) == Outcome::transitioned);
    CHECK(gate.state() == State::broken);
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    gate.set_state(State::broken);
    next.reset();
    CHECK(gate.send(Event::kick) == Outcome::refused);
    next = static_cast<State>(17);
    CHECK(status_of([&] { gate.send(Event::kick); }) == SFSM_UNKNOWN_STATE);
    CHECK(gate.state() == State::broken);
}

TEST_CASE("entry, exit, cycle and update callbacks, hooks, and events that callbacks send")
{
    Trace trace;
    bool is_hit = false;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&](const Step &step) {
        CHECK(step.machine().send(Event::pass) == Outcome::queued);
        CHECK(step.machine().pending() == 1);
    });
    builder.row(State::unlocked, Event::pass, State::locked);
    builder.row(State::locked, Event::kick, swiftfsm::same);
    builder.state(State::locked)
        .entry([&] { trace.push_back("in"); })
        .exit([&] { trace.push_back("out"); })
        .cycle([&](const Step &step) {
            CHECK(step.state() == State::locked);
            trace.push_back("again");
        })
        .update([&](const Step &step) {
            CHECK(step.time() == 2.5);
            return is_hit ? std::optional(Event::kick) : std::nullopt;
        });
    builder.on_step([&](const Step &step) { trace.push_back(to_string(step.outcome())); });
    builder.on_unhandled([&] { trace.push_back("lost"); });
    Machine gate(builder.build(), swiftfsm::stopped);
    CHECK(!gate.current());
    gate.start(State::locked);
    gate.on_step([&] { trace.push_back("own"); });
    gate.on_unhandled([&] { trace.push_back("own lost"); });
    CHECK(gate.send(Event::coin) == Outcome::transitioned);
    CHECK(trace == Trace{"in", "transitioned", "out", "transitioned", "own", "in", "transitioned", "own"});
    trace.clear();
    CHECK(gate.send(Event::pass) == Outcome::unhandled);
    CHECK(trace == Trace{"lost", "own lost", "unhandled", "own"});
    trace.clear();
    CHECK(gate.update(2.5) == Outcome::none);
    is_hit = true;
    CHECK(gate.update(2.5) == Outcome::transitioned);
    CHECK(trace == Trace{"again", "transitioned", "own"});
    CHECK(gate.stop() == Outcome::none);
    CHECK(!gate.is_running());
    gate.start(swiftfsm::last_state);
    CHECK(gate.state() == State::locked);
}

TEST_CASE("asking: probe, permitted, explain, why")
{
    bool is_open = false;
    Builder builder;
    builder.row(State::locked, Event::coin, State::unlocked).guard([] { return true; }).guard([&] { return is_open; });
    const int line = __LINE__ - 1;
    builder.row(State::locked, Event::pass, swiftfsm::same);
    builder.row(State::unlocked, swiftfsm::request, State::locked);
    Machine gate(builder.build(), State::locked);
    CHECK(gate.probe(Event::coin).outcome == Outcome::refused);
    CHECK(gate.permitted() == std::vector{Event::pass});
    CHECK(gate.permitted({}, true) == std::vector{Event::coin, Event::pass});
    CHECK(gate.explain({}, Event::coin).size() == 1);
    CHECK(gate.why(Event::coin) == "refused; row 1 at " __FILE__ ":" + std::to_string(line) + ": guard 2 refuses");
    is_open = true;
    CHECK(gate.probe(Event::coin).state == State::unlocked);
    CHECK(gate.request(State::locked) == Outcome::unhandled);
    gate.send(Event::coin);
    CHECK(gate.request(State::locked) == Outcome::transitioned);
}

TEST_CASE("run sends many events")
{
    Machine gate(plain_gate(), State::locked);
    const std::array events = {Event::coin, Event::pass, Event::pass, Event::coin};
    std::array<Outcome, 4> outcomes{};
    CHECK(gate.run(events, outcomes) == 4);
    CHECK(outcomes[1] == Outcome::transitioned);
    CHECK(outcomes[2] == Outcome::unhandled);
    CHECK(gate.run({Event::pass, Event::coin}) == 2);
    CHECK(status_of([&] { gate.run(events, swiftfsm::view(outcomes.data(), 3)); }) == SFSM_OUT_OF_RANGE);

    enum class Small : unsigned char { go };
    swiftfsm::Builder<State, Small> builder;
    builder.row(State::locked, Small::go, swiftfsm::internal);
    swiftfsm::Machine small(builder.build(), State::locked);
    CHECK(small.run(std::vector(1000, Small::go)) == 1000);
}
