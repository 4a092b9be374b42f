#include "document.h"

#include <string.h>

#include "files.h"
#include "messages.h"

bool document_read_text(const char *path, buffer *out_text) {
    if (!file_read(path, SFSM_BYTE_LIMIT, out_text)) {
        return false;
    }
    const char *const text = buffer_text(out_text);
    if (strlen(text) < out_text->length) {
        complain("%s is not a text: byte %zu is 0", file_name(path), strlen(text) + 1);
        return false;
    }
    if (text[strspn(text, " \t\r\n")] == '\0') {
        complain("%s is empty: a document begins with the word definition", file_name(path));
        return false;
    }
    return true;
}

bool document_open(document *document, const char *path, sfsm_finder finder, void *context) {
    *document = (struct document){.path = path};
    if (!document_read_text(path, &document->text)) {
        return false;
    }
    const sfsm_reading reading = {.size = sizeof reading, .file = file_name(path), .finder = finder, .context = context,
                                  .flags = finder == NULL ? SFSM_UNBOUND : 0};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_status status =
        sfsm_builder_read(builder, document->text.text, document->text.length, &reading, &diagnostics);
    if (status == SFSM_OK) {
        status = sfsm_builder_build(builder, &document->table, &diagnostics);
    }
    sfsm_builder_release(builder);
    if (status != SFSM_OK && sfsm_diagnostics_count(diagnostics) == 0) {
        complain("%s cannot be read: %s", file_name(path), sfsm_status_name(status));
    } else if (status != SFSM_OK) {
        print_diagnostics(diagnostics);
    }
    sfsm_diagnostics_release(diagnostics);
    return status == SFSM_OK;
}

void document_release(document *document) {
    sfsm_table_release(document->table);
    buffer_release(&document->text);
}
