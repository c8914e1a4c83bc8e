// SPDX-License-Identifier: MIT
// Checks that a shared library is complete before it is loaded: the dynamic linker maps a truncated file, and the
// process gets SIGBUS when it accesses the missing part.
#ifndef KIT_ELF_H
#define KIT_ELF_H

// Returns NULL if the file is a complete library for this architecture; otherwise a static string that says what is
// wrong.
const char *kit_elf_fault(const char *path);

#endif
