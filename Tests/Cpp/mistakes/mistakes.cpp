/* What must not compile. Behind //! stands what the compiler has to say, as an error that names the line below. */
#include <swiftfsm.hpp>

#include <string>

enum class State { locked, unlocked };
enum class Event { coin, pass };
enum class Policy { weak, strong };
enum class Other { one };
struct Hardware {};
struct Door : Hardware {};
struct Gate {};

void mistakes(int captured)
{
    swiftfsm::Builder<State, Event> builder;
    swiftfsm::Builder<State, Event, Hardware> controlled;
    auto row = builder.row(State::locked, Event::coin, State::unlocked);
    const auto table = builder.build();
    const auto controlled_table = controlled.build();
    swiftfsm::Machine gate(table, State::locked);
    Hardware hardware;
    swiftfsm::Machine controlled_gate(controlled_table, State::locked, hardware);

    //! no matching function|cannot convert|could not convert|no viable
    builder.row(Event::coin, Event::coin, State::unlocked);
    //! cannot convert|no viable conversion
    gate.send(State::locked);
    //! cannot convert|no viable conversion
    gate.send(0);
    //! deleted
    swiftfsm::Machine copied(gate);
    //! deleted|use of deleted
    auto second_builder(builder);
    //! a guard returns bool
    row.guard([] { return 1; });
    //! an action, entry, exit or cycle callback or a hook returns nothing
    row.action([] { return false; });
    //! a resolver returns a State, or std::optional<State>
    row.resolver([] { return Event::coin; });
    //! an update callback returns nothing, an Event
    builder.state(State::locked).update([] { return State::locked; });
    //! a provider returns a case of its predicate type
    builder.predicate<Policy>([] { return 1.5; });
    //! a match is for cases of one predicate type
    row.match(Policy::weak, Other::one);
    //! write the types of its parameters
    row.action([](auto cents) { (void)cents; });
    //! a parameter of a callback is the Step, the Context by reference, or an argument of the event by value
    row.action([](int &cents) { cents = 0; });
    //! an event carries bool, integers, enumerations, float, double, strings
    row.action([](Hardware) {});
    //! the action of a constant row captures nothing
    swiftfsm::Row<State, Event> constant(State::locked, Event::coin, State::unlocked, [captured] { (void)captured; });
    //! callbacks of this table take a Context: pass one to each machine
    swiftfsm::Machine<State, Event, Hardware> without(controlled_table, State::locked);
    //! the context of a machine is an object of the table.s Context
    swiftfsm::Machine<State, Event, Hardware> wrong(controlled_table, State::locked, captured);
    //! states, events and cases have at most 32 bits
    swiftfsm::Source<long> wide(captured);
    //! states, events and cases are enumerations or integers
    swiftfsm::Source<double> fraction(captured);
    //! could not convert|cannot convert|no viable conversion
    gate.advance(std::chrono::microseconds(1));
    //! call to deleted function|use of deleted function
    gate.send(Event::coin, &mistakes);
    //! could not convert|cannot convert|no viable conversion|no known conversion|no matching function
    gate.send_matching({1}, Event::coin);
    //! discards qualifiers|marked const|no matching function|as 'this' argument discards
    const_cast<const decltype(gate) &>(gate).send(Event::coin);
    //! the table has no context
    row.action([](const swiftfsm::Step<State, Event> &step) { step.context(); });
    //! context<Type>\(\) is for the table.s Context and its base classes
    controlled.on_step([](const swiftfsm::Step<State, Event, Hardware> &step) { step.context<Door>(); });
    //! context<Type>\(\) is for the table.s Context and its base classes
    (void)controlled_gate.context<Gate>();
    //! a column has integers, enumerations, bool, float, double or const char
    swiftfsm::Column texts(std::array<std::string, 1>{});
    //! a column has integers, enumerations, bool, float, double or const char
    swiftfsm::Column views(std::array<std::string_view, 1>{});
    //! a column has integers, enumerations, bool, float, double or const char
    swiftfsm::Column pointers(std::array<int *, 1>{});
    using Seconds = std::chrono::duration<double>;
    swiftfsm::Builder<State, Event, void, Seconds> fractions;
    auto fractional_block = fractions.state(State::locked);
    //! a Tick counts whole units
    fractional_block.timeout(std::chrono::milliseconds(500), Event::coin);
}
