/* What comes of a replay, for people and as JSON; and how far it is. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "messages.h"
#include "names.h"
#include "replay.h"

void show_progress(const replay *replay, bool is_over) {
    static time_t last;
    static bool is_shown;
    const time_t now = time(NULL);
    if (is_over && is_shown) {
        fputs("\r\033[K", stderr);
    }
    if (is_over || now == last || !isatty(STDERR_FILENO)) {
        return;
    }
    /* Nothing in the first second. */
    if (last != 0) {
        fprintf(stderr, "\r%llu events", (unsigned long long)replay->event_count);
        if (replay->log.size > 0) {
            fprintf(stderr, ", %d %%", (int)(100 * replay->log.bytes / replay->log.size));
        }
        fputs("\033[K", stderr);
        is_shown = true;
    }
    last = now;
}

void print_violation(replay *replay, const record *record, sfsm_id state, const char *reason) {
    const char *const in = state == SFSM_NONE ? "none" : name_of_state(replay->document.table, state);
    replay->violation_count++;
    if (!replay->is_json) {
        printf("%s:%llu: ", file_name(replay->log.path), (unsigned long long)record->line);
        print_harmless(stdout, record->token);
        fputs(": ", stdout);
        print_harmless(stdout, record->event_name);
        printf(" in %s: ", in);
        print_harmless(stdout, reason);
        putchar('\n');
        return;
    }
    buffer *const json = &replay->json;
    json_begin_object(json, NULL);
    json_add_number(json, "line", (int64_t)record->line);
    json_add_text(json, "token", record->token);
    json_add_text(json, "event", record->event_name);
    json_add_text(json, "state", in);
    json_add_text(json, "reason", reason);
    json_end_object(json);
    /* The last byte stays, by which it is known where a comma belongs. */
    fwrite(json->text, 1, json->length - 1, stdout);
    buffer_clear(json);
    buffer_add_text(json, "}");
}
