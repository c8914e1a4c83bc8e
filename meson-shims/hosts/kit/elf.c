// SPDX-License-Identifier: MIT
// Reads the ELF header and the program headers, and checks that all segments are within the file. Nothing is mapped.
#include "elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ == 8
#define OWN_CLASS ELFCLASS64
#else
#define OWN_CLASS ELFCLASS32
#endif

#define MOST_HEADERS 256

static bool fits(uint64_t size, uint64_t offset, uint64_t length) { return offset <= size && length <= size - offset; }

static const char *fault_of(int file) {
    ElfW(Ehdr) head;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return "is not a regular file";
    uint64_t size = status.st_size;
    if (pread(file, &head, sizeof head, 0) != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
        return "is not a library";
    if (head.e_ident[EI_CLASS] != OWN_CLASS || head.e_type != ET_DYN) return "is a library for another architecture";
    if (head.e_phentsize != sizeof(ElfW(Phdr)) || head.e_phnum == 0 || head.e_phnum > MOST_HEADERS)
        return "has an invalid header";
    if (!fits(size, head.e_phoff, (uint64_t)head.e_phnum * sizeof(ElfW(Phdr))) ||
        !fits(size, head.e_shoff, (uint64_t)head.e_shnum * head.e_shentsize))
        return "is cut short";
    for (int index = 0; index < head.e_phnum; index++) {
        ElfW(Phdr) part;
        if (pread(file, &part, sizeof part, head.e_phoff + index * sizeof part) != sizeof part) return "is cut short";
        if (part.p_type == PT_LOAD && !fits(size, part.p_offset, part.p_filesz)) return "is cut short";
    }
    return NULL;
}

const char *kit_elf_fault(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return "does not exist";
    const char *fault = fault_of(file);
    close(file);
    return fault;
}
