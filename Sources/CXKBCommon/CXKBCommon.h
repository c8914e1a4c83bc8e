// SPDX-License-Identifier: MIT
#include <xkbcommon/xkbcommon.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift sees the C library without _GNU_SOURCE, so that memfd_create and the seals are hidden from it.

/// Memory with a descriptor that can be sealed. -1 and errno on failure.
static inline int dray_sealable_memory(const char *name) {
    return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

/// F_ADD_SEALS with all of F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW and F_SEAL_WRITE. -1 and errno on failure.
static inline int dray_seal_memory(int descriptor) {
    return fcntl(descriptor, 1033, 0x1 | 0x2 | 0x4 | 0x8);
}
