/* The same in C++, over the installed swiftfsm.hpp. */
#include <cstdio>
#include <swiftfsm.hpp>

enum class State { locked, unlocked };
enum class Event { coin, pass };

int main()
{
    int steps = 0;
    swiftfsm::Builder<State, Event> builder;
    builder.row(State::locked, Event::coin, State::unlocked, [&] { ++steps; });
    builder.row(State::unlocked, Event::pass, State::locked, [&] { ++steps; });
    swiftfsm::Machine gate(builder.build(), State::locked);
    gate.send(Event::coin);
    gate.send(Event::pass);
    std::printf("swiftfsm %s from C++: %d steps\n", sfsm_version_string(), steps);
    return steps == 2 ? 0 : 1;
}
