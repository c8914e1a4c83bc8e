// SPDX-License-Identifier: MIT

// JPEG, by libjpeg-turbo.

#include "colour.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

static void error_exit(j_common_ptr info) { fail(); }

static void say_nothing(j_common_ptr info) {}

/// Whether the file ends without saying so.
static int has_no_end;

/// The library invents pixels for those that are missing or damaged, and warns. All other warnings are about bytes that
/// no pixel is made of.
static void warn(j_common_ptr info, int level) {
    if (level >= 0) return;
    switch (info->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC: fail();
    case JWRN_JPEG_EOF: has_no_end = 1; break;
    default: break;
    }
}

static struct jpeg_error_mgr *errors(void) {
    static struct jpeg_error_mgr manager;
    jpeg_std_error(&manager);
    manager.error_exit = error_exit;
    manager.output_message = say_nothing;
    manager.emit_message = warn;
    return &manager;
}

/// Fails unless each component has been seen, and without an end each coefficient to its last bit.
static void check_scans(const struct jpeg_decompress_struct *jpeg) {
    for (int index = 0; index < jpeg->num_components; ++index) {
        if (!jpeg->comp_info[index].quant_table) fail();
        for (int place = 0; place < DCTSIZE2 && has_no_end && jpeg->progressive_mode; ++place) {
            if (jpeg->coef_bits[index][place] != 0) fail();
        }
    }
}

static void read_marks(const struct jpeg_decompress_struct *jpeg, struct picture *picture) {
    if (jpeg->saw_JFIF_marker) {
        double metres = jpeg->density_unit == 1 ? METRES_PER_INCH : jpeg->density_unit == 2 ? 0.01 : 0;
        if (metres > 0) picture_set_dots(picture, jpeg->X_density / metres, jpeg->Y_density / metres);
    }
    for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker; marker = marker->next) {
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length < 6 || memcmp(marker->data, "Exif\0\0", 6) != 0)
            continue;
        exif_read(picture, (struct bytes){marker->data, marker->data_length});
        break;
    }
}

static void read_colours(struct jpeg_decompress_struct *jpeg, struct picture *picture) {
    JOCTET *profile = NULL;
    unsigned size = 0;
    struct bytes bytes = {NULL, 0};
    if (jpeg_read_icc_profile(jpeg, &profile, &size)) bytes = (struct bytes){profile, size};
    // The program that writes print colours writes them the other way round, and its marker.
    if (jpeg->out_color_space == JCS_CMYK) colour_use_inks(picture, bytes, jpeg->saw_Adobe_marker);
    else if (jpeg->jpeg_color_space == JCS_GRAYSCALE) colour_use_grey_profile(picture, bytes);
    else colour_keep_profile(picture, bytes);
    free(profile);
}

struct picture jpeg_read_picture(struct bytes input) {
    struct jpeg_decompress_struct jpeg = {.err = errors()};
    jpeg_create_decompress(&jpeg);
    // Beyond this limit the library fails: it has no temporary files.
    jpeg.mem->max_memory_to_use = 832L << 20;
    jpeg_mem_src(&jpeg, (unsigned char *)input.bytes, (unsigned long)input.size);
    jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(&jpeg, JPEG_APP0 + 2, 0xFFFF);
    (void)jpeg_read_header(&jpeg, TRUE);
    struct picture picture = picture_make(jpeg.image_width, jpeg.image_height);
    int is_print = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
    jpeg.out_color_space = is_print ? JCS_CMYK : JCS_EXT_RGBA;
    (void)jpeg_start_decompress(&jpeg);
    check_scans(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
        uint8_t *row = picture.pixels + (size_t)jpeg.output_scanline * picture.width * 4;
        if (jpeg_read_scanlines(&jpeg, &row, 1) != 1) fail();
    }
    read_marks(&jpeg, &picture);
    read_colours(&jpeg, &picture);
    return picture;
}

struct sink {
    struct jpeg_destination_mgr manager;
    uint8_t buffer[1 << 16];
};

static void start(j_compress_ptr jpeg) {
    struct sink *sink = (struct sink *)jpeg->dest;
    sink->manager.next_output_byte = sink->buffer;
    sink->manager.free_in_buffer = sizeof sink->buffer;
}

static boolean empty(j_compress_ptr jpeg) {
    put(((struct sink *)jpeg->dest)->buffer, sizeof((struct sink *)jpeg->dest)->buffer);
    start(jpeg);
    return TRUE;
}

static void finish(j_compress_ptr jpeg) {
    struct sink *sink = (struct sink *)jpeg->dest;
    put(sink->buffer, sizeof sink->buffer - sink->manager.free_in_buffer);
}

void jpeg_write_picture(const struct picture *picture) {
    static struct sink sink = {
        .manager = {.init_destination = start, .empty_output_buffer = empty, .term_destination = finish},
    };
    struct rows rows = rows_make(picture);
    rows_flatten(&rows);
    struct jpeg_compress_struct jpeg = {.err = errors()};
    jpeg_create_compress(&jpeg);
    jpeg.dest = &sink.manager;
    jpeg.image_width = rows.width;
    jpeg.image_height = rows.height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&jpeg);
    // No difference that one sees, nor around small coloured shapes.
    jpeg_set_quality(&jpeg, 92, TRUE);
    jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
    double across = dots_per_inch(rows.dots_across) + 0.5, down = dots_per_inch(rows.dots_down) + 0.5;
    if (across >= 1 && across <= UINT16_MAX && down >= 1 && down <= UINT16_MAX) {
        jpeg.density_unit = 1;
        jpeg.X_density = (UINT16)across;
        jpeg.Y_density = (UINT16)down;
    }
    jpeg_start_compress(&jpeg, TRUE);
    if (rows.profile.size > 0) jpeg_write_icc_profile(&jpeg, rows.profile.bytes, (unsigned)rows.profile.size);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)rows_get(&rows, jpeg.next_scanline);
        (void)jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
}
