// SPDX-License-Identifier: MIT

// TIFF, by libtiff, which reads a file in memory and writes its output in any order.

#include "colour.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

/// A file that is read from memory, or the output.
struct file {
    struct bytes input;
    uint64_t size;
    uint64_t place;
};

/// The library adds the result to a count in some places without looking whether it is negative: at the end of the file
/// there are 0 bytes.
static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    struct file *file = handle;
    if (count <= 0 || file->place >= file->input.size) return 0;
    size_t left = file->input.size - (size_t)file->place, size = (size_t)count < left ? (size_t)count : left;
    memcpy(bytes, file->input.bytes + file->place, size);
    file->place += size;
    return (tmsize_t)size;
}

static tmsize_t write_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    struct file *file = handle;
    if (count < 0) fail();
    put_at(file->place, bytes, (size_t)count);
    file->place += (uint64_t)count;
    if (file->place > file->size) file->size = file->place;
    return count;
}

static tmsize_t read_nothing(thandle_t handle, void *bytes, tmsize_t count) { return 0; }

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) { return 0; }

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    struct file *file = handle;
    uint64_t from = 0;
    switch (whence) {
    case SEEK_SET: break;
    case SEEK_CUR: from = file->place; break;
    case SEEK_END: from = file->size; break;
    default: return (toff_t)-1;
    }
    // A negative offset comes as a great one, of which the sum wraps. A place beyond the range of files is none.
    uint64_t place = from + offset;
    if (place > INT64_MAX) return (toff_t)-1;
    file->place = place;
    return place;
}

static int close_nothing(thandle_t handle) { return 0; }

static toff_t size(thandle_t handle) { return ((struct file *)handle)->size; }

static int had_error;

static void note_error(const char *module, const char *format, va_list arguments) { had_error = 1; }

static void say_nothing(const char *module, const char *format, va_list arguments) {}

/// Puts four samples of 8 bits as they are where the library would multiply colours by alpha or convert inks.
static void put_samples(TIFFRGBAImage *image, uint32_t *to, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                        int32_t from_skew, int32_t to_skew, unsigned char *from) {
    size_t samples = image->samplesperpixel;
    for (; height > 0; --height, to += to_skew, from += from_skew * (ptrdiff_t)samples) {
        for (uint32_t column = 0; column < width; ++column, ++to, from += samples) memcpy(to, from, 4);
    }
}

/// The same for samples of 16 bits.
static void put_wide_samples(TIFFRGBAImage *image, uint32_t *to, uint32_t x, uint32_t y, uint32_t width,
                             uint32_t height, int32_t from_skew, int32_t to_skew, unsigned char *from) {
    size_t samples = image->samplesperpixel;
    for (; height > 0; --height, to += to_skew, from += from_skew * (ptrdiff_t)samples * 2) {
        for (uint32_t column = 0; column < width; ++column, ++to, from += samples * 2) {
            uint16_t values[4];
            memcpy(values, from, sizeof values);
            uint8_t parts[4];
            for (int part = 0; part < 4; ++part) parts[part] = (uint8_t)((values[part] + 128u) / 257);
            memcpy(to, parts, sizeof parts);
        }
    }
}

/// The same for planes.
static void put_planes(TIFFRGBAImage *image, uint32_t *to, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                       int32_t from_skew, int32_t to_skew, unsigned char *first, unsigned char *second,
                       unsigned char *third, unsigned char *fourth) {
    for (; height > 0; --height, to += to_skew) {
        for (uint32_t column = 0; column < width; ++column, ++to) {
            uint8_t parts[4] = {*first++, *second++, *third++, *fourth++};
            memcpy(to, parts, sizeof parts);
        }
        first += from_skew, second += from_skew, third += from_skew, fourth += from_skew;
    }
}

static void read_marks(TIFF *tiff, struct picture *picture) {
    uint16_t orientation = 0, unit = RESUNIT_INCH;
    if (TIFFGetField(tiff, TIFFTAG_ORIENTATION, &orientation)) picture_set_orientation(picture, orientation);
    float across = 0, down = 0;
    (void)TIFFGetField(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    double metres = unit == RESUNIT_INCH ? METRES_PER_INCH : unit == RESUNIT_CENTIMETER ? 0.01 : 0;
    if (metres > 0 && TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across) &&
        TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down))
        picture_set_dots(picture, across / metres, down / metres);
}

