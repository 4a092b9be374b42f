/* Sends with more arguments than the macros take, one for each REJECTED: the compiler says so in words. */
#include "swiftfsm.h"

enum { COIN = 1 };
#define TWELVE 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12

sfsm_outcome send(sfsm_machine *gate);
sfsm_outcome send(sfsm_machine *gate) {
#if REJECTED == 1
    return sfsm_send(gate, COIN, TWELVE, 13);
#elif REJECTED == 2
    return sfsm_send(gate, COIN, TWELVE, "not a number");
#elif REJECTED == 3
    return sfsm_send_matching(gate, NULL, 0, COIN, TWELVE, TWELVE, TWELVE, TWELVE, TWELVE, 61, 62, 63, 64);
#else
    return sfsm_send(gate, COIN, TWELVE);
#endif
}
