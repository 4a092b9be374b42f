// What is no argument of an event, one for each REJECTED: C++ would make a bool of it. The compiler says why.
#include "swiftfsm.h"

struct hardware {
    int price;
    int cents() { return price; }
};

enum { COIN = 1 };
void ring();
int print(const char *format, ...);
volatile int port;
volatile hardware device;

sfsm_outcome send(sfsm_machine *gate);
sfsm_outcome send(sfsm_machine *gate) {
#if REJECTED == 1 // a function
    return sfsm_send(gate, COIN, ring);
#elif REJECTED == 2 // a pointer to one
    return sfsm_send(gate, COIN, &ring);
#elif REJECTED == 3 // a variadic one
    return sfsm_send(gate, COIN, print);
#elif REJECTED == 4 // a member function
    return sfsm_send(gate, COIN, &hardware::cents);
#elif REJECTED == 5 // a member
    return sfsm_send(gate, COIN, &hardware::price);
#elif REJECTED == 6 // a volatile number, by its address
    return sfsm_send(gate, COIN, &port);
#elif REJECTED == 7 // a volatile object
    return sfsm_send(gate, COIN, 1, &device);
#elif REJECTED == 8 // a lambda, which becomes a function
    return sfsm_send(gate, COIN, [] { return true; });
#elif REJECTED == 9 // more arguments than any event carries
#define EIGHT 1, 2, 3, 4, 5, 6, 7, 8
    return sfsm_send(gate, COIN, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, EIGHT, 65);
#else // nothing of all that
    return sfsm_send(gate, COIN, port, device.price > 1);
#endif
}
