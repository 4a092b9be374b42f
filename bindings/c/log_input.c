#define _XOPEN_SOURCE 700

#include "log_input.h"

#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool complain(const struct log_input *input, const char *doing, int error) {
    fprintf(stderr, "%s: %s: %s: %s\n", program_name, input->name, doing, strerror(error));
    return false;
}

/* Copies what can be read from a descriptor into a temporary file, and gives a descriptor of that, at its start; or -1
 * with errno. */
static int copy_of(int descriptor) {
    FILE *copy = tmpfile();
    if (copy == NULL) {
        return -1;
    }
    char block[65536];
    ssize_t count;
    bool written = true;
    while (written && (count = read(descriptor, block, sizeof block)) != 0) {
        written = count > 0 && fwrite(block, 1, (size_t)count, copy) == (size_t)count;
    }
    int duplicate = -1;
    if (written && fflush(copy) == 0) {
        rewind(copy);
        duplicate = fcntl(fileno(copy), F_DUPFD_CLOEXEC, 3);
    }
    int error = errno;
    fclose(copy);
    errno = error;
    return duplicate;
}

/* Starts gzip on a descriptor. Gives the end of a pipe from which its output can be read, or -1 with errno. */
static int decompress(int compressed, pid_t *process) {
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);

    posix_spawn_file_actions_t redirections;
    int error = posix_spawn_file_actions_init(&redirections);
    if (error == 0) {
        char *const arguments[] = { "gzip", "-dc", NULL };
        posix_spawn_file_actions_adddup2(&redirections, compressed, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&redirections, ends[1], STDOUT_FILENO);
        error = posix_spawnp(process, arguments[0], &redirections, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&redirections);
    }
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    return ends[0];
}

/* The data of a log, whose first bytes can be read twice; -1 after a complaint. */
static int open_data(const struct log_input *input, const char *path) {
    int data = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (data < 0) {
        complain(input, "cannot be opened", errno);
        return -1;
    }
    if (lseek(data, 0, SEEK_CUR) >= 0 || errno != ESPIPE) {
        return data;
    }
    int copy = copy_of(data); /* of a pipe */
    int error = errno;
    close(data);
    if (copy < 0) {
        complain(input, "cannot be copied to a temporary file", error);
    }
    return copy;
}

/* The text that is in the data: the same, or what gzip makes of it; -1 after a complaint. */
static int open_text(struct log_input *input, int data) {
    unsigned char magic[2];
    ssize_t count = pread(data, magic, sizeof magic, lseek(data, 0, SEEK_CUR));
    if (count < 0) {
        complain(input, "cannot be read", errno);
        close(data);
        return -1;
    }
    if (count < 2 || magic[0] != 0x1f || magic[1] != 0x8b) {
        return data;
    }
    int text = decompress(data, &input->gzip);
    int error = errno;
    close(data);
    if (text < 0) {
        complain(input, "gzip cannot be started", error);
    }
    return text;
}

bool log_input_open(struct log_input *input, const char *argument) {
    const char *path = argument != NULL && strcmp(argument, "-") == 0 ? NULL : argument;
    *input = (struct log_input){ .name = path != NULL ? path : "standard input" };
    clock_gettime(CLOCK_MONOTONIC, &input->start);

    int data = open_data(input, path);
    int text = data < 0 ? -1 : open_text(input, data);
    if (text < 0) {
        return false;
    }
    input->stream = fdopen(text, "r");
    if (input->stream == NULL) {
        int error = errno;
        close(text);
        if (input->gzip > 0) {
            waitpid(input->gzip, NULL, 0);
        }
        return complain(input, "cannot be opened", error);
    }
    return true;
}

char *log_input_line(struct log_input *input, size_t *out_length) {
    ssize_t length = getline(&input->line, &input->capacity, input->stream);
    if (length < 0) {
        return NULL;
    }
    if (length > 0 && input->line[length - 1] == '\n') {
        input->line[--length] = '\0';
    }
    if (length > 0 && input->line[length - 1] == '\r') { /* it came by way of another system */
        input->line[--length] = '\0';
    }
    *out_length = (size_t)length;
    return input->line;
}

double log_input_seconds(const struct log_input *input) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - input->start.tv_sec) + (double)(now.tv_nsec - input->start.tv_nsec) / 1e9;
}

void log_input_abandon(struct log_input *input) {
    fclose(input->stream);
    free(input->line);
}

bool log_input_close(struct log_input *input) {
    bool complete = true;
    if (!feof(input->stream)) {
        complete = complain(input, "cannot be read", errno);
    }
    log_input_abandon(input);
    if (input->gzip > 0) {
        int status;
        while (waitpid(input->gzip, &status, 0) < 0 && errno == EINTR) {
        }
        /* 2 is a warning: everything was decompressed, and something else follows it. */
        if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 2)) {
            fprintf(stderr, "%s: %s: the compressed data is damaged\n", program_name, input->name);
            complete = false;
        }
    }
    return complete;
}
