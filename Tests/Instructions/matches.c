/* Steps that depend on predicates, and that carry arguments. */
#include "paths.h"

enum { POLICY, MODE };
enum { HOME, AWAY };
enum { GO, PAY };

static int32_t provide_1(const sfsm_step *step, void *context)
{
    (void)step;
    (void)context;
    return 1;
}

/* A row for each case of POLICY, one that names MODE too, and one for all cases. */
static void add_matching_rows(sfsm_builder *builder)
{
    expect(sfsm_builder_add_predicate(builder, POLICY, 10), SFSM_OK);
    expect(sfsm_builder_add_predicate(builder, MODE, 3), SFSM_OK);
    for (sfsm_id number = 0; number < 9; ++number) {
        const sfsm_match match = SFSM_MATCH(POLICY, number);
        const sfsm_row row = {.source = HOME, .event = GO, .target = SFSM_SAME, .action = return_0, .matches = &match,
                              .match_count = 1};
        expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    const sfsm_match matches[] = {SFSM_MATCH(POLICY, 1), SFSM_MATCH(MODE, 1)};
    const sfsm_row rows[] = {SFSM_ROW_MATCHING(HOME, GO, matches, SFSM_SAME, return_0),
                             SFSM_ROW(HOME, GO, SFSM_SAME, return_0)};
    expect(sfsm_builder_add_rows(builder, rows, 2), SFSM_OK);
}

static void count_predicates(void)
{
    sfsm_builder *builder = sfsm_builder_create();
    add_matching_rows(builder);
    sfsm_machine *machine = machine_over(table_from(builder), HOME);
    const sfsm_case cases[] = {{MODE, 1}, {POLICY, 1}};
    const sfsm_message message = {sizeof message, GO, SFSM_NONE, cases, 2, NULL, 0};
    count_messages("match: two cases", machine, &message, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);

    builder = sfsm_builder_create();
    add_matching_rows(builder);
    expect(sfsm_builder_set_provider(builder, POLICY, provide_1, NULL, NULL), SFSM_OK);
    expect(sfsm_builder_set_provider(builder, MODE, provide_1, NULL, NULL), SFSM_OK);
    machine = machine_over(table_from(builder), HOME);
    count_sends("match: two providers", machine, GO, GO, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void count_arguments(void)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_event(builder, PAY, "i32, f64, str"), SFSM_OK);
    const sfsm_row row = SFSM_ROW(HOME, PAY, SFSM_SAME, return_0);
    expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    sfsm_machine *const machine = machine_over(table_from(builder), HOME);
    const sfsm_value arguments[] = {sfsm_value_of_integer(150), sfsm_value_of_double(2.5), sfsm_value_of_string("euro")};
    const sfsm_message message = {sizeof message, PAY, SFSM_NONE, NULL, 0, arguments, 3};
    count_messages("arguments: three", machine, &message, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void count_values(void)
{
    char text[64];
    sfsm_value value = sfsm_value_of_double(0.1);
    size_t length = 0;
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_value_text(&value, text, sizeof text, &length), SFSM_OK);
        expect(sfsm_value_read(SFSM_F64, text, length, &value), SFSM_OK);
    }
    end_counting("arguments: a number as text, and read", REPETITIONS);
    require(value.as.f64 == 0.1);
}

void count_matches(void)
{
    count_predicates();
    count_arguments();
    count_values();
}
