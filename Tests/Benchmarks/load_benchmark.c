/*
 * load_benchmark REFERENCE LIBRARY STRIPPED: how long it takes to load the library into a process that has not seen it,
 * beside the reference library's time, and how large its file is without symbols.
 */
#define _POSIX_C_SOURCE 200809L

#include "measure.h"
#include "new_process.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>

#define PROCESSES 201

static void load(const char *library)
{
    const double start = thread_nanoseconds();
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const double spent = thread_nanoseconds() - start;
    if (handle == NULL)
        give_up("%s", dlerror());
    hand_over(&spent, 1);
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        load(argv[1]);
        return 0;
    }
    if (argc != 4) {
        fputs("usage: load_benchmark REFERENCE LIBRARY STRIPPED\n", stderr);
        return 2;
    }
    struct stat file;
    if (stat(argv[3], &file) != 0)
        give_up("%s cannot be read", argv[3]);
    static double reference[PROCESSES], library[PROCESSES];
    for (size_t index = 0; index < PROCESSES; ++index) {
        measure_in_new_process(argv[1], &reference[index], 1);
        measure_in_new_process(argv[2], &library[index], 1);
    }
    printf("Loading, us of processor time in a new process: medians of %d\n", PROCESSES);
    printf("%-26s %8.0f\n", "the reference", median(reference, PROCESSES) / 1000);
    printf("%-26s %8.0f\n", "libswiftfsm", median(library, PROCESSES) / 1000);
    printf("libswiftfsm without symbols: %lld bytes\n", (long long)file.st_size);
    return 0;
}
