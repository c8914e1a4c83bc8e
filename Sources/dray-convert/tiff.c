// SPDX-License-Identifier: MIT

// TIFF, by libtiff, which goes to and fro in its file: for both ways there is one in memory.

#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// A file in memory, which the library reads and writes in any order.
struct memory {
    uint8_t *bytes;
    size_t size;
    size_t room;
    size_t place;
};

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count)
{
    struct memory *memory = handle;
    if (count < 0 || memory->place > memory->size)
        return -1;
    size_t left = memory->size - memory->place, size = (size_t)count < left ? (size_t)count : left;
    memcpy(bytes, memory->bytes + memory->place, size);
    memory->place += size;
    return (tmsize_t)size;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count)
{
    struct memory *memory = handle;
    if (count < 0 || memory->place > ((size_t)512 << 20) || (size_t)count > ((size_t)512 << 20))
        fail();
    size_t end = memory->place + (size_t)count;
    if (end > memory->room) {
        memory->room = end * 2;
        memory->bytes = realloc(memory->bytes, memory->room);
        if (!memory->bytes)
            fail();
    }
    if (memory->place > memory->size)
        memset(memory->bytes + memory->size, 0, memory->place - memory->size);
    memcpy(memory->bytes + memory->place, bytes, (size_t)count);
    memory->place = end;
    if (end > memory->size)
        memory->size = end;
    return count;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count)
{
    return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence)
{
    struct memory *memory = handle;
    switch (whence) {
    case SEEK_SET: memory->place = offset; break;
    case SEEK_CUR: memory->place += offset; break;
    case SEEK_END: memory->place = memory->size + offset; break;
    default: return (toff_t)-1;
    }
    return memory->place;
}

static int close_nothing(thandle_t handle)
{
    return 0;
}

static toff_t size(thandle_t handle)
{
    return ((struct memory *)handle)->size;
}

static void say_nothing(const char *module, const char *format, va_list arguments) {}

struct picture tiff_read_picture(struct input input)
{
    (void)TIFFSetErrorHandler(say_nothing);
    (void)TIFFSetWarningHandler(say_nothing);
    struct memory memory = { .bytes = (uint8_t *)input.bytes, .size = input.size };
    // Read and not mapped; strips that a file cuts into pieces are not joined.
    TIFF *tiff =
        TIFFClientOpen("picture", "rm", &memory, read_bytes, write_nothing, seek, close_nothing, size, NULL, NULL);
    uint32_t width = 0, height = 0;
    if (!tiff || !TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height))
        fail();
    struct picture picture = picture_make(width, height);
    // On these machines its words are our bytes: red comes first. It stops at the first error.
    if (!TIFFReadRGBAImageOriented(tiff, width, height, (uint32_t *)(void *)picture.pixels, ORIENTATION_TOPLEFT, 1))
        fail();
    size_t count = (size_t)width * height;
    for (uint8_t *pixel = picture.pixels; count > 0; --count, pixel += 4) {
        uint32_t word;
        memcpy(&word, pixel, sizeof word);
        uint8_t parts[4] = { TIFFGetR(word), TIFFGetG(word), TIFFGetB(word), TIFFGetA(word) };
        // The library multiplies by the opacity.
        for (int part = 0; part < 3 && parts[3] != 0 && parts[3] != 255; ++part) {
            unsigned value = (unsigned)parts[part] * 255 / parts[3];
            parts[part] = (uint8_t)(value > 255 ? 255 : value);
        }
        memcpy(pixel, parts, sizeof parts);
    }
    return picture;
}

void tiff_write_picture(struct picture *picture)
{
    (void)TIFFSetErrorHandler(say_nothing);
    (void)TIFFSetWarningHandler(say_nothing);
    struct memory memory = { NULL };
    TIFF *tiff = TIFFClientOpen("picture", "w", &memory, read_bytes, write_bytes, seek, close_nothing, size, NULL, NULL);
    if (!tiff)
        fail();
    uint16_t opacity = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, picture->width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, picture->height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 4);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &opacity);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    for (uint32_t row = 0; row < picture->height; ++row) {
        if (TIFFWriteScanline(tiff, picture->pixels + (size_t)row * picture->width * 4, row, 0) < 0)
            fail();
    }
    TIFFClose(tiff);
    put(memory.bytes, memory.size);
}
