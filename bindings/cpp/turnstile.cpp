/*
 * A turnstile: two states, two events, four rows. The first program to read.
 */
#include <iostream>

#include <swiftfsm.hpp>

enum class State { locked, unlocked };
enum class Event { coin, pass };

/* What a machine controls. Callbacks that ask for it receive it by reference. */
struct Hardware {
    int coins = 0;
    int alarms = 0;

    void say(const char *what) { std::cout << "  " << what << '\n'; }
};

int main()
{
    swiftfsm::Builder<State, Event, Hardware> builder;
    builder.row(State::locked, Event::coin, State::unlocked, [](Hardware &gate) {
        gate.coins++;
        gate.say("the arm is released");
    });
    builder.row(State::locked, Event::pass, State::locked, [](Hardware &gate) {
        gate.alarms++;
        gate.say("the alarm sounds");
    });
    builder.row(State::unlocked, Event::coin, State::unlocked, [](Hardware &gate) {
        gate.coins++;
        gate.say("\"thank you\" lights up");
    });
    builder.row(State::unlocked, Event::pass, State::locked, [](Hardware &gate) { gate.say("the arm is locked"); });

    try {
        const auto turnstile = builder.build(); /* throws every fault of the rows at once, with file and line */
        Hardware hardware;
        swiftfsm::Machine gate(turnstile, State::locked, hardware);
        for (const Event event : {Event::pass, Event::coin, Event::coin, Event::pass, Event::pass}) {
            std::cout << turnstile.name(gate.state()) << ", " << turnstile.name(event) << '\n';
            const swiftfsm::Outcome outcome = gate.send(event);
            std::cout << "  " << to_string(outcome) << ": " << turnstile.name(gate.state()) << '\n';
        }
        std::cout << "coins: " << hardware.coins << ", alarms: " << hardware.alarms << '\n';
    } catch (const std::exception &error) {
        std::cerr << "turnstile: " << error.what() << '\n';
        return 1;
    }
}
