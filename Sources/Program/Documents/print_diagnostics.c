/* Diagnostics, for people and as JSON. */
#include <stdio.h>

#include "document.h"

void print_diagnostics(const sfsm_diagnostics *diagnostics) {
    fflush(stdout);
    fputs(sfsm_diagnostics_text(diagnostics), stderr);
}

size_t count_diagnostics(const sfsm_diagnostics *diagnostics, sfsm_severity severity) {
    size_t count = 0;
    for (size_t i = 0; i < sfsm_diagnostics_count(diagnostics); i++) {
        sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
        sfsm_diagnostics_get(diagnostics, i, &diagnostic);
        count += diagnostic.severity == severity;
    }
    return count;
}

void add_diagnostics(buffer *json, const sfsm_diagnostics *diagnostics) {
    for (size_t i = 0; i < sfsm_diagnostics_count(diagnostics); i++) {
        sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
        sfsm_diagnostics_get(diagnostics, i, &diagnostic);
        json_begin_object(json, NULL);
        json_add_text(json, "severity", diagnostic.severity == SFSM_ERROR ? "error" : "warning");
        json_add_text(json, "kind", sfsm_diagnostic_kind_name(diagnostic.kind));
        json_add_number(json, "line", diagnostic.line);
        json_add_number(json, "column", diagnostic.column);
        json_add_text(json, "text", diagnostic.text);
        json_begin_array(json, "lines");
        for (size_t place = 0; place < diagnostic.place_count; place++) {
            const char *file = NULL;
            int32_t line = 0;
            sfsm_diagnostics_place(diagnostics, i, place, &file, &line);
            json_add_number(json, NULL, line);
        }
        json_end_array(json);
        json_end_object(json);
    }
}
