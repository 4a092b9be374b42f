#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void report_fault(report *report, int32_t line, const char *format, ...) {
    char text[sizeof report->first_text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (report->count++ == 0) {
        report->first_line = line;
        snprintf(report->first_text, sizeof report->first_text, "%s", text);
    }
    if (report->tell != NULL) {
        report->tell(report, report->lines_before + line, text);
    } else if (!report->is_quiet) {
        fprintf(stderr, "%s:%d: %s\n", report->path, (int)(report->lines_before + line), text);
    }
}
