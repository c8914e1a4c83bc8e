// SPDX-License-Identifier: MIT
// Which libraries are in this process.
#ifndef KIT_LIBRARY_H
#define KIT_LIBRARY_H

// The path of the first library whose file's name begins so and goes on with a number, which is written down: "libweston-" finds
// libweston-10.so.0, and 10. NULL if there is none; then the number is as it was. Valid as long as the library stays.
const char *kit_library_loaded(const char *beginning, int *number);

#endif
