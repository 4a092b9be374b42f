/* Snapshots as JSON: exactly what is written, and what is read of it in any order, with any spaces and escapes. */
#include "arguments.h"
#include "versions.h"

#include <locale.h>
#include <stdio.h>

/* Everything that a snapshot can have: an event with arguments that is sent, timers, timeouts, a history, cases. */
static const char plant[] = "definition plant version \"2 beta\"\n"
                            "  initial off\n"
                            "  event alarm (str place, f64 level, u8 code)\n"
                            "  predicate Shift day night\n"
                            "  off start -> on\n"
                            "  parallel on\n"
                            "    stop -> off\n"
                            "    start -> defer\n"
                            "    alarm -> internal\n"
                            "    pause [Shift day] -> \"at rest\"\n"
                            "    timeout 90 stop\n"
                            "    timeout 95 stop\n"
                            "    state heating\n"
                            "      history last-time\n"
                            "      default low\n"
                            "      state low\n"
                            "        more -> high\n"
                            "      state high\n"
                            "        more -> low\n"
                            "    state pumping\n"
                            "      tick -> same\n"
                            "  \"at rest\" start -> last-time\n";

static void send_by_day(sfsm_machine *machine, const char *event, sfsm_outcome outcome) {
    const sfsm_case day = {sfsm_table_predicate_at(sfsm_machine_table(machine), 0), 0};
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(event_of(machine, event), &day, 1)), outcome);
}

/* A plant in its second run, with something of everything. */
static sfsm_machine *busy_plant(void) {
    sfsm_machine *const machine = machine_of_document(plant);
    const int32_t shift = sfsm_table_predicate_at(sfsm_machine_table(machine), 0);
    const sfsm_case night = {shift, 1};
    const int32_t alarm = event_of(machine, "alarm");
    send_by_day(machine, "start", SFSM_TRANSITIONED);
    send_by_day(machine, "more", SFSM_TRANSITIONED);
    send_by_day(machine, "pause", SFSM_TRANSITIONED);
    send_by_day(machine, "start", SFSM_TRANSITIONED);
    send_by_day(machine, "start", SFSM_DEFERRED);
    assert_status(sfsm_machine_advance(machine, 40), SFSM_OK);
    send_event_later(machine, "tick", 3);
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_message message =
        *MESSAGE_WITH(alarm, &night, 1, ARGUMENTS(STR("hall \"A\"\n\xc3\xa4"), F64(-0.1), U8(255)));
    assert_status(sfsm_machine_plan(machine, MESSAGE_MATCHING(event_of(machine, "more"), &night, 1), &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, &message), SFSM_QUEUED);
    assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(state_of(machine, "off"), &night, 1)), SFSM_QUEUED);
    assert_status(sfsm_machine_stop(machine), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    return machine;
}

/* The JSON of a machine; `fingerprint` stands for 64 digits. */
static void assert_json(const sfsm_machine *machine, uint32_t flags, const char *expected) {
    snapshot json = snapshot_with(machine, SFSM_SNAPSHOT_JSON | flags);
    static const char member[] = "\"fingerprint\":\"";
    char *const digits = strstr(json.bytes, member) + strlen(member);
    assert_int_equal(strspn(digits, "0123456789abcdef"), 64);
    memcpy(digits, "fingerprint", 11);
    memmove(digits + 11, digits + 64, strlen(digits + 64) + 1);
    assert_string_equal(json.bytes, expected);
}

static void a_flat_machine_in_json(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    assert_json(machine, 0, "{\"format\":1,\"fingerprint\":\"fingerprint\",\"states\":[1]}");
    assert_json(machine, SFSM_SNAPSHOT_DUE, "{\"format\":1,\"fingerprint\":\"fingerprint\",\"states\":[1],\"time\":0}");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_json(machine, 0, "{\"format\":1,\"fingerprint\":\"fingerprint\",\"states\":[1],\"flags\":[\"stopped\"]}");
    sfsm_machine_release(machine);
    sfsm_machine *const named = machine_of_document("definition \"a \\\"b\\\"\" version 3\n  initial x\n  x y -> x\n");
    assert_json(named, 0, "{\"format\":1,\"definition\":\"a \\\"b\\\"\",\"version\":\"3\",\"fingerprint\":\"fingerprint\","
                          "\"states\":[\"x\"]}");
    sfsm_machine_release(named);
}

#define HEAD "{\"format\":1,\"definition\":\"plant\",\"version\":\"2 beta\",\"fingerprint\":\"fingerprint\","
#define REST                                                                                                           \
    "\"timeouts\":[{\"state\":\"on\",\"event\":\"stop\",\"index\":0,\"number\":33554433},"                              \
    "{\"state\":\"on\",\"event\":\"stop\",\"index\":1,\"number\":33554432}],"                                           \
    "\"sent\":[{\"event\":\"alarm\",\"cases\":[[\"Shift\",\"night\"]],"                                                \
    "\"arguments\":[{\"str\":\"hall \\\"A\\\"\\u000a\xc3\xa4\"},{\"f64\":-0.1},{\"u8\":255}]},"                        \
    "{\"request\":\"off\",\"cases\":[[\"Shift\",\"night\"]]},{\"stop\":true}],"                                        \
    "\"deferred\":[{\"event\":\"start\",\"cases\":[[\"Shift\",\"day\"]]}]}"

