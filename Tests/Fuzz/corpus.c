/* Runs each target over its inputs, without libFuzzer: `corpus FOLDER` over the files FOLDER/TARGET, which hold many inputs
 * each, `corpus TARGET FILE...` over single inputs. `corpus pack FILE INPUT...` makes such a file, `corpus unpack FILE
 * FOLDER` the inputs. Over a whole folder every function of the header must have been called. */
#include "calls.h"
#include "targets.h"

#include <stdio.h>

enum { INPUT_LIMIT = 1 << 16 };

static uint8_t input[INPUT_LIMIT];

static FILE *opened(const char *path, const char *mode) {
    FILE *const file = fopen(path, mode);
    if (file == NULL) {
        fprintf(stderr, "corpus: %s cannot be opened\n", path);
        exit(2);
    }
    return file;
}

/* In a file of many inputs each begins with its length, two bytes, the lower one first. */
static bool read_packed(FILE *file, size_t *out_length) {
    const int low = getc(file), high = getc(file);
    *out_length = (size_t)low | (size_t)high << 8;
    return low != EOF && high != EOF && fread(input, 1, *out_length, file) == *out_length;
}

/* From memory of its own size, so that reading behind it is noticed. */
static void run(const target *target, size_t length) {
    uint8_t *const own = malloc(length + (length == 0));
    memcpy(own, input, length);
    target->run(own, length);
    free(own);
}

static int run_packed(const char *folder) {
    char path[1000];
    size_t length = 0, missing = 0;
    for (size_t i = 0; i < target_count; i++) {
        size_t count = 0;
        snprintf(path, sizeof path, "%s/%s", folder, targets[i].name);
        FILE *const file = opened(path, "rb");
        for (; read_packed(file, &length); count++) {
            run(&targets[i], length);
        }
        fclose(file);
        printf("%zu inputs of %s\n", count, targets[i].name);
        missing += count == 0;
    }
    for (int function = 0; function < FUNCTIONS; function++) {
        if (calls_of(function) == 0) {
            fprintf(stderr, "corpus: no input calls %s\n", function_name(function));
            missing++;
        }
    }
    return missing == 0 ? 0 : 1;
}

static int run_single(const target *target, int count, char **paths) {
    for (int i = 0; i < count; i++) {
        FILE *const file = opened(paths[i], "rb");
        run(target, fread(input, 1, INPUT_LIMIT - 1, file));
        fclose(file);
    }
    return 0;
}

static int pack(const char *packed, int count, char **paths) {
    FILE *const file = opened(packed, "wb");
    for (int i = 0; i < count; i++) {
        FILE *const one = opened(paths[i], "rb");
        const size_t length = fread(input, 1, INPUT_LIMIT - 1, one);
        putc((int)(length & 255), file);
        putc((int)(length >> 8), file);
        fwrite(input, 1, length, file);
        fclose(one);
    }
    return fclose(file);
}

static int unpack(const char *packed, const char *folder) {
    char path[1000];
    size_t length = 0;
    FILE *const file = opened(packed, "rb");
    for (int i = 0; read_packed(file, &length); i++) {
        snprintf(path, sizeof path, "%s/%05d", folder, i);
        FILE *const one = opened(path, "wb");
        fwrite(input, 1, length, one);
        fclose(one);
    }
    return fclose(file);
}

int main(int count, char **arguments) {
    const target *const target = count > 2 ? target_named(arguments[1]) : NULL;
    if (count == 4 && strcmp(arguments[1], "unpack") == 0) {
        return unpack(arguments[2], arguments[3]);
    }
    if (count > 2 && strcmp(arguments[1], "pack") == 0) {
        return pack(arguments[2], count - 3, arguments + 3);
    }
    if (target == NULL && count != 2) {
        fprintf(stderr, "usage: corpus FOLDER | TARGET FILE... | pack FILE INPUT... | unpack FILE FOLDER\n");
        return 2;
    }
    set_allocation();
    report_calls_at_exit();
    return target == NULL ? run_packed(arguments[1]) : run_single(target, count - 2, arguments + 2);
}
