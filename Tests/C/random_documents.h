/* Random documents: all that format 1 can say, mostly of definitions that have no errors. */
#ifndef SFSM_TESTS_RANDOM_DOCUMENTS_H
#define SFSM_TESTS_RANDOM_DOCUMENTS_H

#include "seeds.h"

enum { RANDOM_DOCUMENT_LIMIT = 65536 };

/* Writes a document with a terminating zero, and returns its length. */
size_t random_document(uint32_t seed, char text[static RANDOM_DOCUMENT_LIMIT]);

#endif
