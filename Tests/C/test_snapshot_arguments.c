/* Events that wait keep their arguments in snapshots: values of each type, strings that are copied, no pointers. */
#include "arguments.h"
#include "snapshots.h"

#include <math.h>

enum { CARRIER = 30, PLAIN };

/* CARRIER, declared so, is noted with what it carries. PLAIN leads to nothing. */
static sfsm_machine *noting_machine(const char *arguments, trace *trace) {
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, CARRIER, arguments);
    ADD_ROWS(builder, {HOME, CARRIER, SFSM_INTERNAL, 1, DOING(note_arguments, "carrier")},
             {HOME, PLAIN, SFSM_INTERNAL, 2, NOTING("plain")});
    return machine_from(builder, HOME, trace);
}

/* CARRIER waits with these. */
static void let_wait(sfsm_machine *machine, const sfsm_value *values, size_t count) {
    const sfsm_message *const message = MESSAGE_WITH(CARRIER, NO_CASES, values, count);
    sfsm_plan plan = {.size = sizeof plan};
    if (sfsm_machine_pending(machine) > 0) {
        assert_status(sfsm_machine_plan(machine, message, &plan), SFSM_QUEUED); /* behind the others */
        return;
    }
    assert_status(sfsm_machine_plan(machine, MESSAGE(PLAIN), &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, message), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
}

/* What another machine does that goes on from a snapshot, of either form; the first one is released before. */
static void check_carried(const char *arguments, const sfsm_value *values, size_t count, const char *expected) {
    for (uint32_t form = 0; form <= SFSM_SNAPSHOT_JSON; form++) {
        trace trace = {{0}, 0};
        sfsm_machine *const machine = noting_machine(arguments, NULL);
        sfsm_machine *const other = noting_machine(arguments, &trace);
        let_wait(machine, values, count);
        snapshot snapshot = snapshot_with(machine, form);
        sfsm_machine_release(machine);
        restore(other, &snapshot);
        const struct snapshot again = snapshot_with(other, form);
        assert_same_snapshot(&snapshot, &again);
        memset(snapshot.bytes, '?', sizeof snapshot.bytes); /* nothing of it is kept */
        assert_status(sfsm_machine_run_pending(other), SFSM_OK);
        assert_trace(&trace, expected);
        sfsm_machine_release(other);
    }
}

static void values_of_each_type_are_kept(void **state) {
    (void)state;
    static const char all[] = "bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr";
    const sfsm_value least[] = {BOOL(false), I8(INT8_MIN), I16(INT16_MIN), I32(INT32_MIN),   I64(INT64_MIN),
                                U8(0),       U16(0),       U32(0),         U64(0),           F32(-3.40282347e38f),
                                F64(-1.7976931348623157e308), STR(NULL), PTR(NULL)};
    check_carried(all, least, COUNT(least),
                  "carrier(bool false, i8 -128, i16 -32768, i32 -2147483648, i64 -9223372036854775808, u8 0, u16 0, u32 0, "
                  "u64 0, f32 -3.40282347e+38, f64 -1.7976931348623157e+308, str NULL, ptr NULL)");
    const sfsm_value most[] = {BOOL(true),   I8(INT8_MAX),    I16(INT16_MAX),   I32(INT32_MAX),       I64(INT64_MAX),
                               U8(UINT8_MAX), U16(UINT16_MAX), U32(UINT32_MAX), U64(UINT64_MAX),      F32(1.40129846e-45f),
                               F64(5e-324),  STR(""),         PTR(NULL)};
    check_carried(all, most, COUNT(most),
                  "carrier(bool true, i8 127, i16 32767, i32 2147483647, i64 9223372036854775807, u8 255, u16 65535, "
                  "u32 4294967295, u64 18446744073709551615, f32 1.40129846e-45, f64 4.9406564584124654e-324, str \"\", "
                  "ptr NULL)");
}

static void numbers_that_are_none_are_kept(void **state) {
    (void)state;
    const sfsm_value values[] = {F32(INFINITY), F32(-INFINITY), F32(NAN), F32(-0.0f),
                                 F64(INFINITY), F64(-INFINITY), F64(NAN), F64(-0.0)};
    check_carried("f32, f32, f32, f32, f64, f64, f64, f64", values, COUNT(values),
                  "carrier(f32 inf, f32 -inf, f32 nan, f32 -0, f64 inf, f64 -inf, f64 nan, f64 -0)");
}

static void strings_are_copied(void **state) {
    (void)state;
    const sfsm_value values[] = {STR("a \"b\" \\ / \b\f\n\r\t\x01\x1f\x7f"), STR("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
                                 STR("\xff\xfe latin \xe4"), STR("\xed\xa0\x80")};
    check_carried("str, str, str, str", values, COUNT(values),
                  "carrier(str \"a \"b\" \\ / \b\f\n\r\t\x01\x1f\x7f\", str \"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\", "
                  "str \"\xff\xfe latin \xe4\", str \"\xed\xa0\x80\")");
}

/* Every binary number is read as it was written. */
static void floating_point_numbers_are_exact(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (size_t round = 0; round < test_size(3000, 100); round++) {
        sfsm_value values[2] = {F32(0), F64(0)};
        sfsm_machine *const machine = noting_machine("f32, f64", NULL);
        for (int i = 0; i < 2; i++) {
            uint64_t bits = 0;
            for (int part = 0; part < 4; part++) {
                seed = seed * 1664525u + 1013904223u;
                bits = bits << 16 | seed >> 16;
            }
            if (i == 0) {
                const uint32_t half = (uint32_t)bits;
                memcpy(&values[i].as.f32, &half, sizeof half);
            } else {
                memcpy(&values[i].as.f64, &bits, sizeof bits);
            }
        }
        if (!isnan(values[0].as.f32) && !isnan(values[1].as.f64)) {
            let_wait(machine, values, 2);
            const snapshot bytes = snapshot_of(machine), json = json_of(machine);
            restore(machine, &json);
            const snapshot again = snapshot_of(machine);
            assert_same_snapshot(&bytes, &again);
        }
        sfsm_machine_release(machine);
    }
}

/* What lies behind a small value in its memory is not the sender's to tell. */
static void nothing_else_of_memory_is_stored(void **state) {
    (void)state;
    sfsm_machine *const machine = noting_machine("bool, i8, u16, i32, f32", NULL);
    sfsm_value clean[] = {BOOL(true), I8(-2), U16(3), I32(-4), F32(0.5f)};
    sfsm_value dirty[COUNT(clean)];
    memset(dirty, 0xee, sizeof dirty);
    for (size_t i = 0; i < COUNT(clean); i++) {
        dirty[i].type = clean[i].type;
    }
    dirty[0].as.boolean = true;
    dirty[1].as.i8 = -2;
    dirty[2].as.u16 = 3;
    dirty[3].as.i32 = -4;
    dirty[4].as.f32 = 0.5f;
    let_wait(machine, clean, COUNT(clean));
    const snapshot expected = snapshot_of(machine), json = json_of(machine);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    let_wait(machine, dirty, COUNT(dirty));
    const snapshot actual = snapshot_of(machine), actual_json = json_of(machine);
    assert_same_snapshot(&actual, &expected);
    assert_same_snapshot(&actual_json, &json);
    sfsm_machine_release(machine);
}

/* Pointers. */

static void pointers_are_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = noting_machine("i32, ptr", NULL);
    size_t size = 4711;
    let_wait(machine, ARGUMENTS(I32(1), PTR(NULL)));
    snapshot_of(machine);
    assert_int_equal(sfsm_machine_rejected_event(machine), SFSM_NONE);
    let_wait(machine, ARGUMENTS(I32(2), PTR(machine)));
    for (uint32_t flags = 0; flags < 4; flags++) {
        char bytes[100] = "untouched";
        assert_status(sfsm_machine_snapshot(machine, flags, NULL, 0, &size), SFSM_UNSUPPORTED);
        assert_status(sfsm_machine_snapshot(machine, flags, bytes, sizeof bytes, &size), SFSM_UNSUPPORTED);
        assert_string_equal(bytes, "untouched");
        assert_int_equal(size, 4711);
        assert_rejected_argument(machine, 1, SFSM_PTR, SFSM_PTR);
        assert_int_equal(sfsm_machine_rejected_event(machine), CARRIER);
    }
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    snapshot_of(machine);
    /* What is rejected next is rejected by a send. */
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(CARRIER, NO_CASES, ARGUMENTS(I32(1), I32(2)))),
                  SFSM_ARGUMENT_TYPE);
    assert_rejected_argument(machine, 1, SFSM_PTR, SFSM_I32);
    assert_int_equal(sfsm_machine_rejected_event(machine), SFSM_NONE);
    assert_int_equal(sfsm_machine_rejected_event(NULL), SFSM_NONE);
    sfsm_machine_release(machine);
}

/* Bytes of which somebody made an address. */
static void no_snapshot_sets_an_address(void **state) {
    (void)state;
    sfsm_machine *const machine = noting_machine("ptr", NULL);
    let_wait(machine, ARGUMENTS(PTR(NULL)));
    snapshot snapshot = snapshot_of(machine);
    char *const pointer = snapshot.bytes + snapshot.size - 16; /* two empty lists are behind it */
    assert_int_equal(pointer[-4], SFSM_PTR);
    for (int byte = 0; byte < 8; byte++) {
        pointer[byte] = 1;
        assert_status(sfsm_machine_restore(machine, snapshot.bytes, snapshot.size, NULL, NULL), SFSM_BAD_CONFIGURATION);
        pointer[byte] = 0;
    }
    restore(machine, &snapshot);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_each_type_are_kept),
        cmocka_unit_test(numbers_that_are_none_are_kept),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(floating_point_numbers_are_exact),
        cmocka_unit_test(nothing_else_of_memory_is_stored),
        cmocka_unit_test(pointers_are_refused),
        cmocka_unit_test(no_snapshot_sets_an_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
