#include "page.h"

static const unsigned char index_html[] = {
#embed "../../web-client/index.html"
};

const page_file page_files[] = {
    { "/index.html", "text/html; charset=utf-8", index_html, sizeof index_html },
};
const size_t page_files_count = sizeof page_files / sizeof page_files[0];
