// SPDX-License-Identifier: MIT
#include <xkbcommon/xkbcommon.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift imports the C library without _GNU_SOURCE, which hides memfd_create and the seals.

/// Creates memory with a descriptor that can be sealed. Returns -1 and sets errno on failure.
static inline int dray_sealable_memory(const char *name) {
    return (int)syscall(SYS_memfd_create, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

/// Adds F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW and F_SEAL_WRITE. Returns -1 and sets errno on failure.
static inline int dray_seal_memory(int descriptor) { return fcntl(descriptor, 1033, 0x1 | 0x2 | 0x4 | 0x8); }
