#include "journals.h"

#include "versions.h"

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

const char *const versioned_shop =
    "definition shop version 2\n"
    "  initial open\n"
    "  event pay (i64 cents, str currency)\n"
    "  predicate Customer known new\n"
    "  state open\n"
    "    paying: pay [Customer known] -> paid\n"
    "    pay [Customer new] -> checked\n"
    "    cancel -> closed\n"
    "  state checked\n"
    "    approve -> paid\n"
    "  state paid\n"
    "    close -> closed\n"
    "  state closed\n"
    "    reopen -> open\n";

void let_pay(sfsm_machine *machine, sfsm_id customer) {
    const sfsm_case cases[] = {{sfsm_table_predicate_at(sfsm_machine_table(machine), 0), customer}};
    assert_status(sfsm_send_matching(machine, cases, 1, event_of(machine, "pay"), 150, "EUR"), SFSM_TRANSITIONED);
}
