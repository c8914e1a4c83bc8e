// SPDX-License-Identifier: MIT
// Loads libdray.so.0 before a module that needs it, and has looked whether it is whole: the dynamic linker itself maps a file
// that was cut short, and the compositor dies of SIGBUS.
#ifndef KIT_ENGINE_H
#define KIT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

// Loads the first libdray.so.0 in the folders where the dynamic linker looks for what the library with this path needs. It
// stays loaded, and a module that asks for it by its name gets it. False if there is none that can be loaded: `words`, of so
// many bytes, say then which and why, without a dot or a line's end.
bool kit_engine_load(const char *own_path, char *words, size_t size);

#endif
