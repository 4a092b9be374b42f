/* Nothing before it and nothing beside it: the header brings whatever it needs. */
#include "swiftfsm.h"

/* And it may be included again. */
#include "swiftfsm.h"
