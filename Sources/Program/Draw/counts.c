/* How often rows were taken, as replay --counts writes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "files.h"
#include "messages.h"

enum { LARGEST = 64 * 1024 * 1024 };

/* Reads "12,345"; false if it is something else. */
static bool read_count(const char *line, uint64_t *taken, size_t count) {
    char *end = NULL;
    errno = 0;
    const unsigned long long row = strtoull(line, &end, 10);
    if (end == line || *end != ',' || row < 1 || row > count) {
        return false;
    }
    const char *const second = end + 1;
    const unsigned long long number = strtoull(second, &end, 10);
    taken[row - 1] += number;
    return end != second && *second >= '0' && *second <= '9' && (*end == '\0' || *end == '\r') && errno == 0;
}

bool read_counts(const char *path, uint64_t *taken, size_t count) {
    buffer text = {NULL, 0, 0};
    bool is_right = file_read(path, LARGEST, &text);
    char *next = text.text;
    for (size_t number = 1; is_right && next != NULL && *next != '\0'; number++) {
        char *const end = strchr(next, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        const bool is_heading = number == 1 && strncmp(next, "row,taken", strlen("row,taken")) == 0;
        if (!is_heading && *next != '\0' && !read_count(next, taken, count)) {
            complain("%s:%zu: expected the number of a row (1 to %zu), a comma and how often it was taken", path, number,
                     count);
            is_right = false;
        }
        next = end == NULL ? NULL : end + 1;
    }
    buffer_release(&text);
    return is_right;
}
