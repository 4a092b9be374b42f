#include "files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "messages.h"

const char *file_name(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

FILE *file_open(const char *path) {
    if (strcmp(path, "-") == 0) {
        return stdin;
    }
    struct stat status;
    if (stat(path, &status) != 0) {
        complain("%s cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        complain("%s cannot be read: it is a directory", path);
        return NULL;
    }
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        complain("%s cannot be read: %s", path, strerror(errno));
    }
    return file;
}

void file_close(FILE *file) {
    if (file != stdin) {
        fclose(file);
    }
}

bool file_read(const char *path, size_t most, buffer *out_text) {
    FILE *const file = file_open(path);
    if (file == NULL) {
        return false;
    }
    char bytes[16384];
    size_t count;
    while (out_text->length <= most && (count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        buffer_add(out_text, bytes, count);
    }
    const bool is_read = !ferror(file);
    if (!is_read) {
        complain("%s cannot be read: %s", file_name(path), strerror(errno));
    } else if (out_text->length > most) {
        complain("%s is larger than %zu bytes", file_name(path), most);
    }
    file_close(file);
    return is_read && out_text->length <= most;
}

bool file_write(const char *path, const char *bytes, size_t count) {
    if (path == NULL) {
        fwrite(bytes, 1, count, stdout);
        return true;
    }
    FILE *const file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(bytes, 1, count, file) == count;
    if (file != NULL) {
        is_written = fclose(file) == 0 && is_written;
    }
    if (!is_written) {
        complain("%s cannot be written: %s", path, strerror(errno));
    }
    return is_written;
}

int output_end(int status) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("the output cannot be written: %s", strerror(errno));
        return STATUS_UNUSABLE;
    }
    return status;
}
