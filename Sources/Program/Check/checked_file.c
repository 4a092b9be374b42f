#include "checked_file.h"

#include <string.h>

#include "files.h"
#include "messages.h"

/* A report_teller: keeps a fault. */
static void keep(const report *report, int32_t line, const char *text) {
    checked_file *const file = report->context;
    *LIST_ADD(&file->arena, &file->failures) = (failure){line, arena_text(&file->arena, text, strlen(text))};
}

/* Compares with an older document, with all callbacks left out. */
static bool hold_against(checked_file *file, const char *path) {
    document old, new;
    const bool is_old_read = document_open(&old, path, NULL, NULL);
    new = (document){.path = file->path, .table = file->test.table};
    if (is_old_read) {
        compare_ids(&file->differences, old.table, new.table);
    }
    document_release(&old);
    return is_old_read;
}

void check_file(checked_file *file, const char *path, const char *against) {
    *file = (checked_file){.path = path, .status = STATUS_UNUSABLE};
    file->report = (report){.path = file_name(path), .tell = keep, .context = file};
    if (!document_read_text(path, &file->text)) {
        return;
    }
    case_open(&file->test, &file->report, arena_text(&file->arena, file->text.text, file->text.length));
    const sfsm_status status = case_define(&file->test, file->text.text, file->text.length, &file->diagnostics);
    if (status != SFSM_OK && sfsm_diagnostics_count(file->diagnostics) == 0) {
        complain("%s cannot be read: %s", file_name(path), sfsm_status_name(status));
        return;
    }
    if (file->test.is_read) {
        case_check(&file->test, file->diagnostics, NULL);
        check_letter_case(file);
    }
    if (against != NULL && file->test.table != NULL && !hold_against(file, against)) {
        return;
    }
    const bool is_expected = file->test.diagnostics_line > 0;
    const bool is_faulty = (status != SFSM_OK && !is_expected) || file->failures.count > 0 ||
                           file->differences.breaking_count > 0;
    file->status = is_faulty ? STATUS_FAULTS : STATUS_FINE;
}

void checked_file_release(checked_file *file) {
    sfsm_diagnostics_release(file->diagnostics);
    case_close(&file->test);
    differences_release(&file->differences);
    buffer_release(&file->text);
    arena_release(&file->arena);
}
