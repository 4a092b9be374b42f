/* Chapter 13: pictures and tables of definitions. */
#include "sequences.h"

static const char text[] = "definition washing version 1\n"
                           "  event coin (i32 cents)\n"
                           "  predicate Mood good bad\n"
                           "  initial idle\n"
                           "  superstate quiet\n"
                           "    hush -> same / count\n"
                           "  state idle adopts quiet\n"
                           "    entry count\n"
                           "    coin [Mood good] ? yes -> washing / count\n"
                           "  parallel washing\n"
                           "    timeout 60 hush\n"
                           "    state drum\n"
                           "      default filling\n"
                           "      state filling\n"
                           "        full -> spinning\n"
                           "      state spinning\n"
                           "        stop -> filling\n"
                           "    state door\n"
                           "      lock -> same\n"
                           "    hush -> idle\n";

static sfsm_status count_bytes(void *context, const char *bytes, size_t count) {
    *(size_t *)context += bytes == NULL ? 0 : count;
    return SFSM_OK;
}

/* Of the definition as it is, then of a part of it. */
static void draw(sequence_run *run, sfsm_format format) {
    size_t sizes[2] = {0, 0};
    sfsm_table *const table = sequence_document(run, text);
    const sfsm_id idle = sfsm_table_state_named(table, "idle", 4), drum = sfsm_table_state_named(table, "drum", 4);
    const uint64_t taken[16] = {3, 1, 4, 1, 5};
    sfsm_writing writing = {.size = sizeof writing, .format = format};
    TRY((sizes[0] = 0, sfsm_table_write(table, &writing, count_bytes, &sizes[0])), SFSM_OK);
    writing.flags = SFSM_FLAT;
    writing.current = &idle;
    writing.hidden = &drum;
    writing.focus = &idle;
    writing.current_count = writing.hidden_count = writing.focus_count = 1;
    writing.taken = taken;
    writing.taken_count = sfsm_table_row_count(table);
    TRY((sizes[1] = 0, sfsm_table_write(table, &writing, count_bytes, &sizes[1])), SFSM_OK);
    REQUIRE(sizes[0] > 50 && sizes[1] > 10);
    sfsm_table_release(table);
}

static void pictures_for_graphviz(sequence_run *run) {
    draw(run, SFSM_DOT);
}

static void pictures_for_mermaid(sequence_run *run) {
    draw(run, SFSM_MERMAID);
}

static void pictures_for_plantuml(sequence_run *run) {
    draw(run, SFSM_PLANTUML);
}

static void matrices(sequence_run *run) {
    draw(run, SFSM_MATRIX);
    draw(run, SFSM_MARKDOWN);
    draw(run, SFSM_HTML);
}

const call_sequence picture_sequences[] = {
    {"pictures for graphviz", pictures_for_graphviz},
    {"pictures for Mermaid", pictures_for_mermaid},
    {"pictures for PlantUML", pictures_for_plantuml},
    {"matrices", matrices},
    {NULL, NULL},
};
