/* JSON that is none, or none of a snapshot: refused with the byte at which something else was expected. */
#include "versions.h"

#include <stdio.h>

static const char plant[] = "definition plant\n"
                            "  initial off\n"
                            "  event alarm (i32 code, str place, f64 level, bool is_old, ptr none, f32 rate)\n"
                            "  predicate Shift day night\n"
                            "  off start -> on\n"
                            "  off alarm [Shift day] -> on\n"
                            "  off alarm [Shift night] -> same\n"
                            "  on stop -> off\n";

/* A snapshot with each kind of member; its parts are replaced below. */
#define TIMERS  "[{\"event\":\"stop\",\"left\":3,\"number\":16777216}]"
#define CASES   "[[\"Shift\",\"day\"]]"
#define VALUES  "{\"str\":\"hall\"},{\"f64\":0.5},{\"bool\":true},{\"ptr\":null},{\"f32\":1}"
#define SENT(first) "[{\"event\":\"alarm\",\"cases\":" CASES ",\"arguments\":[" first "," VALUES "]}]"
#define WITH(members) "{\"format\":1,\"states\":[\"off\"]," members "}"
#define EVENT(event)  WITH("\"sent\":[" event "]")
#define VALUE(value)  WITH("\"sent\":[{\"event\":\"alarm\",\"arguments\":[" value "]}]")

static void it_is_whole_without_its_faults(void **state) {
    (void)state;
    static const char json[] = WITH("\"timers\":" TIMERS ",\"sent\":" SENT("{\"i32\":-5}"));
    sfsm_machine *const machine = machine_of_document(plant);
    sfsm_diagnostics *diagnostics = NULL;
    if (sfsm_machine_restore(machine, json, strlen(json), NULL, &diagnostics) != SFSM_OK) {
        fail_msg("%s", sfsm_diagnostics_text(diagnostics));
    }
    assert_int_equal(sfsm_machine_pending(machine), 1);
    sfsm_machine_release(machine);
}

