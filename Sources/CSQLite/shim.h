// What Swift needs of SQLite and cannot import by itself. No logic.
#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that the importer skips.
static const sqlite3_destructor_type sqlite_transient = SQLITE_TRANSIENT;

// Error codes made of two, which the importer skips.
static const int sqlite_ioerr_write = SQLITE_IOERR_WRITE;
static const int sqlite_constraint_primarykey = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int sqlite_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;

// Variadic functions are not imported: the two settings that the store uses.
static inline int sqlite_keep_wal_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
static inline int sqlite_defensive(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
