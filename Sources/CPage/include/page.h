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

// A file as it goes over the wire. Made at build time, and of use only while it is a copy of what is
// compiled in.
typedef struct {
    const char *_Nonnull path;
    const char *_Nonnull hash;  // of the file: the first 24 hexadecimal digits of its SHA-256
    const unsigned char *_Nonnull bytes;  // in brotli
    size_t count;  // 0: not worth compressing
} page_copy;

extern const page_copy page_copies[];
extern const size_t page_copies_count;
// Names the content of all files. Empty where there are no copies.
extern const char *_Nonnull const page_version;
// index.html with the version in its addresses.
extern const unsigned char *_Nonnull const page_index;
extern const size_t page_index_count;

// An array of unknown length is not imported into Swift.
static inline const page_file *_Nonnull page_file_at(size_t position) { return &page_files[position]; }
static inline const page_copy *_Nonnull page_copy_at(size_t position) { return &page_copies[position]; }
