/* What the package calls in C beside swiftfsm.h: messages out of plain numbers, since C must not be given Go memory that
 * points to other Go memory; and the functions that C calls, which call Go. */
#ifndef GOFSM_BRIDGE_H
#define GOFSM_BRIDGE_H

#include <stdlib.h>
#include <swiftfsm.h>

/* The type of a 0 that is a number: of any integer type, but no string, though in C 0 may be NULL. */
enum { GOFSM_ZERO = 100 };

/* A value without pointers. Of a string: its offset in the text of the message; of NULL UINT64_MAX. */
typedef struct gofsm_value {
    int32_t type;
    int32_t reserved;
    uint64_t bits;
} gofsm_value;

/* The cases and arguments of a message. */
#define GOFSM_MESSAGE                                                                                                 \
    sfsm_id event, sfsm_id requested, const sfsm_case *cases, size_t case_count, const gofsm_value *arguments,         \
        size_t argument_count, const char *text

/* The number of something that Go keeps: see registry.go. */
typedef uintptr_t gofsm_number;

/* Where a callback is registered. Roles of swiftfsm.h, and: */
enum { GOFSM_DEFAULT = 100 };

/* Register a callback of Go, or if `made` is not NULL, that one. `target` is its row, block or predicate type. */
sfsm_status gofsm_register(sfsm_builder *builder, int32_t role, int64_t target, gofsm_number number,
                           const sfsm_callback *made);
sfsm_status gofsm_add_hook(sfsm_machine *machine, int32_t role, gofsm_number number);
sfsm_status gofsm_add_made_hook(sfsm_machine *machine, int32_t role, const sfsm_callback *made);
sfsm_callback gofsm_callback(gofsm_number number);
void gofsm_forget(const sfsm_callback *callback);
sfsm_status gofsm_name_callback(sfsm_builder *builder, const sfsm_callback *callback, const char *name);

/* bridge_function.c: make a callback of a function of Go that has a signature, which begins with "(step", or is
 * "(context, step, ...)"; and of one of C. A number is forgotten with its callback, or at once if this fails. */
sfsm_status gofsm_make_function(gofsm_number number, const char *signature, bool takes_cases,
                                sfsm_callback *out_callback);
sfsm_status gofsm_make_c_function(sfsm_any_function function, const char *signature, void *context,
                                  sfsm_callback *out_callback);
/* The number of a predicate type of the table, by its index. */
sfsm_id gofsm_predicate_at(const sfsm_step *step, size_t index);

sfsm_status gofsm_read(sfsm_builder *builder, const char *text, size_t length, const char *file, uint32_t flags,
                       const int32_t *roles, const sfsm_callback *callbacks, const char *names, size_t count,
                       sfsm_diagnostics **out_diagnostics);
sfsm_status gofsm_add_row(sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target, size_t block,
                          uint32_t flags, const char *file, int32_t line);

sfsm_status gofsm_machine_create(const sfsm_table *table, sfsm_id initial, uint32_t flags, gofsm_number number,
                                 sfsm_machine **out_machine);

/* The machine is a number: Go checks no pointer then. */
sfsm_outcome gofsm_send(uintptr_t machine, sfsm_id event);
sfsm_outcome gofsm_send_message(sfsm_machine *machine, GOFSM_MESSAGE);
sfsm_outcome gofsm_probe(sfsm_machine *machine, GOFSM_MESSAGE, sfsm_id *out_target);
sfsm_outcome gofsm_update(sfsm_machine *machine, double time, bool has_message, GOFSM_MESSAGE, sfsm_id *out_event);
sfsm_status gofsm_permitted(sfsm_machine *machine, bool has_message, GOFSM_MESSAGE, uint32_t flags, sfsm_id *ids, size_t capacity,
                            size_t *out_count);
sfsm_outcome gofsm_explain(sfsm_machine *machine, GOFSM_MESSAGE, sfsm_reason *reasons, size_t capacity,
                           size_t *out_count);

sfsm_status gofsm_restore(sfsm_machine *machine, const void *snapshot, size_t size, gofsm_number migration,
                          sfsm_diagnostics **out_diagnostics);
sfsm_status gofsm_set_journal(sfsm_machine *machine, uint32_t flags, gofsm_number writer);

/* Write a table, or a builder if `table` is NULL, to *out_text, which the caller frees. */
typedef struct gofsm_text {
    char *bytes;
    size_t count, capacity;
} gofsm_text;
sfsm_status gofsm_write(const sfsm_table *table, const sfsm_builder *builder, int32_t format, uint32_t flags,
                        const sfsm_id *current, size_t current_count, const sfsm_id *hidden, size_t hidden_count,
                        const sfsm_id *focus, size_t focus_count, const uint64_t *taken, size_t taken_count,
                        gofsm_text *out_text);

/* Replays: a struct that points to Go memory is made in C, and is gone when the call returns. */
typedef struct gofsm_replay_options {
    size_t token_count, event_count, map_count, case_count, argument_count, thread_count, violation_capacity;
    int64_t first_index;
    sfsm_id initial;
    uint32_t flags;
    int32_t guards, on_violation;
    int32_t event_type, token_type;
    gofsm_number contexts;
    gofsm_number number;
    uint32_t stride;
    bool has_progress;
} gofsm_replay_options;
sfsm_status gofsm_replay(const sfsm_table *table, const gofsm_replay_options *options, int32_t *states,
                         const void *events, const sfsm_id *map, const void *tokens, const int64_t *offsets,
                         const sfsm_case_column *cases, const sfsm_argument_column *arguments, const int64_t *times,
                         uint8_t *outcomes, int32_t *rows, int64_t *row_counts, int64_t *row_times, int64_t *entered,
                         int64_t *first, int64_t *first_times, sfsm_violation *violations,
                         sfsm_replay_counts *out_counts);
void gofsm_call_part(sfsm_part part, void *parts, size_t number);

/* What events carry: a string is copied by Go while the step lasts. */
gofsm_value gofsm_argument(const sfsm_step *step, size_t index, const char **out_text);

/* An action in C, for programs that measure what calling Go costs: adds 1 to the int64_t at the context. */
int32_t gofsm_count(const sfsm_step *step, void *context);

#endif
