/* Journals in memory, and a shop whose steps are worth writing. */
#ifndef SFSM_TESTS_JOURNALS_H
#define SFSM_TESTS_JOURNALS_H

#include "support.h"

typedef struct journal {
    char *bytes;
    size_t size;
    size_t capacity;
    size_t record_count;
    sfsm_status result; /* what writing returns */
} journal;

/* Writes the machine to the journal from now on. */
void begin_journal(sfsm_machine *machine, journal *journal, uint32_t flags);
sfsm_status write_journal(void *journal, const char *bytes, size_t count);
void release_journal(journal *journal);

/* "shop version 2": its events carry arguments, and cases of customers. The definition is in journals.c. */
extern const char *const versioned_shop;

/* Lets a customer pay: 0 is a known one, 1 is new. */
void let_pay(sfsm_machine *machine, sfsm_id customer);

#endif
