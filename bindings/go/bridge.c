#include "bridge.h"

#include <string.h>

#include "_cgo_export.h"

static int32_t call(const sfsm_step *step, void *context)
{
    return gofsmCall((sfsm_step *)step, (gofsm_number)context, (gofsm_number)step->context);
}
static void finalize(void *context) { gofsmForget((gofsm_number)context); }

sfsm_callback gofsm_callback(gofsm_number number) { return (sfsm_callback){call, (void *)number, finalize}; }

void gofsm_forget(const sfsm_callback *callback) { callback->finalizer(callback->context); }

sfsm_status gofsm_register(sfsm_builder *builder, int32_t role, int64_t target, gofsm_number number,
                           const sfsm_callback *made)
{
    const sfsm_callback callback = made != NULL ? *made : gofsm_callback(number);
    const size_t index = (size_t)target;
    switch (role) {
    case SFSM_GUARD: return sfsm_builder_add_guard(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_ACTION: return sfsm_builder_add_action(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_RESOLVER: return sfsm_builder_set_resolver(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_ENTRY: return sfsm_builder_on_entry(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_EXIT: return sfsm_builder_on_exit(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_CYCLE: return sfsm_builder_on_cycle(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_UPDATE: return sfsm_builder_on_update(builder, index, SFSM_CALLBACK_ARGS(callback));
    case SFSM_PROVIDER: return sfsm_builder_set_provider(builder, (sfsm_id)target, SFSM_CALLBACK_ARGS(callback));
    case SFSM_UNHANDLED_HOOK: return sfsm_builder_on_unhandled(builder, SFSM_CALLBACK_ARGS(callback));
    case SFSM_STEP_HOOK: return sfsm_builder_on_step(builder, SFSM_CALLBACK_ARGS(callback));
    default: return sfsm_builder_on_default(builder, index, SFSM_CALLBACK_ARGS(callback));
    }
}

sfsm_status gofsm_add_hook(sfsm_machine *machine, int32_t role, gofsm_number number)
{
    const sfsm_function function = number != 0 ? call : NULL; /* NULL removes all */
    return (role == SFSM_STEP_HOOK ? sfsm_machine_on_step : sfsm_machine_on_unhandled)(
        machine, function, (void *)number, number != 0 ? finalize : NULL);
}

sfsm_status gofsm_add_made_hook(sfsm_machine *machine, int32_t role, const sfsm_callback *made)
{
    return (role == SFSM_STEP_HOOK ? sfsm_machine_on_step : sfsm_machine_on_unhandled)(machine,
                                                                                       SFSM_CALLBACK_ARGS(*made));
}

sfsm_status gofsm_name_callback(sfsm_builder *builder, const sfsm_callback *callback, const char *name)
{
    const sfsm_callback_name named = {callback->function, callback->context, name};
    return sfsm_builder_name_callbacks(builder, &named, 1);
}

sfsm_status gofsm_read(sfsm_builder *builder, const char *text, size_t length, const char *file, uint32_t flags,
                       const int32_t *roles, const sfsm_callback *callbacks, const char *names, size_t count,
                       sfsm_diagnostics **out_diagnostics)
{
    sfsm_binding *const bindings = calloc(count + 1, sizeof *bindings);
    if (bindings == NULL) {
        for (size_t index = 0; index < count; ++index)
            callbacks[index].finalizer(callbacks[index].context);
        return SFSM_OUT_OF_MEMORY;
    }
    for (size_t index = 0; index < count; ++index) {
        bindings[index] = (sfsm_binding){roles[index], names, callbacks[index]};
        names += strlen(names) + 1;
    }
    const sfsm_reading reading = {.size = sizeof reading, .file = file, .bindings = bindings, .binding_count = count,
                                  .flags = flags};
    const sfsm_status status = sfsm_builder_read(builder, text, length, &reading, out_diagnostics);
    free(bindings);
    return status;
}

sfsm_status gofsm_add_row(sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target, size_t block,
                          uint32_t flags, const char *file, int32_t line)
{
    const sfsm_row row = {.source = source, .event = event, .target = target, .line = line, .file = file,
                          .block = block, .flags = flags};
    return sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, file, line);
}

sfsm_status gofsm_machine_create(const sfsm_table *table, sfsm_id initial, uint32_t flags, gofsm_number number,
                                 sfsm_machine **out_machine)
{
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = initial, .flags = flags, .context = (void *)number};
    return sfsm_machine_create_with(table, &options, out_machine);
}

sfsm_outcome gofsm_send(uintptr_t machine, sfsm_id event)
{
    return sfsm_machine_send((sfsm_machine *)machine, event);
}

/* One more than an event can carry: then the library says so. */
enum { VALUES = SFSM_PARAMETER_LIMIT + 1 };

static sfsm_message fill(sfsm_value *values, const sfsm_machine *machine, GOFSM_MESSAGE)
{
    if (argument_count > VALUES)
        argument_count = VALUES;
    for (size_t index = 0; index < argument_count; ++index) {
        const gofsm_value from = arguments[index];
        values[index].type = from.type;
        values[index].as.u64 = from.bits;
        if (from.type == SFSM_STR)
            values[index].as.str = from.bits == UINT64_MAX ? NULL : text + from.bits;
        if (from.type == GOFSM_ZERO) { /* an i64 is converted to no other type */
            const bool is_text = sfsm_table_argument_type(sfsm_machine_table(machine), event, index) == SFSM_STR;
            values[index].type = is_text ? SFSM_I64 : SFSM_INTEGER;
        }
    }
    return (sfsm_message){sizeof(sfsm_message), event, requested, cases, case_count, values, argument_count};
}
#define FILL                                                                                                          \
    sfsm_value values[VALUES];                                                                                        \
    const sfsm_message message =                                                                                      \
        fill(values, machine, event, requested, cases, case_count, arguments, argument_count, text)

sfsm_outcome gofsm_send_message(sfsm_machine *machine, GOFSM_MESSAGE)
{
    FILL;
    return sfsm_machine_send_message(machine, &message);
}

sfsm_outcome gofsm_probe(sfsm_machine *machine, GOFSM_MESSAGE, sfsm_id *out_target)
{
    FILL;
    return sfsm_machine_probe(machine, &message, out_target);
}

sfsm_outcome gofsm_update(sfsm_machine *machine, double time, bool has_message, GOFSM_MESSAGE, sfsm_id *out_event)
{
    FILL;
    /* Without a message a strict machine asks for cases only if an event is sent. */
    return sfsm_machine_update(machine, time, has_message ? &message : NULL, out_event);
}

sfsm_status gofsm_permitted(sfsm_machine *machine, bool has_message, GOFSM_MESSAGE, uint32_t flags, sfsm_id *ids,
                            size_t capacity, size_t *out_count)
{
    FILL;
    return sfsm_machine_permitted(machine, has_message ? &message : NULL, flags, ids, capacity,
                                  out_count);
}

sfsm_outcome gofsm_explain(sfsm_machine *machine, GOFSM_MESSAGE, sfsm_reason *reasons, size_t capacity,
                           size_t *out_count)
{
    FILL;
    return sfsm_machine_explain(machine, &message, reasons, capacity, out_count);
}

static sfsm_id migrate(void *context, const sfsm_missing *missing)
{
    return gofsmMigrate((gofsm_number)context, missing->part, missing->id, missing->predicate,
                        (char *)missing->name, missing->length);
}

sfsm_status gofsm_restore(sfsm_machine *machine, const void *snapshot, size_t size, gofsm_number migration,
                          sfsm_diagnostics **out_diagnostics)
{
    const sfsm_restoring restoring = {sizeof restoring, migration != 0 ? migrate : NULL, (void *)migration};
    return sfsm_machine_restore(machine, size == 0 ? "" : snapshot, size, &restoring, out_diagnostics);
}

static sfsm_status write_record(void *context, const char *bytes, size_t count)
{
    return gofsmWrite((gofsm_number)context, (char *)bytes, count);
}

sfsm_status gofsm_set_journal(sfsm_machine *machine, uint32_t flags, gofsm_number writer)
{
    const sfsm_journal journal = {sizeof journal, flags, write_record, (void *)writer};
    return sfsm_machine_set_journal(machine, writer != 0 ? &journal : NULL);
}

static sfsm_status append(void *context, const char *bytes, size_t count)
{
    gofsm_text *const text = context;
    if (count > text->capacity - text->count) {
        const size_t capacity = 2 * text->capacity + count + 4096;
        char *const grown = realloc(text->bytes, capacity);
        if (grown == NULL)
            return SFSM_OUT_OF_MEMORY;
        text->bytes = grown;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    return SFSM_OK;
}

sfsm_status gofsm_write(const sfsm_table *table, const sfsm_builder *builder, int32_t format, uint32_t flags,
                        const sfsm_id *current, size_t current_count, const sfsm_id *hidden, size_t hidden_count,
                        const sfsm_id *focus, size_t focus_count, const uint64_t *taken, size_t taken_count,
                        gofsm_text *out_text)
{
    const sfsm_writing writing = {sizeof writing, format,      flags, current,     current_count, hidden,
                                  hidden_count,   focus,       focus_count, taken, taken_count};
    gofsm_text text = {NULL, 0, 0};
    const sfsm_status status = table != NULL ? sfsm_table_write(table, &writing, append, &text)
                                             : sfsm_builder_write(builder, &writing, append, &text);
    *out_text = text;
    return status;
}

static sfsm_status run_parts(void *context, sfsm_part part, void *parts, size_t count)
{
    gofsmRunParts((gofsm_number)context, (void *)part, parts, count);
    return SFSM_OK;
}
void gofsm_call_part(sfsm_part part, void *parts, size_t number) { part(parts, number); }

static sfsm_status progress(void *context, int64_t done, int64_t total)
{
    return gofsmProgress((gofsm_number)context, done, total);
}

sfsm_status gofsm_replay(const sfsm_table *table, const gofsm_replay_options *options, int32_t *states,
                         const void *events, const sfsm_id *map, const void *tokens, const int64_t *offsets,
                         const sfsm_case_column *cases, const sfsm_argument_column *arguments, const int64_t *times,
                         uint8_t *outcomes, int32_t *rows, int64_t *row_counts, int64_t *row_times, int64_t *entered,
                         int64_t *first, int64_t *first_times, sfsm_violation *violations,
                         sfsm_replay_counts *out_counts)
{
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = states,
        .token_count = options->token_count,
        .events = {events, options->event_type, 0},
        .event_count = options->event_count,
        .event_map = map,
        .event_map_count = options->map_count,
        .tokens = {tokens, options->token_type, 0},
        .offsets = offsets,
        .cases = cases,
        .case_column_count = options->case_count,
        .arguments = arguments,
        .argument_column_count = options->argument_count,
        .times = times,
        .initial = options->initial,
        .flags = options->flags,
        .guards = options->guards,
        .on_violation = options->on_violation,
        .contexts = (void *)options->contexts,
        .context_stride = options->stride,
        .first_index = options->first_index,
        .thread_count = options->thread_count,
        .parallel = run_parts,
        .parallel_context = (void *)options->number,
        .progress = options->has_progress ? progress : NULL,
        .progress_context = (void *)options->number,
        .outcomes = outcomes,
        .rows = rows,
        .row_counts = row_counts,
        .row_times = row_times,
        .entered = entered,
        .first = first,
        .first_times = first_times,
        .violations = violations,
        .violation_capacity = options->violation_capacity,
    };
    out_counts->size = sizeof *out_counts;
    return sfsm_table_replay(table, &replay, out_counts);
}

gofsm_value gofsm_argument(const sfsm_step *step, size_t index, const char **out_text)
{
    const sfsm_value *const from = &step->arguments[index];
    gofsm_value value = {from->type, 0, 0};
    switch (from->type) {
    case SFSM_BOOL: value.bits = from->as.boolean; break;
    case SFSM_I8: value.bits = (uint64_t)from->as.i8; break;
    case SFSM_I16: value.bits = (uint64_t)from->as.i16; break;
    case SFSM_I32: value.bits = (uint64_t)from->as.i32; break;
    case SFSM_U8: value.bits = from->as.u8; break;
    case SFSM_U16: value.bits = from->as.u16; break;
    case SFSM_U32: value.bits = from->as.u32; break;
    case SFSM_F32: memcpy(&value.bits, &from->as.f32, sizeof from->as.f32); break;
    case SFSM_STR: *out_text = from->as.str; break;
    case SFSM_PTR: value.bits = (uint64_t)(uintptr_t)from->as.ptr; break;
    default: value.bits = from->as.u64; break;
    }
    return value;
}

int32_t gofsm_count(const sfsm_step *step, void *context)
{
    (void)step;
    ++*(int64_t *)context;
    return 0;
}
