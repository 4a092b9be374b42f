/* Numbers as text, and back, in any locale. */
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the shortest text that is read as the same number, with a point whatever the locale, and returns its length:
 * below 32. */
static inline int swiftfsm_number_text(double number, bool is_single, char *text, size_t capacity)
{
    int length = 0;
    /* The smallest numbers need fewer digits than all others are exact to. */
    const bool is_small = number < (is_single ? 1.2e-38 : 2.3e-308) && number > (is_single ? -1.2e-38 : -2.3e-308);
    for (int digits = is_small ? 1 : is_single ? 6 : 15; digits <= (is_single ? 9 : 17); digits++) {
        length = snprintf(text, capacity, "%.*g", digits, number);
        if (is_single ? strtof(text, NULL) == (float)number : strtod(text, NULL) == number) break;
    }
    /* What a locale has for the point may be several bytes. */
    const size_t start = strspn(text, "-0123456789");
    const size_t point = strcspn(text + start, "0123456789e");
    if (point > 0) {
        text[start] = '.';
        memmove(text + start + 1, text + start + point, (size_t)length - start - point + 1);
        length -= (int)point - 1;
    }
    return length;
}

/* The number that a text of so many bytes stands for, with a point whatever the locale; the nearest float if it is a
 * single. False if it is none. A database may have written it without an exponent. */
static inline bool swiftfsm_number(const char *text, size_t length, bool is_single, double *out_number)
{
    char copy[512];
    const char *const local = localeconv()->decimal_point;
    if (length == 0 || length + strlen(local) >= sizeof copy) return false;
    size_t end = 0;
    for (size_t index = 0; index < length; index++) {
        if (text[index] == '.') {
            memcpy(copy + end, local, strlen(local));
            end += strlen(local);
        } else if (text[index] != '\0' && strchr("+-0123456789eE", text[index]) != NULL) {
            copy[end++] = text[index];
        } else {
            return false;
        }
        if (end + strlen(local) >= sizeof copy) return false;
    }
    copy[end] = '\0';
    char *rest = NULL;
    *out_number = is_single ? (double)strtof(copy, &rest) : strtod(copy, &rest);
    return *rest == '\0';
}
