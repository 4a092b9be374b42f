/* malloc and free: unlike Swift's own allocation they say when there is no memory. And strlen. */
#include <stdlib.h>
#include <string.h>
