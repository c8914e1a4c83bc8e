// SPDX-License-Identifier: MIT

// dray-convert TO: reads a picture, or for `text` a page of HTML in UTF-8, from descriptor 0, a file, writes it in the
// format TO to descriptor 1, a file too, and reports success by a `k` to descriptor 3. The engine starts it for each
// conversion, since decoders of content from other programs are a target of attacks: the process has nothing to steal.
// It opens no file, has no Wayland connection, and limits itself before it reads the first byte.

#include "colour.h"
#include "convert.h"
#include "picture.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// Sanitizers report by system calls that are not permitted: a test builds it with DRAY_CONVERT_UNCONFINED.

// The address sanitizer checks the decoders in tests; its shadow is larger than the memory limit.
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#define IS_SANITIZED __has_feature(address_sanitizer)
#else
#define IS_SANITIZED 0
#endif

enum { INPUT = 0, REPORT = 3 };

/// The processor time limits in seconds: of the first, a picture of `PIXEL_LIMIT` pixels takes half on a slow machine.
enum { PICTURE_TIME = 40, PAGE_TIME = 5 };

static void limit(int resource, rlim_t most) {
    struct rlimit value = {most, most};
    if (setrlimit(resource, &value) != 0) fail();
}

static const struct reader {
    /// The file's first bytes. The type under which content is offered does not count: programs offer a JPEG as
    /// image/png.
    const char *magic;
    size_t size;
    struct picture (*read)(struct bytes input);
} readers[] = {
    {"\x89PNG\r\n\x1A\n", 8, png_read_picture},
    {"\xFF\xD8\xFF", 3, jpeg_read_picture},
    {"II*\0", 4, tiff_read_picture},
    {"MM\0*", 4, tiff_read_picture},
    {"II+\0", 4, tiff_read_picture},
    {"MM\0+", 4, tiff_read_picture},
    {"BM", 2, bmp_read_picture},
};

static const struct writer {
    const char *name;
    void (*write)(const struct picture *picture);
} writers[] = {
    {"png", png_write_picture},
    {"jpeg", jpeg_write_picture},
    {"tiff", tiff_write_picture},
    {"bmp", bmp_write_picture},
};

static const struct reader *reader_of(struct bytes input) {
    for (size_t index = 0; index < sizeof readers / sizeof readers[0]; ++index) {
        if (input.size > readers[index].size && memcmp(input.bytes, readers[index].magic, readers[index].size) == 0)
            return &readers[index];
    }
    fail();
}

/// The writer of a format; NULL for text.
static const struct writer *writer_named(const char *name) {
    for (size_t index = 0; index < sizeof writers / sizeof writers[0]; ++index) {
        if (strcmp(writers[index].name, name) == 0) return &writers[index];
    }
    if (strcmp(name, "text") != 0) fail();
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 2) fail();
    const struct writer *to = writer_named(arguments[1]);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, to ? PICTURE_TIME : PAGE_TIME);
    if (!IS_SANITIZED) limit(RLIMIT_AS, (rlim_t)1536 << 20);
    limit(RLIMIT_FSIZE, (rlim_t)448 << 20);
    limit(RLIMIT_NOFILE, 4);
    limit(RLIMIT_NPROC, 0);
    (void)setpriority(PRIO_PROCESS, 0, 10);

    struct stat status;
    if (fstat(INPUT, &status) != 0 || status.st_size <= 0) fail();
    size_t size = (size_t)status.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, INPUT, 0);
    if (bytes == MAP_FAILED) fail();
    struct bytes input = {bytes, size};
    if (to) colour_prepare();
#ifndef DRAY_CONVERT_UNCONFINED
    confine();
#endif

    if (to) {
        struct picture picture = reader_of(input)->read(input);
        to->write(&picture);
    } else {
        page_write_text(input);
    }
    if (write(REPORT, "k", 1) != 1) fail();
    _exit(0);
}