static void a_chart_in_json(void **state) {
    (void)state;
    sfsm_machine *const machine = busy_plant();
    sfsm_machine *const other = machine_of_document(plant);
    assert_json(machine, 0, HEAD "\"states\":[\"high\",\"pumping\"],\"flags\":[\"restless\"],\"progress\":[0,0,1,2],"
                            "\"histories\":[{\"state\":\"heating\",\"states\":[\"high\"]}],"
                            "\"timers\":[{\"event\":\"tick\",\"left\":3,\"number\":16777218},"
                            "{\"event\":\"stop\",\"left\":50,\"number\":33554433},"
                            "{\"event\":\"stop\",\"left\":55,\"number\":33554432}]," REST);
    const snapshot json = json_of(machine), bytes = snapshot_of(machine);
    restore(other, &json);
    const snapshot again = snapshot_of(other);
    assert_same_snapshot(&bytes, &again);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* The same JSON, written by others. */
static void json_may_be_written_in_many_ways(void **state) {
    (void)state;
    static const char *const same[] = {
        "{\"format\":1,\"states\":[\"low\",\"pumping\"]}",
        "{\"states\":[\"pumping\",\"low\"],\"format\":1}",
        " \t\r\n{ \"states\" : [ \"low\" ,\n\"pumping\" ] ,\t\"format\" : 1 }\r\n ",
        "{\"format\":1,\"definition\":\"plant\",\"version\":\"77\",\"states\":[\"low\",\"pumping\"],\"flags\":[],\"progress\":[0,0,0,1]}",
        "{\"format\":1,\"states\":[\"low\",\"pumping\"],\"timers\":[],\"histories\":[],\"timeouts\":[],\"sent\":[],\"deferred\":[]}",
        "{\"format\":1,\"states\":[\"l\\u006fw\",\"\\u0070um\\u0070in\\u0067\"]}",
    };
    sfsm_machine *const machine = machine_of_document(plant);
    for (size_t i = 0; i < COUNT(same); i++) {
        sfsm_diagnostics *diagnostics = NULL;
        assert_status(sfsm_machine_set_state(machine, state_of(machine, "off")), SFSM_OK);
        if (sfsm_machine_restore(machine, same[i], strlen(same[i]), NULL, &diagnostics) != SFSM_OK) {
            fail_msg("%s%s", sfsm_diagnostics_text(diagnostics), same[i]);
        }
        assert_is_in(machine, "low pumping");
    }
    sfsm_machine_release(machine);
}

static void strings_may_be_escaped_in_many_ways(void **state) {
    (void)state;
    static const struct {
        const char *json, *written;
    } strings[] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\u0008\\u000c\\u000a\\u000d\\u0009\""},
        {"\"\\u00E4\\u20aC\\ud83D\\uDe00\"", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"\"\\u0001\\u007f\\u0080\\uffff\"", "\"\\u0001\x7f\xc2\x80\xef\xbf\xbf\""},
        {"[104, 105]", "\"hi\""},
        {"[255,\n1]", "[255,1]"},
        {"[]", "\"\""},
        {"null", "null"},
    };
    sfsm_machine *const machine = machine_of_document(plant);
    for (size_t i = 0; i < COUNT(strings); i++) {
        char json[400];
        snprintf(json, sizeof json, "{\"format\":1,\"states\":[\"off\"],\"sent\":[{\"event\":\"alarm\",\"arguments\":[{\"str\":%s},"
                 "{\"f64\":1E+2},{\"u8\":0}]}]}", strings[i].json);
        sfsm_diagnostics *diagnostics = NULL;
        if (sfsm_machine_restore(machine, json, strlen(json), NULL, &diagnostics) != SFSM_OK) {
            fail_msg("%s%s", sfsm_diagnostics_text(diagnostics), json);
        }
        snprintf(json, sizeof json, "\"arguments\":[{\"str\":%s},{\"f64\":100},{\"u8\":0}]", strings[i].written);
        assert_json_says(machine, json);
    }
    sfsm_machine_release(machine);
}

/* Where a comma stands for the point, and thousands are grouped. */
static void a_locale_changes_nothing(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    sfsm_machine *const machine = busy_plant();
    const snapshot expected = json_of(machine);
    const char *found = NULL;
    for (size_t i = 0; i < COUNT(names) && found == NULL; i++) {
        found = setlocale(LC_ALL, names[i]);
    }
    const snapshot actual = json_of(machine);
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(machine, actual.bytes, actual.size, NULL, &diagnostics);
    const snapshot again = json_of(machine);
    setlocale(LC_ALL, "C");
    if (found == NULL) {
        print_message("no locale with a comma is installed: skipped\n");
    }
    assert_status(status, SFSM_OK);
    assert_same_snapshot(&actual, &expected);
    assert_same_snapshot(&again, &expected);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_machine_in_json),
        cmocka_unit_test(a_chart_in_json),
        cmocka_unit_test(json_may_be_written_in_many_ways),
        cmocka_unit_test(strings_may_be_escaped_in_many_ways),
        cmocka_unit_test(a_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
