/* Numbers as text and back. The engine asks the C library for that in two places (Sources/CMemory/numbers.h), and nowhere prints
 * or reads anything else; JavaScript has it already, which saves a tenth of the module. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("swiftfsm"), import_name(name)))

IMPORT("print") int32_t javascript_print(double number, int32_t digits, char *text, size_t capacity);
IMPORT("parse") double javascript_parse(const char *text, bool is_single, int32_t *length);

/* The format is "%.*g", and the number is finite. */
int snprintf(char *text, size_t capacity, const char *format, ...)
{
    (void)format;
    va_list values;
    va_start(values, format);
    const int digits = va_arg(values, int);
    const double number = va_arg(values, double);
    va_end(values);
    return javascript_print(number, digits, text, capacity);
}

static double parse(const char *text, bool is_single, char **end)
{
    int32_t length = 0;
    const double number = javascript_parse(text, is_single, &length);
    if (end != NULL)
        *end = (char *)text + length;
    return number;
}

double strtod(const char *text, char **end) { return parse(text, false, end); }
float strtof(const char *text, char **end) { return (float)parse(text, true, end); }
