/* Two machines that are the same are told the same, one at once and one by plans: they stay the same. */
#ifndef SFSM_FUZZ_TWINS_H
#define SFSM_FUZZ_TWINS_H

#include "world.h"

void compare_twins(owned *place);

#endif
