// SPDX-License-Identifier: MIT
// Whether a shared library is whole, before it is loaded: the loader maps a file that was cut short, and the process
// dies of SIGBUS as soon as it looks at what is missing.
#ifndef KIT_ELF_H
#define KIT_ELF_H

// NULL if the file is a whole library for this kind of processor; else what is wrong with it, in words. Never freed.
const char *kit_elf_fault(const char *path);

#endif
