// SPDX-License-Identifier: MIT

// seccomp(2): from here on the kernel ends this program at the first call that converting does not need. Nothing can be
// opened, connected, started or made executable any more.

#include "convert.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, __builtin_offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define PERMIT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ALLOW
// Permits a call only without PROT_EXEC. The protection is in the lower half of args[2], which is its first word, since
// the machines above are little-endian.
#define PERMIT_DATA(call)                                                  \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[2]), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), END, ALLOW

void confine(void) {
#ifdef MACHINE
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        END,
        LOAD(nr),
        PERMIT(write),
        PERMIT(pwrite64),
        PERMIT(brk),
        PERMIT(munmap),
        PERMIT(mremap),
        PERMIT(madvise),
        PERMIT(futex),
        PERMIT(exit_group),
        PERMIT(exit),
        PERMIT(rt_sigprocmask),
        // Asked by the C library before it sorts.
        PERMIT(sysinfo),
        // lcms2 dates the profiles that it makes.
        PERMIT(clock_gettime),
        PERMIT_DATA(mmap),
        PERMIT_DATA(mprotect),
        END,
    };
    struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        fail();
#endif
    // Elsewhere the limits that are set stand alone.
}