static void every_fault_is_told(void **state) {
    (void)state;
    static const struct {
        const char *json, *words;
    } faults[] = {
        /* Members. */
        {"{}", "a member \"format\""},
        {"{\"format\":1}", "a member \"states\""},
        {"{\"states\":[\"off\"]}", "a member \"format\""},
        {WITH("\"states\":[]"), "each member once"},
        {WITH("\"colour\":1"), "byte 29 of the snapshot's JSON: expected format definition"},
        {WITH("\"Flags\":[]"), "expected format definition"},
        {WITH("\"flag\":[]"), "expected format definition"},
        {WITH("\"timers\":[{\"event\":\"stop\",\"left\":3}]"), "a member \"number\""},
        {WITH("\"timers\":[{\"event\":\"stop\",\"number\":3}]"), "a member \"left\""},
        {WITH("\"timers\":[{\"left\":3,\"number\":3}]"), "a member \"event\""},
        {WITH("\"timers\":[{\"event\":\"stop\",\"due\":3,\"number\":3}]"), "expected event left number"},
        {WITH("\"time\":5,\"timers\":[{\"event\":\"stop\",\"left\":3,\"number\":3}]"), "expected event due number"},
        {WITH("\"histories\":[{\"state\":\"on\"}]"), "a member \"states\""},
        {WITH("\"histories\":[{\"states\":[]}]"), "a member \"state\""},
        {WITH("\"timeouts\":[{\"state\":\"on\",\"event\":\"stop\",\"index\":0}]"), "a member \"number\""},
        {WITH("\"timeouts\":[{\"state\":\"on\",\"event\":\"stop\",\"number\":0}]"), "a member \"index\""},
        {WITH("\"timeouts\":[{\"state\":\"on\",\"index\":0,\"number\":0}]"), "a member \"event\""},
        {WITH("\"timeouts\":[{\"event\":\"stop\",\"index\":0,\"number\":0}]"), "a member \"state\""},
        {EVENT("{}"), "one member \"event\", \"request\" or \"stop\""},
        {EVENT("{\"event\":\"stop\",\"stop\":true}"), "one member \"event\", \"request\" or \"stop\""},
        {EVENT("{\"event\":\"stop\",\"request\":\"on\"}"), "one member \"event\", \"request\" or \"stop\""},
        {EVENT("{\"event\":\"stop\",\"event\":\"stop\"}"), "each member once"},
        /* Values of another type. */
        {"{\"format\":\"1\",\"states\":[]}", "an integer"},
        {"{\"format\":1,\"states\":\"off\"}", "a list"},
        {"{\"format\":1,\"states\":{}}", "a list"},
        {"{\"format\":1,\"states\":[null]}", "an integer"},
        {"{\"format\":1,\"states\":[\"\"]}", "a name, or a number"},
        {"{\"format\":1,\"states\":[[\"off\"]]}", "an integer"},
        {WITH("\"definition\":5"), "a string"},
        {WITH("\"version\":null"), "a string"},
        {WITH("\"fingerprint\":\"12\""), "64 hexadecimal digits"},
        {WITH("\"fingerprint\":12"), "a string"},
        {WITH("\"flags\":\"stopped\""), "a list"},
        {WITH("\"flags\":[\"stop\"]"), "\"stopped\", \"done\", \"unsettled\""},
        {WITH("\"flags\":[1]"), "\"stopped\", \"done\", \"unsettled\""},
        {WITH("\"time\":\"now\""), "an integer"},
        {WITH("\"progress\":5"), "a list"},
        {WITH("\"progress\":[0,0,0]"), "four integers"},
        {WITH("\"progress\":[0,0,0,1,1]"), "four integers"},
        {WITH("\"timers\":{}"), "a list"},
        {WITH("\"timers\":[5]"), "an object"},
        {EVENT("\"stop\""), "an object"},
        {EVENT("{\"stop\":false}"), "expected true"},
        {EVENT("{\"stop\":truest}"), "expected true"},
        {EVENT("{\"event\":\"stop\",\"cases\":{}}"), "a list"},
        {EVENT("{\"event\":\"stop\",\"cases\":[{}]}"), "a list of a predicate type and a case"},
        {EVENT("{\"event\":\"stop\",\"cases\":[[\"Shift\"]]}"), "','"},
        {EVENT("{\"event\":\"stop\",\"cases\":[[\"Shift\",\"day\",1]]}"), "']'"},
        {VALUE("5"), "an object with a type"},
        {VALUE("{}"), "a type such as \"i32\""},
        {VALUE("{\"i33\":5}"), "a type such as \"i32\""},
        {VALUE("{\"i32\":5,\"i32\":5}"), "'}'"},
        {VALUE("{\"i32\":\"5\"}"), "an integer"},
        {VALUE("{\"i32\":5.0}"), "an integer"},
        {VALUE("{\"i32\":- 5}"), "an integer"},
        {VALUE("{\"str\":5}"), "a string, a list of bytes, or null"},
        {VALUE("{\"str\":[256]}"), "a byte from 1 to 255"},
        {VALUE("{\"str\":[0]}"), "a byte from 1 to 255"},
        {VALUE("{\"bool\":1}"), "true or false"},
        {VALUE("{\"bool\":truth}"), "true or false"},
        {VALUE("{\"ptr\":5}"), "null"},
        {VALUE("{\"f64\":true}"), "a number"},
        {VALUE("{\"f64\":\"NaN\"}"), "a number"},
        {VALUE("{\"f64\":NaN}"), "a number"},
        /* Numbers. */
        {"{\"format\":01,\"states\":[]}", "an integer"},
        {"{\"format\":1e0,\"states\":[]}", "an integer"},
        {"{\"format\":-1,\"states\":[]}", "an integer"},
        {"{\"format\":0,\"states\":[]}", "format 1"},
        {"{\"format\":1,\"states\":[2147483648]}", "an integer of 32 bits"},
        {"{\"format\":1,\"states\":[-2147483649]}", "an integer of 32 bits"},
        {WITH("\"time\":9223372036854775808"), "an integer of 64 bits"},
        {WITH("\"time\":-9223372036854775809"), "an integer of 64 bits"},
        {WITH("\"time\":99999999999999999999"), "an integer of 64 bits"},
        {WITH("\"progress\":[4294967296,0,0,1]"), "an integer of 32 bits"},
        {WITH("\"progress\":[0,0,0,18446744073709551616]"), "an integer of 64 bits"},
        {WITH("\"timeouts\":[{\"state\":\"on\",\"event\":\"stop\",\"index\":4294967296,\"number\":0}]"), "an integer of 32 bits"},
        {VALUE("{\"i32\":2147483648}"), "a number of this type"},
        {VALUE("{\"u8\":-1}"), "a number of this type"},
        {VALUE("{\"u64\":-1}"), "an integer"},
        {VALUE("{\"f64\":1e999}"), "a number"},
        {VALUE("{\"f32\":1e39}"), "a number of this type"},
        {VALUE("{\"f64\":+1}"), "a number"},
        {VALUE("{\"f64\":.5}"), "a number"},
        {VALUE("{\"f64\":5.}"), "a number"},
        {VALUE("{\"f64\":05}"), "a number"},
        {VALUE("{\"f64\":0x5}"), "a number"},
        {VALUE("{\"f64\":1e}"), "a number"},
        {VALUE("{\"f64\":-}"), "a number"},
        /* Strings. */
        {"{\"format\":1,\"states\":[\"of\\f\\x\"]}", "an escape"},
        {"{\"format\":1,\"states\":[\"o\\u00g0\"]}", "four hexadecimal digits"},
        {"{\"format\":1,\"states\":[\"o\\ud83d\"]}", "the second half of a pair"},
        {"{\"format\":1,\"states\":[\"o\\ud83d\\ud83d\"]}", "the second half of a pair"},
        {"{\"format\":1,\"states\":[\"o\\ud83dx\\ude00\"]}", "the second half of a pair"},
        {"{\"format\":1,\"states\":[\"o\\ude00\"]}", "the first half of a pair"},
        {"{\"format\":1,\"states\":[\"o\tff\"]}", "'\"'"},
        {"{\"format\":1,\"states\":[\"o\nff\"]}", "'\"'"},
        {"{\"format\":1,\"states\":[\"o\xff\"]}", "UTF-8"},
        {"{\"format\":1,\"states\":[\"o\xed\xa0\x80\"]}", "UTF-8"},
        {"{\"format\":1,\"states\":[\"o\xc0\x80\"]}", "UTF-8"},
        {"{\"format\":1,\"states\":[\"o\\u0000\"]}", "a string without \\u0000"},
        {VALUE("{\"str\":\"\\u0000\"}"), "a string without \\u0000"},
        /* Marks. */
        {"{\"format\":1,\"states\":[\"off\"]}}", "the end"},
        {"{\"format\":1,\"states\":[\"off\"]} x", "the end"},
        {"{\"format\":1,\"states\":[\"off\"],}", "expected format definition"},
        {"{\"format\":1,\"states\":[\"off\",]}", "a value"},
        {"{\"format\":1,\"states\":[\"off\" \"on\"]}", "',' or ']'"},
        {"{\"format\":1 \"states\":[\"off\"]}", "',' or '}'"},
        {"{\"format\" 1,\"states\":[\"off\"]}", "':'"},
        {"{\"format\":1,\"states\":[\"off\"}", "',' or '}'"},
        {"{\"format\":1,\v\"states\":[\"off\"]}", "expected format definition"},
        {"{\"format\":1,\xc2\xa0\"states\":[\"off\"]}", "expected format definition"},
        {"{format:1}", "expected format definition"},
        {"{'format':1}", "expected format definition"},
        {"{/**/\"format\":1}", "expected format definition"},
    };
    sfsm_machine *const machine = machine_of_document(plant);
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT(faults); i++) {
        sfsm_diagnostics *diagnostics = NULL;
        const sfsm_status status = sfsm_machine_restore(machine, faults[i].json, strlen(faults[i].json), NULL, &diagnostics);
        if (status != SFSM_BAD_VALUE || sfsm_diagnostics_count(diagnostics) != 1 ||
            strstr(sfsm_diagnostics_text(diagnostics), faults[i].words) == NULL) {
            print_error("%s: %s: %sexpected: %s\n", faults[i].json, sfsm_status_name(status),
                        sfsm_diagnostics_text(diagnostics), faults[i].words);
            wrong++;
        }
        sfsm_diagnostics_release(diagnostics);
        assert_is_in(machine, "off");
    }
    assert_int_equal(wrong, 0);
    sfsm_machine_release(machine);
}

