// SPDX-License-Identifier: MIT

// PNG, by libpng.

#include "colour.h"
#include "rows.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

struct source {
    struct bytes input;
    size_t place;
};

static noreturn void stop(png_structp png, png_const_charp message) { fail(); }

static noreturn void stop_reading(png_structp png, png_const_charp message) { png_longjmp(png, 1); }

/// An odd picture mostly shows all the same.
static void pass_over(png_structp png, png_const_charp message) {}

static void read_bytes(png_structp png, png_bytep bytes, png_size_t size) {
    struct source *source = png_get_io_ptr(png);
    if (size > source->input.size - source->place) png_error(png, "end of file");
    memcpy(bytes, source->input.bytes + source->place, size);
    source->place += size;
}

/// The colours, by the first of the chunks that says what they are.
static void read_colours(png_structp png, png_infop info, int has_colour, struct picture *picture) {
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 size = 0;
    int method = 0, intent = 0;
    if (png_get_iCCP(png, info, &name, &method, &profile, &size)) {
        struct bytes bytes = {profile, size};
        if (has_colour) colour_keep_profile(picture, bytes);
        else colour_use_grey_profile(picture, bytes);
        return;
    }
    if (png_get_sRGB(png, info, &intent)) return;
    double gamma = 0, primaries[8];
    int has_gamma = png_get_gAMA(png, info, &gamma) && gamma > 0;
    double *by = primaries;
    int has_primaries = png_get_cHRM(png, info, &by[0], &by[1], &by[2], &by[3], &by[4], &by[5], &by[6], &by[7]) != 0;
    if (has_gamma || has_primaries)
        colour_keep_primaries(picture, has_primaries ? primaries : NULL, has_gamma ? 1 / gamma : 0);
}

/// Reads resolution and orientation, from the chunks that have been read.
static void read_marks(png_structp png, png_infop info, struct picture *picture) {
    png_uint_32 across = 0, down = 0, size = 0;
    int unit = PNG_RESOLUTION_UNKNOWN;
    if (png_get_pHYs(png, info, &across, &down, &unit) && unit == PNG_RESOLUTION_METER)
        picture_set_dots(picture, across, down);
    png_bytep exif = NULL;
    if (png_get_eXIf_1(png, info, &size, &exif)) exif_read(picture, (struct bytes){exif, size});
}

struct picture png_read_picture(struct bytes input) {
    struct source source = {input, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, stop, pass_over);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) fail();
    png_set_read_fn(png, &source, read_bytes);
    png_read_info(png, info);
    static struct picture picture;
    picture = picture_make(png_get_image_width(png, info), png_get_image_height(png, info));
    int has_colour = png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)picture.width * 4) fail();
    for (int pass = 0; pass < passes; ++pass) {
        for (uint32_t row = 0; row < picture.height; ++row)
            png_read_row(png, picture.pixels + (size_t)row * picture.width * 4, NULL);
    }
    // All rows are there. What follows may say more about them; its absence is no error.
    png_set_error_fn(png, NULL, stop_reading, pass_over);
    if (setjmp(png_jmpbuf(png)) == 0) png_read_end(png, info);
    read_marks(png, info, &picture);
    read_colours(png, info, has_colour, &picture);
    return picture;
}

static void write_bytes(png_structp png, png_bytep bytes, png_size_t size) { put(bytes, size); }

static void flush(png_structp png) {}

void png_write_picture(const struct picture *picture) {
    struct rows rows = rows_make(picture);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, stop, pass_over);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) fail();
    png_set_write_fn(png, NULL, write_bytes, flush);
    png_set_IHDR(png, info, rows.width, rows.height, 8, rows.is_opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (rows.dots_across > 0)
        png_set_pHYs(png, info, (png_uint_32)(rows.dots_across + 0.5), (png_uint_32)(rows.dots_down + 0.5),
                     PNG_RESOLUTION_METER);
    if (rows.profile.size > 0) {
        // The library is strict about profiles. Without its profile the picture has to be sRGB.
        png_set_benign_errors(png, 1);
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, rows.profile.bytes,
                     (png_uint_32)rows.profile.size);
        if (!png_get_valid(png, info, PNG_INFO_iCCP)) rows_use_srgb(&rows);
    }
    // The user waits for it: a large picture is compressed less.
    int is_large = (uint64_t)rows.width * rows.height > (uint64_t)16 << 20;
    png_set_compression_level(png, is_large ? 1 : 3);
    if (is_large) png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
    png_write_info(png, info);
    for (uint32_t row = 0; row < rows.height; ++row)
        png_write_row(png, rows.is_opaque ? rows_get_opaque(&rows, row) : rows_get(&rows, row));
    png_write_end(png, info);
}
