// The same text through a C++ compiler.
#include "alone.c"

// Functions have C's linkage: two declarations with different linkage would be an error.
extern "C" uint32_t sfsm_version(void);
