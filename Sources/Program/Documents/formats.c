#include "formats.h"

#include <string.h>

#include "files.h"
#include "messages.h"

const format formats[FORMAT_COUNT] = {
    {"text", SFSM_TEXT, {".fsm"}, NULL},
    {"json", SFSM_JSON, {".json"}, NULL},
    {"dot", SFSM_DOT, {".dot", ".gv"}, NULL},
    {"mermaid", SFSM_MERMAID, {".mmd", ".mermaid"}, NULL},
    {"plantuml", SFSM_PLANTUML, {".puml", ".plantuml"}, NULL},
    {"matrix", SFSM_MATRIX, {".txt"}, NULL},
    {"markdown", SFSM_MARKDOWN, {".md"}, NULL},
    {"html", SFSM_HTML, {".html", ".htm"}, NULL},
    {"svg", SFSM_DOT, {".svg"}, "svg"},
    {"png", SFSM_DOT, {".png"}, "png"},
    {"pdf", SFSM_DOT, {".pdf"}, "pdf"},
};

const char *const format_names[FORMAT_COUNT] = {"text",   "json",     "dot",  "mermaid", "plantuml", "matrix",
                                                "markdown", "html", "svg",  "png",     "pdf"};

const format *format_of_path(const char *path) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        for (size_t j = 0; j < 3 && formats[i].endings[j] != NULL; j++) {
            const size_t end = strlen(formats[i].endings[j]);
            if (length > end && strcmp(path + length - end, formats[i].endings[j]) == 0) {
                return &formats[i];
            }
        }
    }
    return NULL;
}

bool write_document(const document *document, const sfsm_writing *writing, buffer *text) {
    const sfsm_status status = sfsm_table_write(document->table, writing, buffer_write, text);
    if (status != SFSM_OK) {
        complain("%s cannot be written like that: %s", file_name(document->path), sfsm_status_name(status));
    }
    return status == SFSM_OK;
}
