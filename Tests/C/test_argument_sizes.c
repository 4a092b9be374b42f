/* Much of it: events with as many arguments as there may be, many events with types of their own, many types with
 * providers. */
#include "providers.h"

#include <stdio.h>

/* A word and a value for argument number `index`: all types by turns. */
static int32_t type_at(size_t index) {
    return SFSM_BOOL + (int32_t)(index % SFSM_PTR);
}

static sfsm_value value_at(size_t index, const char *text, void *pointer) {
    const int64_t number = (int64_t)index - 32;
    switch (type_at(index)) {
    case SFSM_BOOL: return BOOL(index % 2 == 1);
    case SFSM_I8: return I8((int8_t)number);
    case SFSM_I16: return I16((int16_t)(number * 1000));
    case SFSM_I32: return I32((int32_t)(number * 1000000));
    case SFSM_I64: return I64(number * 100000000000);
    case SFSM_U8: return U8((uint8_t)index);
    case SFSM_U16: return U16((uint16_t)(index * 1000));
    case SFSM_U32: return U32((uint32_t)(index * 60000000));
    case SFSM_U64: return U64((uint64_t)index * 100000000000000000u);
    case SFSM_F32: return F32((float)number / 4);
    case SFSM_F64: return F64((double)number / 3);
    case SFSM_STR: return STR(text);
    default: return PTR(pointer);
    }
}

static void sixty_four_arguments(void **state) {
    (void)state;
    trace sent = {{0}, 0}, received = {{0}, 0};
    char text[8 * SFSM_PARAMETER_LIMIT] = "";
    sfsm_value values[SFSM_PARAMETER_LIMIT + 1];
    for (size_t index = 0; index < SFSM_PARAMETER_LIMIT; index++) {
        strcat(strcat(text, index > 0 ? ", " : ""), type_word(type_at(index)));
        values[index] = value_at(index, "text", &sent);
    }
    values[SFSM_PARAMETER_LIMIT] = I32(1);
    const sfsm_step step = {.context = &sent, .arguments = values, .argument_count = SFSM_PARAMETER_LIMIT};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, text);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "stay")});
    sfsm_machine *const machine = machine_from(builder, HOME, &received);
    for (size_t index = 0; index < SFSM_PARAMETER_LIMIT; index++) {
        assert_int_equal(sfsm_table_argument_type(sfsm_machine_table(machine), STAY, index), type_at(index));
        if (values[index].type == SFSM_PTR) {
            values[index].as.ptr = &received;
        }
    }
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, values, SFSM_PARAMETER_LIMIT)),
                  SFSM_TRANSITIONED);
    for (size_t index = 0; index < SFSM_PARAMETER_LIMIT; index++) {
        if (values[index].type == SFSM_PTR) {
            values[index].as.ptr = &sent;
        }
    }
    note_arguments(&step, "stay");
    assert_string_not_equal(received.text, "stay()");
    assert_trace(&received, sent.text);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, values, SFSM_PARAMETER_LIMIT + 1)),
                  SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, SFSM_PARAMETER_LIMIT, 0, SFSM_I32);
    values[SFSM_PARAMETER_LIMIT - 1].type = 0;
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(STAY, NO_CASES, values, SFSM_PARAMETER_LIMIT)),
                  SFSM_ARGUMENT_TYPE);
    assert_rejected_argument(machine, SFSM_PARAMETER_LIMIT - 1, type_at(SFSM_PARAMETER_LIMIT - 1), 0);
    sfsm_machine_release(machine);
}

/* Takes the first argument as the number of the last event. */
static int32_t take_number(const sfsm_step *step, void *context) {
    (void)context;
    *(int32_t *)step->context = step->argument_count > 0 ? step->arguments[0].as.i32 : -1;
    return 0;
}

static void many_events_with_types_of_their_own(void **state) {
    (void)state;
    const int32_t events = (int32_t)test_size(50000, 2000);
    int32_t taken = -2;
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t event = 0; event < events; event++) {
        char text[64];
        const int32_t first = SFSM_BOOL + event % SFSM_PTR, second = SFSM_BOOL + event / SFSM_PTR % SFSM_PTR;
        snprintf(text, sizeof text, "i32, %s, %s", type_word(first), type_word(second));
        const size_t row = row_from(builder, HOME, 3 * event, SFSM_INTERNAL);
        assert_status(sfsm_builder_add_action(builder, row, take_number, NULL, NULL), SFSM_OK);
        if (event % 4 > 0) {
            declare_event(builder, 3 * event, text);
        }
    }
    sfsm_machine *const machine = machine_from(builder, HOME, &taken);
    const sfsm_table *const table = sfsm_machine_table(machine);
    assert_in_range(sfsm_table_size(table), 1, 200 * (size_t)events + 65536 * 8);
    for (int32_t event = 0; event < events; event++) {
        const int32_t first = SFSM_BOOL + event % SFSM_PTR, second = SFSM_BOOL + event / SFSM_PTR % SFSM_PTR;
        const sfsm_value values[] = {I32(event), {.type = first}, {.type = second}};
        if (event % 4 == 0) {
            assert_int_equal(sfsm_table_argument_count(table, 3 * event), 0);
            assert_status(sfsm_machine_send(machine, 3 * event), SFSM_TRANSITIONED);
            assert_int_equal(taken, -1);
        } else {
            assert_int_equal(sfsm_table_argument_count(table, 3 * event), 3);
            assert_int_equal(sfsm_table_argument_type(table, 3 * event, 2), second);
            assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(3 * event, NO_CASES, values, 3)),
                          SFSM_TRANSITIONED);
            assert_int_equal(taken, event);
        }
    }
    sfsm_machine_release(machine);
}

/* Each type has an event of its own, whose row is for the case that its provider names: its number modulo 5. */
static int32_t answer_number(const sfsm_step *step, void *number) {
    ++*(size_t *)step->context;
    return *(const int32_t *)number % 5;
}

static void many_types_with_providers(void **state) {
    (void)state;
    const int32_t types = (int32_t)test_size(5000, 500);
    size_t asked = 0, finalized = 0;
    int32_t *const numbers = malloc((size_t)types * sizeof *numbers);
    assert_non_null(numbers);
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, -1, 2);
    assert_status(sfsm_builder_set_provider(builder, -1, answer_number, &finalized, count_call), SFSM_OK);
    for (int32_t type = 0; type < types; type++) {
        const int32_t value = type % 5;
        numbers[type] = type;
        declare(builder, 7 * type, 5);
        assert_status(sfsm_builder_set_provider(builder, 7 * type, answer_number, &numbers[type], NULL), SFSM_OK);
        assert_status(sfsm_builder_add_match(builder, row_from(builder, HOME, type, SFSM_SAME), 7 * type, &value, 1),
                      SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, HOME, &asked);
    for (int32_t type = 0; type < types; type += types / 250) { /* the number of types is in each send */
        assert_status(sfsm_machine_send(machine, type), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(type, CASES({7 * type, (type + 1) % 5}))),
                      SFSM_UNHANDLED);
    }
    assert_int_equal(asked, 250);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, 1);
    free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixty_four_arguments),
        cmocka_unit_test(many_events_with_types_of_their_own),
        cmocka_unit_test(many_types_with_providers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
