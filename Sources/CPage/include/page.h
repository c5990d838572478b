// The files of web-client/, compiled in, so that the program is one file.
#pragma once
#include <stddef.h>

typedef struct {
    const char *path;           // as in the URL, with a leading slash
    const char *type;           // media type
    const unsigned char *bytes;
    size_t count;
} page_file;

extern const page_file page_files[];
extern const size_t page_files_count;
