/*
 * One line of dpkg's log: dpkg(1), option --log. Words stand one space apart.
 *
 *     YYYY-MM-DD HH:MM:SS status STATE PACKAGE VERSION
 *     YYYY-MM-DD HH:MM:SS ACTION PACKAGE VERSION VERSION      install, upgrade, configure, trigproc, disappear, ...
 *     YYYY-MM-DD HH:MM:SS startup archives|packages COMMAND
 *     YYYY-MM-DD HH:MM:SS conffile FILE install|keep          the file's name may have spaces in it
 *
 * Digits are only counted: a month may be the 99th. A PACKAGE is letters, digits, "+", "-" and ".", then perhaps ":"
 * and an architecture of letters, digits and "-"; a VERSION any printable ASCII; a COMMAND letters, digits and "-".
 * Anything else is not understood, and neither is a line with a zero byte in it.
 */
#ifndef LOG_LINE_H
#define LOG_LINE_H

#include <stddef.h>
#include <stdint.h>

enum line_kind {
    LINE_OF_PACKAGE,    /* an event in a package's life */
    LINE_OF_RUN,        /* "startup ..." or "conffile ...": understood, but no event of a package */
    LINE_NOT_UNDERSTOOD /* `text` is as it was */
};

struct log_line {
    enum line_kind kind;
    int32_t event;       /* of package_life.h */
    int64_t seconds;     /* from one line to another: of the time that the log tells, without time zones */
    const char *package; /* its name with the architecture, "libc6:amd64", as the log writes it; inside the line */
};

/* Parses the `length` bytes of `text`, in which any bytes may be and which a zero byte must follow; a line end does
 * not belong to them. A line of a package is cut up in place. */
struct log_line log_line_parse(char *text, size_t length);

#endif
