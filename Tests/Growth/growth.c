/*
 * growth DOUBLINGS [FACTOR]: does the work of all shapes in one size, twice that, and so on, for check.py. Sizes are
 * FACTOR times as large; shapes with sizes of their own for long runs have these instead.
 */
#include "shapes.h"

#include <stdarg.h>

static const shape *const themes[] = {row_shapes,    adoption_shapes, match_shapes,    fault_shapes,
                                      nesting_shapes, region_shapes,   event_shapes,    document_shapes,
                                      picture_shapes, snapshot_shapes, replay_shapes};

sfsm_table *counted_build(const char *name, sfsm_builder *builder, size_t size)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    begin_counting();
    const sfsm_status status = sfsm_builder_build(builder, &table, &faults);
    end_counting(name, size);
    if (status < 0)
        give_up("%s, size %zu: %.2000s", name, size, sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return table;
}

static size_t error_count(const sfsm_diagnostics *found)
{
    size_t errors = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(found); ++index) {
        sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
        expect(sfsm_diagnostics_get(found, index, &diagnostic), SFSM_OK);
        errors += diagnostic.severity == SFSM_ERROR;
    }
    return errors;
}

void counted_faults(const char *name, sfsm_builder *builder, size_t size, size_t faults)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *found = NULL;
    begin_counting();
    expect(sfsm_builder_build(builder, &table, &found), SFSM_INVALID_DEFINITION);
    const size_t length = strlen(sfsm_diagnostics_text(found));
    end_counting(name, size);
    if ((faults > 0 && error_count(found) != faults) || length < 10)
        give_up("%s, size %zu: %zu errors, not %zu: %.2000s", name, size, error_count(found), faults,
                sfsm_diagnostics_text(found));
    sfsm_diagnostics_release(found);
    sfsm_builder_release(builder);
}

static void make_room(text *text, size_t count)
{
    if (text->length + count <= text->capacity)
        return;
    text->capacity = 2 * (text->length + count);
    text->bytes = realloc(text->bytes, text->capacity);
    require(text->bytes != NULL);
}

void append(text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int count = vsnprintf(NULL, 0, format, arguments);
    require(count >= 0);
    make_room(text, (size_t)count + 1);
    vsnprintf(text->bytes + text->length, (size_t)count + 1, format, again);
    text->length += (size_t)count;
    va_end(again);
    va_end(arguments);
}

sfsm_status append_bytes(void *context, const char *bytes, size_t count)
{
    text *const self = context;
    make_room(self, count);
    memcpy(self->bytes + self->length, bytes, count);
    self->length += count;
    return SFSM_OK;
}

int main(int argc, char **argv)
{
    const long doublings = argc > 1 ? strtol(argv[1], NULL, 10) : -1, factor = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    if (argc < 2 || argc > 3 || doublings < 0 || doublings > 20 || factor < 1 || factor > 1000)
        give_up("usage: growth DOUBLINGS [FACTOR]");
    prepare_counting();
    for (size_t theme = 0; theme < sizeof themes / sizeof themes[0]; ++theme) {
        for (const shape *shape = themes[theme]; shape->work != NULL; ++shape) {
            const bool is_long = factor > 1 && shape->long_smallest > 0;
            const size_t smallest = is_long ? shape->long_smallest : shape->smallest * (size_t)factor;
            for (long doubling = 0; doubling <= doublings; ++doubling) {
                if (shape->largest == 0 || smallest << doubling <= shape->largest)
                    shape->work(smallest << doubling);
            }
            require(counted_blocks() == 0);
        }
    }
    return 0;
}
