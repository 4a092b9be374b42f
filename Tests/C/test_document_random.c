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

/* Reads what is written of a builder, which is then written as the same. */
static sfsm_builder *check_writing(const sfsm_builder *builder) {
    const written first = write_builder(builder, NULL);
    sfsm_builder *const other = read_builder(first.text);
    const written second = write_builder(other, NULL);
    assert_string_equal(first.text, second.text);
    free(first.text);
    free(second.text);
    return other;
}

/* A table says what a builder with the same definition does. */
static void check_table(const sfsm_table *table, const sfsm_builder *builder) {
    const sfsm_writing json = {.size = sizeof json, .format = SFSM_JSON};
    const written text = write_table(table, &json), same = write_builder(builder, &json);
    assert_string_equal(text.text, same.text);
    free(text.text);
    free(same.text);
    uint8_t hash[32], same_hash[32];
    assert_status(sfsm_table_fingerprint(table, hash), SFSM_OK);
    assert_status(sfsm_builder_fingerprint(builder, same_hash), SFSM_OK);
    assert_memory_equal(hash, same_hash, sizeof hash);
}

static void what_is_written_reads_as_the_same(void **state) {
    (void)state;
    const seeds seeds = random_seeds(31, 8000, 200);
    static char text[RANDOM_DOCUMENT_LIMIT];
    size_t sound = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        const uint32_t seed = begin_round(seeds, round);
        random_document(seed, text);
        sfsm_builder *const builder = read_builder(text);
        sfsm_builder *const other = check_writing(builder);
        sfsm_table *table = NULL;
        if (sfsm_builder_build(builder, &table, NULL) == SFSM_OK) {
            sound++;
            check_table(table, other);
            if (round % 8 == 0) {
                check_pictures(table, seed);
            }
        }
        sfsm_table_release(table);
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
