// What Swift needs of libwebsockets, libuv and OpenSSL and cannot import by itself. No logic.
#pragma once
#include <libwebsockets.h>

// Behaviour that this program relies on was read and measured in version 4; another major
// version may change callbacks and structures without a word from the compiler.
#if LWS_LIBRARY_VERSION_MAJOR != 4
#error "LiveList is built for libwebsockets 4: install Debian's libwebsockets-dev, or port Sources/LiveList/Transport first"
#endif
