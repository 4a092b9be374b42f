/* Chapter 12: journals, and the machines that they become. */
#include "sequences.h"

enum { GO, BACK, LATER };

static const char flat[] = "definition d\n"
                           "  ids events go = 0 back = 1 later = 2\n"
                           "  initial a\n"
                           "  a go -> b / count\n"
                           "  b back -> a\n"
                           "  b later -> a\n";
static const char chart[] = "definition d\n"
                            "  ids events go = 0 back = 1 later = 2\n"
                            "  initial p\n"
                            "  parallel p\n"
                            "    state r\n"
                            "      default a\n"
                            "      state a\n"
                            "        go -> b raises later\n"
                            "      state b\n"
                            "        timeout 5 back\n"
                            "        back -> a\n"
                            "    state s\n"
                            "      later -> same\n";

/* What a journal has come to; a journal of this size is not refused memory. */
typedef struct written {
    size_t size;
    char bytes[16384];
} written;

static sfsm_status append(void *context, const char *bytes, size_t count) {
    written *const written = context;
    if (written->size + count > sizeof written->bytes) {
        return SFSM_OUT_OF_RANGE;
    }
    memcpy(written->bytes + written->size, bytes, count);
    written->size += count;
    return SFSM_OK;
}

/* Where a step finds no memory for its record, the step stands, and the journal has ended: it begins anew. */
static void go_on_writing(sequence_run *run, sfsm_machine *machine, const sfsm_journal *journal) {
    const sfsm_status status = sfsm_machine_journal_status(machine);
    if (status != SFSM_OK && run->was_refused != NULL) {
        sequence_is_refused(run);
        REQUIRE(status == SFSM_OUT_OF_MEMORY);
        ((written *)journal->context)->size = 0;
        TRY(sfsm_machine_set_journal(machine, journal), SFSM_OK);
    }
    REQUIRE(sfsm_machine_journal_status(machine) == SFSM_OK);
}

static void check_journal(sequence_run *run, const char *text, uint32_t flags) {
    written *const bytes = calloc(1, sizeof *bytes);
    if (bytes == NULL) {
        REQUIRE(sequence_is_refused(run));
        return;
    }
    sfsm_table *const table = sequence_document(run, text);
    sfsm_machine *machine = NULL, *other = NULL;
    TRY(sfsm_machine_create(table, SFSM_INITIAL, run, &machine), SFSM_OK);
    TRY(sfsm_machine_create(table, SFSM_INITIAL, run, &other), SFSM_OK);
    sfsm_table_release(table);
    const sfsm_journal journal = {.size = sizeof journal, .flags = flags, .writer = append, .context = bytes};
    TRY((bytes->size = 0, sfsm_machine_set_journal(machine, &journal)), SFSM_OK);
    for (int64_t round = 1; round <= 5; round++) {
        TRY_STEP(machine, sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        go_on_writing(run, machine, &journal);
        TRY(sfsm_machine_send_later(machine, LATER, 3, NULL), SFSM_OK);
        go_on_writing(run, machine, &journal);
        TRY_STEP(machine, sfsm_machine_advance(machine, 10 * round), SFSM_OK);
        go_on_writing(run, machine, &journal);
    }
    REQUIRE(bytes->size > 100);
    size_t size = 0, steps = 0;
    TRY(sfsm_machine_replay_journal(other, bytes->bytes, bytes->size, SIZE_MAX, &size, &steps), SFSM_OK);
    REQUIRE(size == bytes->size);
    REQUIRE(sfsm_machine_state(other) == sfsm_machine_state(machine));
    REQUIRE(sfsm_machine_now(other) == sfsm_machine_now(machine));
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    free(bytes);
}

static void journals(sequence_run *run) {
    check_journal(run, flat, 0);
}

static void journals_of_charts(sequence_run *run) {
    check_journal(run, chart, 0);
}

static void journals_as_json(sequence_run *run) {
    check_journal(run, flat, SFSM_JOURNAL_JSON);
    check_journal(run, chart, SFSM_JOURNAL_JSON);
}

const call_sequence journal_sequences[] = {
    {"journals", journals},
    {"journals of charts", journals_of_charts},
    {"journals as JSON", journals_as_json},
    {NULL, NULL},
};
