// SPDX-License-Identifier: MIT
// What a small library does that an unmodified compositor loads: it loads the module that was made for the version that is there, and
// libdray.so.0 before it. Both are looked at first whether they are whole: the dynamic linker itself maps a file that was cut
// short, and the compositor dies of SIGBUS.
#ifndef KIT_MODULE_H
#define KIT_MODULE_H

#include <stddef.h>

// Loads the module of this file's name, which lies beside the library that this is linked into, and the first libdray.so.0 in the
// folders where the dynamic linker looks for what that library needs. Both stay loaded. Returns the module's function of the name
// `entry`, for the host to call; or NULL, and `words`, of so many bytes, say what is missing or broken, without a dot or a line's end.
// `compositor` is the path of the library that the module is for, and is named in words.
void *kit_module_load(const char *file, const char *compositor, const char *entry, char *words, size_t size);

#endif
