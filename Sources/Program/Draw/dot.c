/* The program dot, of graphviz. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "draw.h"
#include "messages.h"

extern char **environ;

/* Writes all of a text into a pipe, as far as somebody reads it. */
static bool feed(int pipe, const buffer *text) {
    size_t next = 0;
    while (next < text->length) {
        const ssize_t count = write(pipe, text->text + next, text->length - next);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        next += count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* Starts dot with the standard input from a pipe, of which *out_end is for writing. */
static int start(const char *kind, const char *path, pid_t *out_process, int *out_end) {
    int ends[2];
    if (pipe(ends) != 0) {
        return errno;
    }
    buffer type = {NULL, 0, 0}, output = {NULL, 0, 0};
    buffer_add_format(&type, "-T%s", kind);
    buffer_add_format(&output, "-o%s", path == NULL ? "/dev/stdout" : path);
    char program[] = "dot";
    char *const arguments[] = {program, type.text, output.text, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int fault = posix_spawnp(out_process, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    buffer_release(&type);
    buffer_release(&output);
    close(ends[0]);
    if (fault != 0) {
        close(ends[1]);
    }
    *out_end = ends[1];
    return fault;
}

bool draw_by_dot(const buffer *text, const char *kind, const char *path) {
    pid_t process;
    int end = -1, result = 0;
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN);
    const int fault = start(kind, path, &process, &end);
    if (fault == ENOENT) {
        complain("%s is drawn by the program dot, which is not installed: install graphviz (Debian: apt-get install "
                 "graphviz), or draw .dot, .mmd, .puml, .md or .html",
                 kind);
        return false;
    }
    if (fault != 0) {
        complain("the program dot cannot be started: %s", strerror(fault));
        return false;
    }
    const bool is_fed = feed(end, text);
    close(end);
    while (waitpid(process, &result, 0) < 0 && errno == EINTR) {
    }
    if (!is_fed || result != 0) {
        complain("the program dot could not draw this");
        return false;
    }
    return true;
}
