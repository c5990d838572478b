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

// What the packed page was made of. It is of use only while that is what is compiled in.
typedef struct {
    const char *_Nonnull path;
    const char *_Nonnull hash;  // of the file: the first 24 hexadecimal digits of its SHA-256
} page_source;

extern const page_source page_sources[];
extern const size_t page_sources_count;

// A file as it goes over the wire.
typedef struct {
    page_file file;
    const unsigned char *_Nonnull compressed;  // in brotli
    size_t compressed_count;  // 0: not worth compressing
} page_packed;

extern const page_packed page_packed_files[];
extern const size_t page_packed_files_count;
// Names the content of the packed page. Empty where there is none.
extern const char *_Nonnull const page_version;

// An array of unknown length is not imported into Swift.
static inline const page_file *_Nonnull page_file_at(size_t position) { return &page_files[position]; }
static inline const page_source *_Nonnull page_source_at(size_t position) {
    return &page_sources[position];
}
static inline const page_packed *_Nonnull page_packed_at(size_t position) {
    return &page_packed_files[position];
}
