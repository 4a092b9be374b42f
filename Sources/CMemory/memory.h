/* malloc and free: unlike Swift's own allocation they say when there is no memory. */
#include <stdlib.h>
