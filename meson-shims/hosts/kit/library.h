// SPDX-License-Identifier: MIT
// The shared libraries that this process has loaded.
#ifndef KIT_LIBRARY_H
#define KIT_LIBRARY_H

// Returns the path of the first loaded library whose file name is `beginning` followed by a number, which is written to
// `number`: "libweston-" matches libweston-10.so.0, and writes 10. Returns NULL, and writes nothing, if there is none.
// The path is valid as long as the library is loaded.
const char *kit_library_loaded(const char *beginning, int *number);

#endif
