// The files of web-client/, compiled in, so that the program is one file.
#pragma once
#include <stddef.h>

typedef struct {
    const char *_Nonnull path;  // as in the URL, with a leading slash
    const char *_Nonnull type;  // media type
    const unsigned char *_Nonnull bytes;
    size_t count;
} page_file;

extern const page_file page_files[];
extern const size_t page_files_count;

// An array of unknown length is not imported into Swift.
static inline const page_file *_Nonnull page_file_at(size_t position) { return &page_files[position]; }
