// What Swift needs of SQLite and cannot import by itself. No logic.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that the importer skips.
static const sqlite3_destructor_type sqlite_transient = SQLITE_TRANSIENT;
