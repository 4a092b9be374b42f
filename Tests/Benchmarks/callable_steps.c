#include "callable_work.h"
#include "measure.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

enum { POLICY, WEATHER, TYPE_COUNT };

typedef struct definition {
    const char *arguments;  /* what the event carries */
    const char *signature;  /* of a callable, or NULL */
    sfsm_any_function function;   /* what the callable calls */
    sfsm_function action;   /* a plain one, or NULL */
    size_t predicate_count; /* 0 or TYPE_COUNT */
    bool is_queued;         /* sent from inside a step */
} definition;

typedef struct subject {
    sfsm_machine *machine;
    size_t argument_count, case_count;
    sfsm_value arguments[4];
    sfsm_case cases[TYPE_COUNT];
} subject;

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The machine
 * ------------------------------------------------------------------------------------------------------------------ */

static int32_t send_from_inside(const sfsm_step *step, void *context)
{
    const subject *self = context;
    sfsm_message message = SFSM_MESSAGE(WORK);
    message.arguments = self->arguments;
    message.argument_count = self->argument_count;
    const sfsm_outcome outcome = sfsm_machine_send_message(step->machine, &message);
    return outcome == SFSM_QUEUED ? 0 : -1;
}

static void add_callable(sfsm_builder *builder, size_t row, const definition *defined)
{
    sfsm_callable *callable = NULL;
    must(sfsm_callable_create(defined->function, defined->signature, NULL, NULL, &callable));
    const sfsm_callback action = sfsm_callable_callback(callable);
    must(sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(action)));
    sfsm_callable_release(callable);
}

static void define(subject *self, sfsm_builder *builder, const definition *defined)
{
    size_t row;
    must(sfsm_builder_add_event(builder, WORK, defined->arguments));
    for (int32_t type = 0; type < (int32_t)defined->predicate_count; ++type)
        must(sfsm_builder_add_predicate(builder, type, 4));
    must(sfsm_builder_add_row(builder, IDLE, WORK, IDLE, &row));
    if (defined->signature != NULL)
        add_callable(builder, row, defined);
    if (defined->action != NULL)
        must(sfsm_builder_add_action(builder, row, defined->action, NULL, NULL));
    if (defined->is_queued) {
        must(sfsm_builder_add_row(builder, IDLE, ASK, IDLE, &row));
        must(sfsm_builder_add_action(builder, row, send_from_inside, self, NULL));
    }
}

static void *make(const void *definition_of, receipts *told)
{
    const definition *defined = definition_of;
    subject *self = allocate(sizeof *self);
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    define(self, builder, defined);
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s", sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    self->machine = NULL;
    must(sfsm_machine_create(table, IDLE, told, &self->machine));

    const sfsm_value last = sfsm_table_argument_type(table, WORK, 3) == SFSM_STR
                                ? sfsm_value_of_string("a word that has to be copied")
                                : sfsm_value_of_double(0.5);
    self->argument_count = sfsm_table_argument_count(table, WORK);
    self->arguments[0] = (sfsm_value){.type = SFSM_I32};
    self->arguments[1] = (sfsm_value){.type = SFSM_I64, .as = {.i64 = INT64_MIN}};
    self->arguments[2] = sfsm_value_of_bool(true);
    self->arguments[3] = last;
    self->case_count = defined->predicate_count;
    self->cases[POLICY] = (sfsm_case){POLICY, 0};
    self->cases[WEATHER] = (sfsm_case){WEATHER, 0};
    sfsm_table_release(table);
    return self;
}

