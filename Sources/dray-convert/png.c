// SPDX-License-Identifier: MIT

// PNG, by libpng: read by its simple interface, written by the other one, by which it can be told to hurry.

#include "picture.h"

#include <png.h>
#include <stdlib.h>

struct picture png_read_picture(struct input input)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    if (!png_image_begin_read_from_memory(&image, input.bytes, input.size))
        fail();
    struct picture picture = picture_make(image.width, image.height);
    image.format = PNG_FORMAT_RGBA;
    // A warning is no error: what is odd in a picture mostly shows all the same.
    if (!png_image_finish_read(&image, NULL, picture.pixels, 0, NULL) || PNG_IMAGE_FAILED(image))
        fail();
    return picture;
}

static void write_bytes(png_structp png, png_bytep bytes, png_size_t size)
{
    put(bytes, size);
}

static void flush(png_structp png) {}

void png_write_picture(struct picture *picture)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png)))
        fail();
    png_set_write_fn(png, NULL, write_bytes, flush);
    png_set_IHDR(png, info, picture->width, picture->height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // Somebody waits for it.
    png_set_compression_level(png, 3);
    png_write_info(png, info);
    for (uint32_t row = 0; row < picture->height; ++row)
        png_write_row(png, picture->pixels + (size_t)row * picture->width * 4);
    png_write_end(png, info);
}
