// SPDX-License-Identifier: MIT
// The loader for an unmodified compositor: a small library that loads libdray.so.0 and the module for the compositor's
// version. Both are first checked for completeness, since the dynamic linker maps a truncated file, and the compositor
// then gets SIGBUS.
#ifndef KIT_MODULE_H
#define KIT_MODULE_H

#include <stddef.h>

// Loads the module `file` from the folder of the library that this code is linked into, and the first libdray.so.0 in
// the search path of that library. Both stay loaded. Returns the module's function `entry` for the host to call. After
// an error, returns NULL, and writes a message of at most `size` bytes to `words`, without a full stop or line feed.
// `compositor` is the path of the library that the module is for; the message names it.
void *kit_module_load(const char *file, const char *compositor, const char *entry, char *words, size_t size);

// Loads libdray.so.0 alone, in the same way, and returns its function `entry`.
void *kit_engine_function(const char *entry, char *words, size_t size);

#endif
