// Written by update.sh: the files of web-client/.
#include "page.h"

static const unsigned char file_0[] = {
#embed "../../web-client/index.html"
};

const page_file page_files[] = {
    { "/index.html", "text/html; charset=utf-8", file_0, sizeof file_0 },
};
const size_t page_files_count = sizeof page_files / sizeof page_files[0];