static void json_that_is_cut_is_refused(void **state) {
    (void)state;
    static const char json[] = WITH("\"timers\":" TIMERS ",\"sent\":" SENT("{\"i32\":-5}"));
    sfsm_machine *const machine = machine_of_document(plant);
    for (size_t size = 0; size < strlen(json); size++) {
        char *const own = malloc(size + 1); /* of its own size, so that reading behind it is noticed */
        sfsm_diagnostics *diagnostics = NULL;
        memcpy(own, json, size);
        assert_status(sfsm_machine_restore(machine, own, size, NULL, &diagnostics), SFSM_BAD_VALUE);
        assert_int_equal(sfsm_diagnostics_count(diagnostics), size > 0);
        sfsm_diagnostics_release(diagnostics);
        free(own);
    }
    sfsm_machine_release(machine);
}

/* JSON that is `head`, `count` times `unit`, and `tail`. */
static void check_long(const char *head, const char *unit, size_t count, const char *tail, sfsm_status expected) {
    const size_t length = strlen(unit), size = strlen(head) + count * length + strlen(tail);
    char *const json = malloc(size + 1);
    assert_non_null(json);
    char *end = json;
    memcpy(end, head, strlen(head));
    end += strlen(head);
    for (size_t i = 0; i < count; i++, end += length) {
        memcpy(end, unit, length);
    }
    memcpy(end, tail, strlen(tail) + 1);
    sfsm_machine *const machine = machine_of_document(plant);
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(machine, json, size, NULL, &diagnostics);
    sfsm_diagnostics_release(diagnostics);
    free(json);
    assert_status(status, expected);
    sfsm_machine_release(machine);
}

