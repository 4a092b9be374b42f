#include "matches.h"

static const int32_t predicates[] = {REWARD, POLICY, WEATHER};

void declare(sfsm_builder *builder, int32_t predicate, int32_t case_count) {
    assert_status(sfsm_builder_add_predicate_at(builder, predicate, case_count, "gate.c", PREDICATE_LINE), SFSM_OK);
}

void declare_all(sfsm_builder *builder) {
    static const sfsm_name types[] = {SFSM_NAME(WEATHER), SFSM_NAME(REWARD), SFSM_NAME(POLICY)};
    static const sfsm_name rewards[] = {SFSM_NAME(GIVEN), SFSM_NAME(WITHHELD)};
    static const sfsm_name policies[] = {SFSM_NAME(WEAK), SFSM_NAME(STRONG)};
    static const sfsm_name weathers[] = {SFSM_NAME(DRY), SFSM_NAME(WET), SFSM_NAME(SNOWY)};
    declare(builder, POLICY, COUNT(policies));
    declare(builder, WEATHER, COUNT(weathers));
    declare(builder, REWARD, COUNT(rewards));
    assert_status(sfsm_builder_name_predicates(builder, types, COUNT(types)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, REWARD, rewards, COUNT(rewards)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, POLICY, policies, COUNT(policies)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, WEATHER, weathers, COUNT(weathers)), SFSM_OK);
}

void add_all_rows(sfsm_builder *builder, const sfsm_row *rows, size_t count) {
    for (size_t index = 0; index < count; index++) {
        sfsm_row row = rows[index];
        row.file = "gate.c";
        assert_status(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, "gate.c", 0), SFSM_OK);
    }
}

sfsm_machine *lenient_machine_from(sfsm_builder *builder, int32_t initial, void *context) {
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const machine = lenient_machine_over(table, initial, context);
    sfsm_table_release(table);
    return machine;
}

void rejected_check(const sfsm_machine *machine, int32_t predicate, int32_t value, const char *file, int line) {
    int32_t actual_predicate = 4711, actual_value = 4711;
    const sfsm_status status = sfsm_machine_rejected_case(machine, &actual_predicate, &actual_value);
    if (status != SFSM_OK || actual_predicate != predicate || actual_value != value) {
        print_error("%s: rejected was case %d of predicate type %d, expected %d of %d\n", sfsm_status_name(status),
                    (int)actual_value, (int)actual_predicate, (int)value, (int)predicate);
        _fail(file, line);
    }
}

int32_t note_cases(const sfsm_step *step, void *words) {
    const sfsm_table *const table = sfsm_machine_table(step->machine);
    const char *names[COUNT(predicates)];
    for (size_t index = 0; index < COUNT(predicates); index++) {
        const int32_t value = sfsm_step_case(step, predicates[index]);
        const char *const name = sfsm_table_case_name(table, predicates[index], value);
        if (step->cases == NULL || step->cases[index] != value) {
            trace_note(step->context, "%s disagrees", (const char *)words);
            return 1;
        }
        names[index] = value == SFSM_NONE ? "none" : name != NULL ? name : "nameless";
    }
    trace_note(step->context, "%s %s %s %s", (const char *)words, names[0], names[1], names[2]);
    return 1;
}
