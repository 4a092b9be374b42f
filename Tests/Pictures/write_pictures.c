/* write_pictures FOLDER COUNT [SEED]: writes random documents that have no errors, each with its JSON twin and its pictures, as
 * N.fsm, N.json, N.dot, N.mmd, N.puml, N.md and N.html. */
#include "random_documents.h"
#include "written.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const extensions[] = {"fsm", "json", "dot", "mmd", "puml", "txt", "md", "html"};

static void write_file(const char *folder, size_t number, const sfsm_table *table, sfsm_format format) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%zu.%s", folder, number, extensions[(size_t)format]);
    FILE *const file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    const sfsm_id state = sfsm_table_state_at(table, number % sfsm_table_state_count(table));
    const sfsm_writing writing = {.size = sizeof writing, .format = format, .flags = number % 7 == 0 ? (uint32_t)SFSM_FLAT : 0,
                                  .current = &state, .current_count = 1};
    const written text = write_table(table, &writing);
    if (fwrite(text.text, 1, text.length, file) != text.length || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
    free(text.text);
}

int main(int count, char **arguments) {
    if (count < 3) {
        fputs("usage: write_pictures FOLDER COUNT [SEED]\n", stderr);
        return 2;
    }
    static char text[RANDOM_DOCUMENT_LIMIT];
    const size_t wanted = strtoul(arguments[2], NULL, 10);
    uint32_t seed = count > 3 ? (uint32_t)strtoul(arguments[3], NULL, 10) : 1;
    for (size_t written = 0; written < wanted; seed++) {
        random_document(seed, text);
        sfsm_builder *const builder = read_builder(text);
        sfsm_table *table = NULL;
        if (sfsm_builder_build(builder, &table, NULL) == SFSM_OK) {
            for (sfsm_format format = SFSM_TEXT; format <= SFSM_HTML; format++) {
                write_file(arguments[1], written, table, format);
            }
            written++;
        }
        sfsm_table_release(table);
        sfsm_builder_release(builder);
    }
    return 0;
}
