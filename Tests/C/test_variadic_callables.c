/* Chapter 9, "args...": functions that are variadic in C and read the arguments of events with va_arg. Predicate types,
 * "...", are in test_variadic_predicates.c. */
#include "callables.h"

#include <inttypes.h>
#include <stdio.h>

/* "2: i8 -5, f32 0.5": what C promotes is read as what it was promoted to. */
static void note_rest(trace *trace, const char *words, int count, va_list rest) {
    static const char *const names[] = {"", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"};
    char text[2048];
    int length = snprintf(text, sizeof text, "%s%d:", words, count);
    for (int number = 0; number < count; number++) {
        char *const end = text + length;
        const size_t room = sizeof text - (size_t)length;
        const int type = va_arg(rest, int);
        switch (type) {
        case SFSM_I64: length += snprintf(end, room, " i64 %" PRId64, va_arg(rest, int64_t)); break;
        case SFSM_U32: length += snprintf(end, room, " u32 %" PRIu32, va_arg(rest, uint32_t)); break;
        case SFSM_U64: length += snprintf(end, room, " u64 %" PRIu64, va_arg(rest, uint64_t)); break;
        case SFSM_F32:
        case SFSM_F64: length += snprintf(end, room, " %s %.17g", names[type], va_arg(rest, double)); break;
        case SFSM_STR: length += snprintf(end, room, " str %s", va_arg(rest, const char *)); break;
        case SFSM_PTR: length += snprintf(end, room, " ptr %d", *(const int *)va_arg(rest, void *)); break;
        default:
            if (type < SFSM_BOOL || type > SFSM_U16) {
                trace_note(trace, "%s what is type %d?", text, type);
                return;
            }
            length += snprintf(end, room, " %s %d", names[type], va_arg(rest, int));
        }
    }
    trace_note(trace, "%s", text);
}

static void see_arguments(trace *trace, int count, ...) {
    va_list rest;
    va_start(rest, count);
    note_rest(trace, "", count, rest);
    va_end(rest);
}

/* An argument of each type in turn, with the text of it. */
static const struct {
    const char *type, *text;
} samples[] = {{"f64", " f64 0.5"}, {"i8", " i8 -128"}, {"str", " str euro"}, {"f32", " f32 -0.25"},
               {"u64", " u64 18446744073709551615"}, {"bool", " bool 1"}, {"ptr", " ptr 4711"}, {"i16", " i16 -32768"},
               {"u16", " u16 65535"}, {"f64", " f64 2048.125"}, {"u8", " u8 255"}, {"i64", " i64 -9223372036854775808"},
               {"u32", " u32 4294967295"}, {"i32", " i32 -2147483648"}};
static const int pointed_at = 4711;

static sfsm_value sample(size_t number) {
    const sfsm_value values[] = {
        sfsm_value_of(0.5), sfsm_value_of(INT8_MIN), sfsm_value_of("euro"), sfsm_value_of(-0.25f),
        sfsm_value_of(UINT64_MAX), sfsm_value_of(1), sfsm_value_of(&pointed_at), sfsm_value_of(INT16_MIN),
        sfsm_value_of(UINT16_MAX), sfsm_value_of(2048.125), sfsm_value_of(UINT8_MAX), sfsm_value_of(INT64_MIN),
        sfsm_value_of(UINT32_MAX), sfsm_value_of(INT32_MIN)};
    assert_int_equal(COUNT(values), COUNT(samples));
    return values[number % COUNT(values)];
}

/* GO carries `count` of the samples from number `first` on; this action takes them. Sends it once. */
static void send_samples(size_t first, size_t count, sfsm_callback action, trace *trace) {
    char arguments[512] = "";
    sfsm_value values[SFSM_PARAMETER_LIMIT];
    for (size_t number = 0; number < count; number++) {
        strcat(strcat(arguments, number > 0 ? ", " : ""), samples[(first + number) % COUNT(samples)].type);
        values[number] = sample(first + number);
    }
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, arguments);
    add_callback(sfsm_builder_add_action, builder, 1, action);
    sfsm_machine *const machine = machine_from(builder, HOME, trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, values, count)), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* The text of the samples from number `first` on. */
static const char *samples_text(char text[static 2048], size_t first, size_t count) {
    snprintf(text, 2048, "%zu:", count);
    for (size_t number = 0; number < count; number++) {
        strcat(text, samples[(first + number) % COUNT(samples)].text);
    }
    return text;
}

