"""A clock that a test sets: a small library, loaded before the others, moves the time that a program reads.

Only the time of day is moved. Clocks that measure how long something takes go on as they are, as when an
operator, or a server of the time, sets a machine's clock.
"""

import shutil
import subprocess

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Seconds by which the clock is ahead: the text in the file that CLOCK_AHEAD names.
static long ahead(void) {
    char text[32] = {0};
    const char *path = getenv("CLOCK_AHEAD");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    return count > 0 ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += ahead();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
"""

HOUR = 3_600
DAY = 24 * HOUR
COMPILER = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")


class Clock:
    """`environment` is for the program; `set` moves its clock at once."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        source, library, self.file = folder / "clock.c", folder / "clock.so", folder / "ahead"
        source.write_text(SOURCE)
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.set(0)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(self.file)}

    def set(self, seconds):
        """From now on the program's clock is so many seconds ahead of this machine's; may be negative."""
        self.seconds = seconds
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(seconds))
        fresh.replace(self.file)
