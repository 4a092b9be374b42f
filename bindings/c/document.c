#define _XOPEN_SOURCE 700

#include "document.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path of the file `name` in the folder of this program, which the caller frees; NULL with errno. */
static char *path_beside_program(const char *name) {
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) {
        return NULL;
    }
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - program) + 1;
    char *path = malloc(folder + strlen(name) + 1);
    if (path != NULL) {
        memcpy(path, program, folder);
        strcpy(path + folder, name);
    }
    return path;
}

/* Reads a stream to its end. False with errno. */
static bool read_all(FILE *stream, struct document *document) {
    size_t capacity = 0, count;
    do {
        if (document->length == capacity) {
            size_t larger = capacity == 0 ? 16384 : capacity * 2;
            char *text = realloc(document->text, larger);
            if (text == NULL) {
                return false;
            }
            document->text = text;
            capacity = larger;
        }
        count = fread(document->text + document->length, 1, capacity - document->length, stream);
        document->length += count;
    } while (count > 0);
    return !ferror(stream);
}

static bool complain(struct document *document, const struct document_place *place) {
    fprintf(stderr, "%s: %s: cannot be read: %s\n", place->program,
            document->path == NULL ? place->name : document->path, strerror(errno));
    fprintf(stderr, "%s: %s belongs beside the program, or its path into the environment variable %s\n", place->program,
            place->name, place->variable);
    document_release(document);
    return false;
}

bool document_read(struct document *document, const struct document_place *place) {
    *document = (struct document){0};
    const char *chosen = getenv(place->variable);
    document->path = chosen != NULL && *chosen != '\0' ? strdup(chosen) : path_beside_program(place->name);
    FILE *stream = document->path == NULL ? NULL : fopen(document->path, "rb");
    if (stream == NULL) {
        return complain(document, place);
    }
    bool is_read = read_all(stream, document);
    int error = errno;
    fclose(stream);
    errno = error;
    return is_read || complain(document, place);
}

bool document_add(struct document *document, const char *text) {
    size_t length = strlen(text);
    char *longer = realloc(document->text, document->length + length);
    if (longer != NULL) {
        memcpy(longer + document->length, text, length);
        document->text = longer;
        document->length += length;
    }
    return longer != NULL;
}

sfsm_table *document_build(const struct document *document, const char *program, const sfsm_binding *bindings,
                           size_t binding_count, sfsm_function on_step) {
    const sfsm_reading reading = {
        .size = sizeof reading,
        .file = document->path,
        .bindings = bindings,
        .binding_count = binding_count,
    };
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_status status = sfsm_builder_read(builder, document->text, document->length, &reading, &diagnostics);
    if (status == SFSM_OK && on_step != NULL) {
        status = sfsm_builder_on_step(builder, on_step, NULL, NULL);
    }
    if (status == SFSM_OK) {
        status = sfsm_builder_build(builder, &table, &diagnostics);
    }
    if (status != SFSM_OK) {
        fprintf(stderr, "%s: %s: %s\n", program, document->path, sfsm_status_name(status));
    }
    fputs(sfsm_diagnostics_text(diagnostics), stderr); /* errors or warnings; none of either is expected */
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
    return table;
}

void document_release(struct document *document) {
    free(document->path);
    free(document->text);
    *document = (struct document){0};
}