static void from_0_to_12_arguments_of_any_types(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    char expected[2048];
    for (size_t first = 0; first < COUNT(samples); first++) {
        for (size_t count = 0; count <= 12; count++) {
            send_samples(first, count, CALLING(see_arguments, "void(context, args...)", NULL), &trace);
            assert_trace(&trace, samples_text(expected, first, count));
        }
    }
    send_samples(3, SFSM_PARAMETER_LIMIT, CALLING(see_arguments, "void(context, args...)", NULL), &trace);
    assert_trace(&trace, samples_text(expected, 3, SFSM_PARAMETER_LIMIT));
}

/* Parameters before "args..." are passed as they are, and not once more behind it. */
static void see_after_promotable(double share, int8_t number, const char *text, float rate, trace *trace,
                                 uint64_t mask, bool flag, int count, ...) {
    char words[128];
    va_list rest;
    va_start(rest, count);
    snprintf(words, sizeof words, "%g %d %s %g %llx %d, then ", share, number, text, (double)rate,
             (unsigned long long)mask, flag);
    note_rest(trace, words, count, rest);
    va_end(rest);
}

static void what_parameters_name_does_not_follow(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const char signature[] = "void(f64, i8, str, f32, context, u64, bool, args...)";
    for (size_t count = 0; count <= 12; count++) {
        char rest[2048], expected[2100] = "0.5 -128 euro -0.25 ffffffffffffffff 1, then ";
        send_samples(0, 6 + count, CALLING(see_after_promotable, signature, NULL), &trace);
        assert_trace(&trace, strcat(expected, samples_text(rest, 6, count)));
    }
}

static bool see_in_guard(float share, bool flag, int8_t number, trace *trace, int32_t event, int count, ...) {
    char words[64];
    va_list rest;
    va_start(rest, count);
    snprintf(words, sizeof words, "%g %d %d of %d, then ", (double)share, flag, number, (int)event);
    note_rest(trace, words, count, rest);
    va_end(rest);
    return flag;
}

static void a_variadic_function_has_a_result(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "f32, bool, i8, f32, u8");
    add_callback(sfsm_builder_add_guard, builder, 1,
                 CALLING(see_in_guard, "bool(f32, bool, i8, context, event, args...)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, GO, 1.5f, false, -1, 2.5f, 200), SFSM_REFUSED);
    assert_status(sfsm_send(machine, GO, -1.5f, true, 1, -2.5f, 255), SFSM_TRANSITIONED);
    assert_trace(&trace, "1.5 0 -1 of 1, then 2: f32 2.5 u8 200, -1.5 1 1 of 1, then 2: f32 -2.5 u8 255");
    sfsm_machine_release(machine);
}

/* Every callback is the same callable; each step has its own number of arguments, and those without events none. */
static void one_callable_takes_the_arguments_of_every_event(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_callable *all = NULL;
    const sfsm_any_function function = (sfsm_any_function)see_arguments;
    assert_status(sfsm_callable_create(function, "void(context, args...)", NULL, NULL, &all), SFSM_OK);
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "i32, f64");
    declare_event(builder, BACK, "str");
    row_from(builder, AWAY, SFSM_REQUEST, HOME);
    row_from(builder, SFSM_ANY, SFSM_ANY, SFSM_INTERNAL);
    for (size_t row = 1; row <= 4; row++) {
        add_callback(sfsm_builder_add_action, builder, row, sfsm_callable_callback(all));
    }
    add_callback(sfsm_builder_on_entry, builder, state_from(builder, HOME), sfsm_callable_callback(all));
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    hook_on_step(machine, sfsm_callable_callback(all));
    sfsm_callable_release(all);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "0:, 0:");
    assert_status(sfsm_send(machine, GO, 7, 0.5), SFSM_TRANSITIONED);
    assert_trace(&trace, "2: i32 7 f64 0.5, 2: i32 7 f64 0.5");
    assert_status(sfsm_send(machine, BACK, "home"), SFSM_TRANSITIONED);
    assert_trace(&trace, "1: str home, 1: str home, 1: str home");
    assert_status(sfsm_send(machine, BACK, "in"), SFSM_TRANSITIONED); /* by the row for any event */
    assert_trace(&trace, "1: str in, 1: str in");
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_request(machine, HOME), SFSM_TRANSITIONED);
    assert_trace(&trace, "0:, 0:, 0:");
    assert_status(sfsm_send(machine, 4711), SFSM_TRANSITIONED); /* an event that the table does not know */
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "0:, 0:, 0:");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_0_to_12_arguments_of_any_types),
        cmocka_unit_test(what_parameters_name_does_not_follow),
        cmocka_unit_test(a_variadic_function_has_a_result),
        cmocka_unit_test(one_callable_takes_the_arguments_of_every_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
