// SPDX-License-Identifier: MIT

// JPEG, by libjpeg, and what that does not do by itself: the colours of print become those of screens, and a picture
// that is cut short is none.

#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static void error_exit(j_common_ptr info)
{
    fail();
}

static void say_nothing(j_common_ptr info) {}

/// The library fills up what is missing and warns; to a person that is no picture.
static void warn(j_common_ptr info, int level)
{
    if (level < 0)
        fail();
}

static struct jpeg_error_mgr *errors(void)
{
    static struct jpeg_error_mgr manager;
    jpeg_std_error(&manager);
    manager.error_exit = error_exit;
    manager.output_message = say_nothing;
    manager.emit_message = warn;
    return &manager;
}

struct picture jpeg_read_picture(struct input input)
{
    struct jpeg_decompress_struct jpeg = { .err = errors() };
    jpeg_create_decompress(&jpeg);
    // What does not fit fails, and does not go to files.
    jpeg.mem->max_memory_to_use = 512L << 20;
    jpeg_mem_src(&jpeg, (unsigned char *)input.bytes, (unsigned long)input.size);
    (void)jpeg_read_header(&jpeg, TRUE);
    struct picture picture = picture_make(jpeg.image_width, jpeg.image_height);
    // Print colours are what the library does not turn into those of screens.
    int is_print = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
    jpeg.out_color_space = is_print ? JCS_CMYK : JCS_EXT_RGBA;
    (void)jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        uint8_t *row = picture.pixels + (size_t)jpeg.output_scanline * picture.width * 4;
        if (jpeg_read_scanlines(&jpeg, &row, 1) != 1)
            fail();
        if (!is_print)
            continue;
        for (uint8_t *pixel = row; pixel < row + (size_t)picture.width * 4; pixel += 4) {
            // Written the other way round by the one program that writes them.
            int black = pixel[3], turned = jpeg.saw_Adobe_marker;
            for (int part = 0; part < 3; ++part) {
                int ink = turned ? pixel[part] : 255 - pixel[part];
                pixel[part] = (uint8_t)(ink * (turned ? black : 255 - black) / 255);
            }
            pixel[3] = 255;
        }
    }
    return picture;
}

struct sink {
    struct jpeg_destination_mgr manager;
    uint8_t buffer[1 << 16];
};

static void start(j_compress_ptr jpeg)
{
    struct sink *sink = (struct sink *)jpeg->dest;
    sink->manager.next_output_byte = sink->buffer;
    sink->manager.free_in_buffer = sizeof sink->buffer;
}

static boolean empty(j_compress_ptr jpeg)
{
    put(((struct sink *)jpeg->dest)->buffer, sizeof((struct sink *)jpeg->dest)->buffer);
    start(jpeg);
    return TRUE;
}

static void finish(j_compress_ptr jpeg)
{
    struct sink *sink = (struct sink *)jpeg->dest;
    put(sink->buffer, sizeof sink->buffer - sink->manager.free_in_buffer);
}

void jpeg_write_picture(struct picture *picture)
{
    static struct sink sink = { { .init_destination = start, .empty_output_buffer = empty, .term_destination = finish } };
    picture_flatten(picture);
    struct jpeg_compress_struct jpeg = { .err = errors() };
    jpeg_create_compress(&jpeg);
    jpeg.dest = &sink.manager;
    jpeg.image_width = picture->width;
    jpeg.image_height = picture->height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBA;
    jpeg_set_defaults(&jpeg);
    // No difference that one sees.
    jpeg_set_quality(&jpeg, 92, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    for (uint8_t *row = picture->pixels; jpeg.next_scanline < jpeg.image_height; row += (size_t)picture->width * 4)
        (void)jpeg_write_scanlines(&jpeg, &row, 1);
    jpeg_finish_compress(&jpeg);
}
