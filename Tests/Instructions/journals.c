/* Journals: a record for each step, and replaying them. */
#include "paths.h"

#include <string.h>

enum { LEFT, RIGHT };
enum { GO };

typedef struct written {
    size_t size;
    char bytes[65536];
} written;

static sfsm_status append(void *context, const char *bytes, size_t count)
{
    written *const journal = context;
    require(journal->size + count <= sizeof journal->bytes);
    memcpy(journal->bytes + journal->size, bytes, count);
    journal->size += count;
    return SFSM_OK;
}

static void count_journal(sfsm_machine *machine, uint32_t flags, const char *name, written *journal)
{
    const sfsm_journal options = {.size = sizeof options, .flags = flags, .writer = append, .context = journal};
    journal->size = 0;
    expect(sfsm_machine_set_journal(machine, &options), SFSM_OK);
    count_sends(name, machine, GO, GO, SFSM_TRANSITIONED);
    expect(sfsm_machine_journal_status(machine), SFSM_OK);
    expect(sfsm_machine_set_journal(machine, NULL), SFSM_OK);
}

void count_journals(void)
{
    static const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, RIGHT, return_0), SFSM_ROW(RIGHT, GO, LEFT, return_0)};
    static written journal;
    sfsm_machine *const machine = machine_of_rows(rows, 2, LEFT);
    count_journal(machine, SFSM_JOURNAL_JSON, "journal: a line of JSON", &journal);
    count_journal(machine, 0, "journal: a record", &journal);
    size_t steps = 0;
    begin_counting();
    expect(sfsm_machine_replay_journal(machine, journal.bytes, journal.size, SIZE_MAX, NULL, &steps), SFSM_OK);
    end_counting("journal: replay", REPETITIONS);
    require(steps == 2 * REPETITIONS + 2);
    sfsm_machine_release(machine);
}
