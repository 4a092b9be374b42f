/* Chapter 7, sfsm_table_snapshot_key: what a definition does has a key, the same in every process, on every platform and in
 * every version of the library that can read its snapshots. */
#include "written.h"

#include <stdio.h>

static const char base[] = "definition d\n"
                           "  ids events coin = 1 pass = 2 kick = 3 over = 4\n"
                           "  ids states p = 10 r1 = 11 r2 = 12 a = 13 b = 14 c = 15 d = 16 h = 17 out = 18\n"
                           "  ids predicates Mood = 1\n"
                           "  event coin (i32 cents, str)\n"
                           "  predicate Mood good bad by ask\n"
                           "  initial out\n"
                           "  state out\n"
                           "    coin [Mood good] ? yes -> b and d\n"
                           "    pass -> h\n"
                           "  parallel p\n"
                           "    done over\n"
                           "    state r1\n"
                           "      default a\n"
                           "      history h\n"
                           "      state a\n"
                           "        kick -> b raises pass\n"
                           "      state b\n"
                           "        kick ? in d -> a\n"
                           "    state r2\n"
                           "      default c\n"
                           "      state c\n"
                           "        timeout 5 kick\n"
                           "      state d final\n"
                           "    local over -> out\n";

/* One word or line of it, and what stands there instead. */
typedef struct change {
    const char *before, *after;
} change;

static uint64_t key_after(const change *change) {
    char text[sizeof base + 100];
    const char *const place = strstr(base, change->before);
    assert_non_null(place);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - base), base, change->after, place + strlen(change->before));
    sfsm_table *const table = read_table(text);
    const uint64_t key = sfsm_table_snapshot_key(table);
    assert_true(sfsm_table_snapshot_key(table) == key);
    sfsm_table_release(table);
    return key;
}

static void whatever_a_definition_does_is_in_its_key(void **state) {
    (void)state;
    static const change changes[] = {
        {"", ""},
        {"i32 cents", "i64 cents"},
        {"good bad by ask", "good bad"},
        {"good bad by", "good bad worse by"},
        {"[Mood good]", "[Mood bad]"},
        {" ? yes", ""},
        {"b and d", "b"},
        {"-> h", "-> p"},
        {"done over", "done pass"},
        {"default a", "default b"},
        {"history h", "deep history h"},
        {" raises pass", ""},
        {"raises pass", "raises kick"},
        {"in d", "not in d"},
        {"in d", "in c"},
        {"timeout 5", "timeout 6"},
        {"d final", "d"},
        {"local over", "over"},
    };
    uint64_t keys[COUNT(changes)];
    for (size_t i = 0; i < COUNT(changes); i++) {
        keys[i] = key_after(&changes[i]);
        for (size_t other = 0; other < i; other++) {
            if (keys[i] == keys[other]) {
                fail_msg("\"%s\" and \"%s\" make no difference", changes[i].after, changes[other].after);
            }
        }
    }
}

static void names_and_callbacks_are_not_in_it(void **state) {
    (void)state;
    static const change changes[] = {{"definition d", "definition other version 3"}, {"cents", "amount"},
                                     {"? yes", "? always"}, {"by ask", "by tell"}, {"Mood good bad", "Mood good awful"}};
    for (size_t i = 0; i < COUNT(changes); i++) {
        assert_true(key_after(&changes[i]) == key_after(&(const change){"", ""}));
    }
}

/* If this key changes, snapshots of definitions that cannot be written are no longer known: see CHANGELOG.md. */
static void it_is_the_same_in_every_version(void **state) {
    (void)state;
    const uint64_t key = key_after(&(const change){"", ""});
    assert_true(key == UINT64_C(0x357615de45a8e7e9));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_a_definition_does_is_in_its_key),
        cmocka_unit_test(names_and_callbacks_are_not_in_it),
        cmocka_unit_test(it_is_the_same_in_every_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
