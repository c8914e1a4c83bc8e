// SPDX-License-Identifier: MIT

// dray-convert FROM TO: reads a picture of one format from descriptor 0, a file, writes it in another to descriptor 1, a file too,
// and says so by a `k` into descriptor 3. Started by Dray for each picture, since decoders are what strangers attack: in here
// there is nothing to be had. It opens nothing, knows nothing of Wayland, and sets itself limits before it looks at a byte.

#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

// The address sanitizer looks over the decoders in tests, and keeps its notes in more room than there is memory.
#ifdef __has_feature
#define IS_SANITIZED __has_feature(address_sanitizer)
#else
#define IS_SANITIZED 0
#endif

enum { INPUT = 0, OUTPUT = 1, WORD = 3 };

noreturn void fail(void)
{
    _exit(1);
}

struct picture picture_make(uint64_t width, uint64_t height)
{
    static const uint64_t most = 64 << 20;
    if (width == 0 || height == 0 || width > most || height > most || width * height > most)
        fail();
    struct picture picture = { .width = (uint32_t)width, .height = (uint32_t)height };
    picture.pixels = calloc((size_t)(width * height), 4);
    if (!picture.pixels)
        fail();
    return picture;
}

void picture_flatten(struct picture *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    for (uint8_t *pixel = picture->pixels; count > 0; --count, pixel += 4) {
        for (int part = 0; part < 3; ++part)
            pixel[part] = (uint8_t)((pixel[part] * pixel[3] + 255 * (255 - pixel[3]) + 127) / 255);
        pixel[3] = 255;
    }
}

void put(const void *bytes, size_t size)
{
    for (const char *rest = bytes; size > 0;) {
        ssize_t count = write(OUTPUT, rest, size);
        if (count <= 0 && !(count < 0 && errno == EINTR))
            fail();
        if (count > 0) {
            rest += count;
            size -= (size_t)count;
        }
    }
}

static void limit(int resource, rlim_t most)
{
    struct rlimit value = { most, most };
    if (setrlimit(resource, &value) != 0)
        fail();
}

static const struct format {
    const char *name;
    struct picture (*read)(struct input input);
    void (*write)(struct picture *picture);
} formats[] = {
    { "png", png_read_picture, png_write_picture },
    { "jpeg", jpeg_read_picture, jpeg_write_picture },
    { "tiff", tiff_read_picture, tiff_write_picture },
    { "bmp", bmp_read_picture, bmp_write_picture },
};

static const struct format *named(const char *name)
{
    for (size_t index = 0; index < sizeof formats / sizeof formats[0]; ++index) {
        if (strcmp(formats[index].name, name) == 0)
            return &formats[index];
    }
    fail();
}

int main(int count, char **arguments)
{
    if (count != 3)
        fail();
    const struct format *from = named(arguments[1]), *to = named(arguments[2]);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, 15);
    if (!IS_SANITIZED)
        limit(RLIMIT_AS, (rlim_t)1 << 30);
    limit(RLIMIT_FSIZE, (rlim_t)320 << 20);
    limit(RLIMIT_NOFILE, 4);
    limit(RLIMIT_NPROC, 0);
    (void)setpriority(PRIO_PROCESS, 0, 10);

    struct stat status;
    if (fstat(INPUT, &status) != 0 || status.st_size <= 0)
        fail();
    struct input input = { .size = (size_t)status.st_size };
    input.bytes = mmap(NULL, input.size, PROT_READ, MAP_PRIVATE, INPUT, 0);
    if (input.bytes == MAP_FAILED)
        fail();
    confine();

    struct picture picture = from->read(input);
    to->write(&picture);
    if (write(WORD, "k", 1) != 1)
        fail();
    _exit(0);
}