static void brackets_may_be_as_deep_as_they_like(void **state) {
    (void)state;
    const size_t count = test_size(1000000, 20000);
    check_long("{\"format\":1,\"states\":", "[", count, "", SFSM_BAD_VALUE);
    check_long("{\"format\":", "{\"format\":", count, "", SFSM_BAD_VALUE);
    check_long("{\"format\":1,\"states\":[\"off\"],\"sent\":", "[{\"event\":", count, "", SFSM_BAD_VALUE);
    check_long("", "{", count, "", SFSM_BAD_VALUE);
}

static void large_json_is_read(void **state) {
    (void)state;
    const size_t bytes = test_size(16000000, 200000);
    check_long("{\"format\":1,\"states\":[\"off\"]", " ", bytes, "}", SFSM_OK);
    check_long("{\"format\":1,\"states\":[\"off\"],\"sent\":[{\"event\":\"stop\"}", ",{\"event\":\"stop\"}", bytes / 17, "]}", SFSM_OK);
    check_long("{\"format\":1,\"states\":[\"off", "\\u006f", bytes / 6, "\"]}", SFSM_UNKNOWN_STATE);
    check_long("{\"format\":1,\"states\":[\"off\"", ",\"off\"", bytes / 6, "]}", SFSM_BAD_CONFIGURATION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_whole_without_its_faults), cmocka_unit_test(every_fault_is_told),
        cmocka_unit_test(json_that_is_cut_is_refused),    cmocka_unit_test(brackets_may_be_as_deep_as_they_like),
        cmocka_unit_test(large_json_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
