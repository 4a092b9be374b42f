#include "journals.h"

#include <stdlib.h>

sfsm_status write_journal(void *context, const char *bytes, size_t count) {
    journal *const journal = context;
    if (journal->result < 0) {
        return journal->result;
    }
    if (journal->size + count > journal->capacity) {
        journal->capacity = 2 * (journal->size + count);
        journal->bytes = realloc(journal->bytes, journal->capacity);
        assert_non_null(journal->bytes);
    }
    memcpy(journal->bytes + journal->size, bytes, count);
    journal->size += count;
    journal->record_count++;
    return SFSM_OK;
}

void begin_journal(sfsm_machine *machine, journal *journal, uint32_t flags) {
    const sfsm_journal options = {sizeof options, flags, write_journal, journal};
    assert_status(sfsm_machine_set_journal(machine, &options), SFSM_OK);
}

void release_journal(journal *journal) {
    free(journal->bytes);
}
