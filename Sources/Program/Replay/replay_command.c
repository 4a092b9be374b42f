/* swiftfsm replay: holds a log against a definition. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "files.h"
#include "messages.h"
#include "replay.h"

/* "2,381" */
static const char *with_commas(uint64_t number, char *text) {
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *next = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *next++ = ',';
        }
        *next++ = digits[i];
    }
    *next = '\0';
    return text;
}

static void print_summary(const replay *replay) {
    char events[32], tokens[32], taken[32], refused[32], number[32];
    printf("%s event%s, %s token%s, %s taken, %s not permitted", with_commas(replay->event_count, events),
           replay->event_count == 1 ? "" : "s", with_commas(replay->token_count, tokens),
           replay->token_count == 1 ? "" : "s", with_commas(replay->taken_count, taken),
           with_commas(replay->refused_count, refused));
    if (replay->violation_count > replay->refused_count) {
        printf(", %s in another state", with_commas(replay->violation_count - replay->refused_count, number));
    }
    if (replay->log.unreadable > 0) {
        printf(", %s line%s not read", with_commas(replay->log.unreadable, number),
               replay->log.unreadable == 1 ? "" : "s");
    }
    putchar('\n');
}

static void end_json(replay *replay) {
    buffer *const json = &replay->json;
    json_end_array(json);
    json_add_text(json, "file", replay->document.path);
    json_add_text(json, "log", replay->log.path);
    json_add_number(json, "events", (int64_t)replay->event_count);
    json_add_number(json, "tokens", (int64_t)replay->token_count);
    json_add_number(json, "taken", (int64_t)replay->taken_count);
    json_add_number(json, "not permitted", (int64_t)replay->refused_count);
    json_add_number(json, "in another state", (int64_t)(replay->violation_count - replay->refused_count));
    json_add_number(json, "lines not read", (int64_t)replay->log.unreadable);
    json_end_object(json);
    json_print(json);
}

/* Writes how often each row was taken, for "swiftfsm draw --counts". */
static bool write_counts(const replay *replay, const char *path) {
    buffer text = {NULL, 0, 0};
    buffer_add_text(&text, "row,taken\n");
    for (size_t i = 1; i <= replay->row_count; i++) {
        buffer_add_format(&text, "%zu,%llu\n", i, (unsigned long long)replay->taken[i]);
    }
    const bool is_written = file_write(path, text.text, text.length);
    buffer_release(&text);
    return is_written;
}

static int replay_opened(replay *replay, const char *counts) {
    if (replay->is_json) {
        json_begin_object(&replay->json, NULL);
        json_begin_array(&replay->json, "violations");
    }
    replay_all(replay);
    if (replay->is_json) {
        end_json(replay);
    } else {
        print_summary(replay);
    }
    if ((counts != NULL && !write_counts(replay, counts)) || replay->log.unreadable > 0) {
        return STATUS_UNUSABLE;
    }
    return replay->violation_count > 0 ? STATUS_FAULTS : STATUS_FINE;
}

static int run_replay(const options *options) {
    const char *const separator = options_value(options, "separator");
    if (!options_expect(options, 1, 2, "a file")) {
        return STATUS_UNUSABLE;
    }
    if (!options_have(options, "token") || !options_have(options, "event")) {
        complain_usage("replay", "--token and --event are missing: the columns of who has an event, and of which");
        return STATUS_UNUSABLE;
    }
    if (separator != NULL && (*separator == '\0' || strchr("\"\r\n", *separator) != NULL ||
                              (separator[1] != '\0' && strcmp(separator, "\\t") != 0))) {
        complain_usage("replay", "--separator is one character, or \\t");
        return STATUS_UNUSABLE;
    }
    replay replay;
    memset(&replay, 0, sizeof replay);
    const int status = replay_open(&replay, options) ? replay_opened(&replay, options_value(options, "counts"))
                                                     : STATUS_UNUSABLE;
    replay_close(&replay);
    return status;
}

static const option replay_options[] = {
    {.name = "token", .takes_value = true},    {.name = "event", .takes_value = true},
    {.name = "guards", .takes_value = true},   {.name = "state-column", .takes_value = true},
    {.name = "case", .takes_value = true},     {.name = "initial", .takes_value = true},
    {.name = "counts", .takes_value = true},   {.name = "separator", .takes_value = true},
    {.name = "sorted"},
    COMMON_OPTIONS,
};

const command replay_command = {
    .name = "replay",
    .summary = "holds a log of events against a document: CSV or JSON lines",
    .help = "usage: swiftfsm replay --token COLUMN --event COLUMN [OPTION...] FILE [LOG]\n\n"
            "Replays the events of a log for each token (an order, a package, a device), in the order of the log, and prints\n"
            "each event that the definition does not permit; its token stays in its state. LOG is CSV, whose first line\n"
            "names the columns, or JSON lines (null is an empty value); without it, the standard input. Memory is used for the\n"
            "name and the state of each token, whatever the length of the log. No callback does anything, and time does not pass.\n\n"
            "  --token COLUMN         whose the event is\n"
            "  --event COLUMN         the name of the event\n"
            "  --guards refuse|assume definitions with guards are refused, or all guards agree (default: refuse)\n"
            "  --state-column COLUMN  the state after the event: it is compared, and the token goes on from there. Dynamic\n"
            "                         targets are resolved to it\n"
            "  --case TYPE=COLUMN     the case of a predicate type; may be repeated\n"
            "  --initial STATE        where tokens begin, instead of the definition's initial state\n"
            "  --counts OUT           writes how often each row was taken, for \"swiftfsm draw --counts\"\n"
            "  --separator CHARACTER  of CSV, instead of a comma; \\t is a tab\n"
            "  --sorted               the records of each token stand together: a token is forgotten when another one begins,\n"
            "                         so that memory does not grow with the tokens either. One that comes again ends the\n"
            "                         replay (about the last million tokens are watched for that)\n"
            "  --json                 violations and numbers as JSON\n\n"
            "Exit status: 0 all events are permitted; 1 some are not; 2 a file or a line of the log cannot be used.\n\n"
            "example: swiftfsm replay package-life.fsm log.csv --token package --event event --guards assume\n"
            "         log.csv:1207: bash: is.unpacked in installed: no row\n"
            "         2,381 events, 412 tokens, 2,380 taken, 1 not permitted\n",
    .options = replay_options,
    .option_count = OPTION_COUNT(replay_options),
    .run = run_replay,
};
