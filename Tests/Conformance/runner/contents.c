#include "contents.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

char *contents_read(arena *arena, report *report, const char *path) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        report_fault(report, 0, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        if (size >= 0) {
            text = arena_take(arena, (size_t)size + 1);
            if (fread(text, 1, (size_t)size, file) != (size_t)size) {
                text = NULL;
            }
        }
    }
    if (text == NULL) {
        report_fault(report, 0, "cannot be read");
    }
    fclose(file);
    return text;
}

char *contents_next(char *start, int32_t *lines) {
    for (char *end = strchr(start, '\n'); end != NULL; end = strchr(end + 1, '\n')) {
        ++*lines;
        if (strncmp(end + 1, "# case ", strlen("# case ")) == 0) {
            *end = '\0';
            return end + 1;
        }
    }
    return NULL;
}