static void release(void *subject_of)
{
    subject *self = subject_of;
    sfsm_machine_release(self->machine);
    free(self);
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Sending
 * ------------------------------------------------------------------------------------------------------------------ */

static void check(uint64_t outcomes, uint32_t times)
{
    if (outcomes != (uint64_t)SFSM_TRANSITIONED * times)
        give_up("a step had another outcome than %s", sfsm_status_name(SFSM_TRANSITIONED));
}

static __attribute__((noinline, aligned(64))) void send_with(void *subject_of, uint32_t times)
{
    subject *self = subject_of;
    uint64_t outcomes = 0;
    const sfsm_message message = {sizeof(sfsm_message), WORK, 0, self->cases, self->case_count,
                                  self->arguments, self->argument_count};
    for (uint32_t index = 0; index < times; ++index) {
        self->arguments[0].as.i32 = self->cases[POLICY].value = changing_value(index);
        outcomes += (uint32_t)sfsm_machine_send_message(self->machine, &message);
    }
    check(outcomes, times);
}

static __attribute__((noinline, aligned(64))) void send_without(void *subject_of, uint32_t times)
{
    subject *self = subject_of;
    uint64_t outcomes = 0;
    for (uint32_t index = 0; index < times; ++index)
        outcomes += (uint32_t)sfsm_machine_send(self->machine, WORK);
    check(outcomes, times);
}

static __attribute__((noinline, aligned(64))) void ask(void *subject_of, uint32_t times)
{
    subject *self = subject_of;
    uint64_t outcomes = 0;
    for (uint32_t index = 0; index < times; ++index) {
        self->arguments[0].as.i32 = changing_value(index);
        outcomes += (uint32_t)sfsm_machine_send(self->machine, ASK);
    }
    check(outcomes, times);
}

/* ---------------------------------------------------------------------------------------------------------------------
 * What there is to measure
 * ------------------------------------------------------------------------------------------------------------------ */

#define CALLING(name) .function = (sfsm_any_function)(name)

static const definition without_action = {.arguments = "i32"};
static const definition plain = {.arguments = "i32", .action = receive_step};
static const definition callable = {
    .arguments = "i32", .signature = "void(context, event, i32)", CALLING(receive_value)};
static const definition variadic = {
    .arguments = "i32", .signature = "void(context, event, args...)", CALLING(receive_arguments)};
static const definition with_cases_without_action = {.arguments = "i32", .predicate_count = TYPE_COUNT};
static const definition with_cases_and_callable = {.arguments = "i32",
                                                   .signature = "void(context, event, ...)",
                                                   CALLING(receive_cases),
                                                   .predicate_count = TYPE_COUNT};
static const definition nothing = {.arguments = "", .action = receive_step};
static const definition four = {.arguments = "i32, i64, bool, f64", .action = receive_step};
static const definition four_and_string = {.arguments = "i32, i64, bool, str", .action = receive_step};
static const definition queued_nothing = {.arguments = "", .action = receive_step, .is_queued = true};
static const definition queued_one = {.arguments = "i32", .action = receive_step, .is_queued = true};
static const definition queued_four = {
    .arguments = "i32, i64, bool, str", .action = receive_step, .is_queued = true};

const work step_without_action = {make, send_with, release, &without_action, HEARS_NOTHING};
const work step_with_plain_action = {make, send_with, release, &plain, HEARS_VALUES};
const work step_with_callable = {make, send_with, release, &callable, HEARS_VALUES};
const work step_with_variadic_callable = {make, send_with, release, &variadic, HEARS_VALUES};
const work step_with_cases_without_action = {make, send_with, release, &with_cases_without_action, HEARS_NOTHING};
const work step_with_cases_and_callable = {make, send_with, release, &with_cases_and_callable, HEARS_VALUES};
const work send_bare = {make, send_without, release, &nothing, HEARS_EVENTS};
const work send_with_nothing = {make, send_with, release, &nothing, HEARS_EVENTS};
const work send_with_one = {make, send_with, release, &plain, HEARS_VALUES};
const work send_with_four = {make, send_with, release, &four, HEARS_VALUES};
const work send_with_four_and_string = {make, send_with, release, &four_and_string, HEARS_VALUES};
const work queued_send_bare = {make, ask, release, &queued_nothing, HEARS_EVENTS};
const work queued_send_with_one = {make, ask, release, &queued_one, HEARS_VALUES};
const work queued_send_with_four_and_string = {make, ask, release, &queued_four, HEARS_VALUES};
