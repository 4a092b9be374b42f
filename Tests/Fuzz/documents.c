/* Any bytes as a document. What is read must be written, and read again as the same; the definition is built, and its
 * faults are told, or it is written in all formats, and a machine over it lives. */
#include "callbacks.h"
#include "definitions.h"
#include "machines.h"
#include "tables.h"
#include "targets.h"

static const char *document;
static size_t document_length;

/* Writes a table in all formats; the first of its states is present. */
static void write_all(const sfsm_table *table) {
    const sfsm_id state = sfsm_table_state_at(table, 0);
    for (int32_t format = SFSM_TEXT; format <= SFSM_HTML; format++) {
        text written = {NULL, 0};
        const sfsm_writing writing = {.size = sizeof writing, .format = format, .current = &state, .current_count = 1};
        const sfsm_status status = known(sfsm_table_write(table, &writing, append, &written));
        expect(status == SFSM_OK || (format <= SFSM_JSON && status == SFSM_BAD_VALUE), "a table can be written");
        expect((status == SFSM_OK) == (written.length > 0), "a table that is written has a text");
        clear(&written);
    }
}

static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)context;
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    *out_callback = (sfsm_callback){function_of(wanted->role), place, finalizer};
    return SFSM_OK;
}

/* Every event is sent once, without cases. */
static void live(const sfsm_table *table) {
    const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT, .context = &current};
    sfsm_machine *machine = NULL;
    const sfsm_status status = known(sfsm_machine_create_with(table, &options, &machine));
    expect(status == SFSM_OK || status == SFSM_UNKNOWN_STATE, "a machine runs over what was read");
    for (size_t i = 0; machine != NULL && i < sfsm_table_event_count(table); i++) {
        known(sfsm_machine_send(machine, sfsm_table_event_at(table, i)));
        check_machine(machine);
    }
    sfsm_machine_release(machine);
}

/* Reads, writes and builds. Returns what is written; nothing, if the document has faults or cannot be written. */
static text pass(const char *bytes, size_t length, bool is_bound, bool *out_is_read) {
    text written = {NULL, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .flags = is_bound ? SFSM_OWN_SIGNATURES : SFSM_UNBOUND,
                                  .finder = is_bound ? find : NULL};
    const sfsm_status status = known(sfsm_builder_read(builder, bytes, length, &reading, &diagnostics));
    *out_is_read = status == SFSM_OK;
    expect(status == SFSM_OK || status == SFSM_INVALID_DEFINITION, "a document is read, or has faults");
    expect((status == SFSM_OK) == (sfsm_diagnostics_count(diagnostics) == 0), "faults come with a status");
    ask_diagnostics(diagnostics);
    if (status == SFSM_OK) {
        const sfsm_status outcome = known(sfsm_builder_write(builder, NULL, append, &written));
        expect(outcome == SFSM_OK || outcome == SFSM_BAD_VALUE, "what was read can be written");
        sfsm_table *table = NULL;
        if (known(sfsm_builder_build(builder, &table, &diagnostics)) == SFSM_OK && is_bound) {
            live(table);
        } else if (table != NULL) {
            check_table(table);
            write_all(table);
        }
        ask_diagnostics(diagnostics);
        sfsm_table_release(table);
    }
    sfsm_builder_release(builder);
    return written;
}

static void read_and_write(void) {
    bool is_read = false;
    text first = pass(document, document_length, false, &is_read);
    if (first.length > 0) {
        text second = pass(first.bytes, first.length, true, &is_read);
        expect(is_read, "what was written can be read");
        expect(are_equal(&first, &second), "what was written is written as the same");
        clear(&second);
    }
    clear(&first);
}

void run_document(const uint8_t *bytes, size_t length) {
    document = (const char *)bytes;
    document_length = length;
    in_new_world(NULL, 0, read_and_write);
}
