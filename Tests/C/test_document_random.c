/* Random documents: what is written reads again as the same, and tables write what their builders wrote, in all formats. */
#include "random_documents.h"
#include "written.h"

#include <stdlib.h>

static void check_pictures(const sfsm_table *table, uint32_t seed) {
    for (int32_t format = SFSM_DOT; format <= SFSM_HTML; format++) {
        const sfsm_id state = sfsm_table_state_at(table, draw_below(&seed, (uint32_t)sfsm_table_state_count(table)));
        sfsm_writing writing = {.size = sizeof writing, .format = format, .current = &state, .current_count = 1};
        switch (draw_below(&seed, 4)) {
        case 0: writing.flags = SFSM_FLAT; break;
        case 1: writing.hidden = &state, writing.hidden_count = 1; break;
        case 2: writing.focus = &state, writing.focus_count = 1; break;
        default: break;
        }
        written picture = write_table(table, &writing);
        written again = write_table(table, &writing);
        assert_true(picture.length > 0);
        assert_string_equal(picture.text, again.text);
        free(picture.text);
        free(again.text);
    }
}

static void what_is_written_reads_as_the_same(void **state) {
    (void)state;
    const seeds seeds = random_seeds(31, 20000, 200);
    static char text[RANDOM_DOCUMENT_LIMIT];
    size_t sound = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        const uint32_t seed = begin_round(seeds, round);
        random_document(seed, text);
        sfsm_builder *const builder = read_builder(text);
        const sfsm_writing json = {.size = sizeof json, .format = SFSM_JSON};
        const written first = write_builder(builder, NULL), first_json = write_builder(builder, &json);
        sfsm_builder *const other = read_builder(first.text);
        const written second = write_builder(other, NULL), second_json = write_builder(other, &json);
        assert_string_equal(first.text, second.text);
        assert_string_equal(first_json.text, second_json.text);
        uint8_t hash[32], other_hash[32];
        assert_status(sfsm_builder_fingerprint(builder, hash), SFSM_OK);
        assert_status(sfsm_builder_fingerprint(other, other_hash), SFSM_OK);
        assert_memory_equal(hash, other_hash, sizeof hash);
        sfsm_table *table = NULL;
        if (sfsm_builder_build(builder, &table, NULL) == SFSM_OK) {
            sound++;
            const written third = write_table(table, NULL), third_json = write_table(table, &json);
            assert_string_equal(first.text, third.text);
            assert_string_equal(first_json.text, third_json.text);
            assert_status(sfsm_table_fingerprint(table, other_hash), SFSM_OK);
            assert_memory_equal(hash, other_hash, sizeof hash);
            if (round % 4 == 0) {
                check_pictures(table, seed);
            }
            free(third.text);
            free(third_json.text);
        }
        sfsm_table_release(table);
        free(first.text);
        free(first_json.text);
        free(second.text);
        free(second_json.text);
        sfsm_builder_release(builder);
        sfsm_builder_release(other);
    }
    if (seeds.are_many) {
        assert_true(sound > seeds.count / 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_written_reads_as_the_same, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