/// Divides colours by the alpha that they are multiplied by.
static void divide(struct picture *picture) {
    size_t count = (size_t)picture->width * picture->height;
    for (uint8_t *pixel = picture->pixels; count > 0; --count, pixel += 4) {
        for (int part = 0; part < 3 && pixel[3] != 0 && pixel[3] != 255; ++part) {
            unsigned value = ((unsigned)pixel[part] * 255 + pixel[3] / 2) / pixel[3];
            pixel[part] = (uint8_t)(value > 255 ? 255 : value);
        }
    }
}

struct picture tiff_read_picture(struct bytes input) {
    (void)TIFFSetErrorHandler(note_error);
    (void)TIFFSetWarningHandler(say_nothing);
    struct file file = {.input = input, .size = input.size};
    // Read and not mapped; strips that a file cuts into pieces are not joined.
    TIFF *tiff =
        TIFFClientOpen("picture", "rm", &file, read_bytes, write_nothing, seek, close_nothing, size, NULL, NULL);
    uint32_t width = 0, height = 0;
    char message[1024];
    if (!tiff || !TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height))
        fail();
    struct picture picture = picture_make(width, height);
    read_marks(tiff, &picture);
    TIFFRGBAImage image;
    // It stops at the first error.
    if (!TIFFRGBAImageOK(tiff, message) || !TIFFRGBAImageBegin(&image, tiff, 1, message)) fail();
    // As they are stored.
    image.req_orientation = image.orientation;
    int is_ink = image.photometric == PHOTOMETRIC_SEPARATED;
    // The library takes the fourth plane of inks for alpha.
    int is_multiplied = image.alpha == EXTRASAMPLE_ASSOCALPHA && !is_ink;
    int is_plain = image.photometric == PHOTOMETRIC_RGB && image.alpha == EXTRASAMPLE_UNASSALPHA;
    if ((is_ink || is_plain) && image.samplesperpixel >= 4 && image.bitspersample == 8) {
        if (image.isContig) image.put.contig = put_samples;
        else image.put.separate = put_planes;
    } else if (is_plain && image.isContig && image.samplesperpixel >= 4 && image.bitspersample == 16) {
        image.put.contig = put_wide_samples;
    } else {
        is_multiplied = is_multiplied || is_plain;
        if (is_ink) fail();
    }
    // On little-endian machines, and there are no others, the bytes of the library's words are red, green, blue, alpha.
    had_error = 0;
    if (!TIFFRGBAImageGet(&image, (uint32_t *)(void *)picture.pixels, width, height) || had_error) fail();
    if (is_multiplied) divide(&picture);

    uint32_t count = 0;
    void *data = NULL;
    struct bytes profile = {NULL, 0};
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &data)) profile = (struct bytes){data, count};
    switch (image.photometric) {
    case PHOTOMETRIC_SEPARATED: colour_use_inks(&picture, profile, 0); break;
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: colour_use_grey_profile(&picture, profile); break;
    // The library has made them sRGB.
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV: break;
    default: colour_keep_profile(&picture, profile); break;
    }
    return picture;
}

void tiff_write_picture(const struct picture *picture) {
    (void)TIFFSetErrorHandler(note_error);
    (void)TIFFSetWarningHandler(say_nothing);
    struct rows rows = rows_make(picture);
    struct file file = {{NULL, 0}, 0, 0};
    had_error = 0;
    TIFF *tiff =
        TIFFClientOpen("picture", "w", &file, read_nothing, write_bytes, seek, close_nothing, size, NULL, NULL);
    if (!tiff) fail();
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, rows.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, rows.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, rows.is_opaque ? 3 : 4);
    if (!rows.is_opaque) {
        uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    }
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    if (rows.dots_across > 0) {
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, dots_per_inch(rows.dots_across));
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, dots_per_inch(rows.dots_down));
    }
    if (rows.profile.size > 0) TIFFSetField(tiff, TIFFTAG_ICCPROFILE, (uint32_t)rows.profile.size, rows.profile.bytes);
    for (uint32_t row = 0; row < rows.height; ++row) {
        const uint8_t *pixels = rows.is_opaque ? rows_get_opaque(&rows, row) : rows_get(&rows, row);
        if (TIFFWriteScanline(tiff, (void *)pixels, row, 0) < 0) fail();
    }
    TIFFClose(tiff);
    if (had_error) fail();
}
