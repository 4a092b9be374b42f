/* write_pictures FOLDER COUNT SEED [FILE...]: writes random documents that have no errors, and those of these files, each with
 * its JSON twin and its pictures, as N.fsm, N.json, N.dot, N.mmd, N.puml, N.md and N.html. */
#include "random_documents.h"
#include "written.h"

#include <stdbool.h>
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

/* Whether the document has no errors. */
static bool write_document(const char *folder, size_t number, const char *text) {
    sfsm_builder *const builder = read_builder(text);
    sfsm_table *table = NULL;
    const bool is_valid = sfsm_builder_build(builder, &table, NULL) == SFSM_OK;
    for (sfsm_format format = SFSM_TEXT; is_valid && format <= SFSM_HTML; format++) {
        write_file(folder, number, table, format);
    }
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return is_valid;
}

static void write_document_of_file(const char *folder, size_t number, const char *path) {
    static char text[RANDOM_DOCUMENT_LIMIT];
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    if (!write_document(folder, number, text)) {
        fprintf(stderr, "%s has errors\n", path);
        exit(2);
    }
}

int main(int count, char **arguments) {
    if (count < 4) {
        fputs("usage: write_pictures FOLDER COUNT SEED [FILE...]\n", stderr);
        return 2;
    }
    static char text[RANDOM_DOCUMENT_LIMIT];
    const size_t wanted = strtoul(arguments[2], NULL, 10);
    uint32_t seed = (uint32_t)strtoul(arguments[3], NULL, 10);
    size_t written = 0;
    for (; written < wanted; seed++) {
        random_document(seed, text);
        if (write_document(arguments[1], written, text)) {
            written++;
        }
    }
    for (int file = 4; file < count; file++) {
        write_document_of_file(arguments[1], written++, arguments[file]);
    }
    return 0;
}
