// SPDX-License-Identifier: MIT

// Windows and OS/2 bitmaps: with 1 to 32 bits for each pixel, uncompressed or compressed by run lengths. Those that
// have a PNG, a JPEG or a fax inside are not read.

#include "colour.h"
#include "rows.h"

#include <string.h>

enum { FILE_HEADER = 14, CORE_HEADER = 12, INFO_HEADER = 40, FIFTH_HEADER = 124 };
enum { RGB = 0, RUNS_OF_BYTES = 1, RUNS_OF_HALVES = 2, BITFIELDS = 3, ALPHABITFIELDS = 6 };

struct bitmap {
    struct bytes input;
    /// The size of the second header, which says what kind of bitmap this is.
    uint32_t header;
    uint32_t bits, compression, colours;
    /// Where the pixels begin.
    size_t start;
    int is_upside_down;
    uint32_t masks[4];
    uint8_t palette[256][4];
};

static uint32_t number(struct bytes input, size_t place, size_t size) {
    if (place > input.size || input.size - place < size) fail();
    uint32_t value = 0;
    for (size_t index = size; index > 0; --index) value = value << 8 | input.bytes[place + index - 1];
    return value;
}

/// A field of the second header; 0 beyond its end.
static uint32_t field(const struct bitmap *bitmap, size_t place, size_t size) {
    return place + size <= FILE_HEADER + (size_t)bitmap->header ? number(bitmap->input, place, size) : 0;
}

/// The bits of a pixel under a mask, as a byte.
static uint8_t part(uint32_t pixel, uint32_t mask) {
    if (mask == 0) return 0;
    int shift = __builtin_ctz(mask);
    uint64_t most = mask >> shift;
    return (uint8_t)((uint64_t)((pixel & mask) >> shift) * 255 / most);
}

static void read_masks(struct bitmap *bitmap) {
    uint32_t *masks = bitmap->masks;
    switch (bitmap->compression) {
    case BITFIELDS:
    case ALPHABITFIELDS: {
        if ((bitmap->bits != 16 && bitmap->bits != 32) || bitmap->header < INFO_HEADER) fail();
        size_t count = bitmap->compression == ALPHABITFIELDS || bitmap->header >= 56 ? 4 : 3;
        for (size_t index = 0; index < count; ++index)
            masks[index] = number(bitmap->input, FILE_HEADER + INFO_HEADER + index * 4, 4);
        break;
    }
    case RUNS_OF_BYTES:
        if (bitmap->bits != 8) fail();
        break;
    case RUNS_OF_HALVES:
        if (bitmap->bits != 4) fail();
        break;
    case RGB:
        if (bitmap->bits == 16) masks[0] = 0x7C00, masks[1] = 0x3E0, masks[2] = 0x1F;
        else if (bitmap->bits == 24 || bitmap->bits == 32) masks[0] = 0xFF0000, masks[1] = 0xFF00, masks[2] = 0xFF;
        else if (bitmap->bits != 1 && bitmap->bits != 4 && bitmap->bits != 8) fail();
        break;
    default: fail();
    }
}

/// Colours that a pixel names and the palette lacks are black, as in viewers.
static void read_palette(struct bitmap *bitmap) {
    size_t place = (size_t)FILE_HEADER + bitmap->header, size = bitmap->header == CORE_HEADER ? 3 : 4;
    if (bitmap->bits > 8) {
        if (bitmap->header == INFO_HEADER && bitmap->compression == BITFIELDS) place += 12;
        if (bitmap->header == INFO_HEADER && bitmap->compression == ALPHABITFIELDS) place += 16;
        bitmap->colours = 0;
    } else if (bitmap->colours == 0 || bitmap->colours > 1u << bitmap->bits) {
        bitmap->colours = 1u << bitmap->bits;
    }
    for (uint32_t index = 0; index < 256; ++index) {
        size_t entry = place + index * size;
        int is_there = index < bitmap->colours && entry < bitmap->input.size && bitmap->input.size - entry >= 3;
        uint32_t colour = is_there ? number(bitmap->input, entry, 3) : 0;
        uint8_t parts[4] = {(uint8_t)(colour >> 16), (uint8_t)(colour >> 8), (uint8_t)colour, 255};
        memcpy(bitmap->palette[index], parts, sizeof parts);
    }
    if (bitmap->start == 0) bitmap->start = place + bitmap->colours * size;
}

/// The pixels of a row; they are numbered as they are stored.
static uint8_t *row_of(const struct bitmap *bitmap, const struct picture *picture, uint32_t row) {
    return picture->pixels + (size_t)(bitmap->is_upside_down ? picture->height - 1 - row : row) * picture->width * 4;
}

static void read_rows(const struct bitmap *bitmap, const struct picture *picture) {
    struct bytes input = bitmap->input;
    uint32_t bits = bitmap->bits;
    size_t stride = ((size_t)picture->width * bits + 31) / 32 * 4;
    for (uint32_t row = 0; row < picture->height; ++row) {
        size_t line = bitmap->start + stride * row;
        // The row is complete, so that its pixels need no check.
        if (line > input.size || input.size - line < ((size_t)picture->width * bits + 7) / 8) fail();
        uint8_t *pixel = row_of(bitmap, picture, row);
        for (uint32_t column = 0; column < picture->width; ++column, pixel += 4) {
            if (bits <= 8) {
                size_t bit = (size_t)column * bits;
                uint32_t index = input.bytes[line + bit / 8] >> (8 - bits - bit % 8) & ((1u << bits) - 1);
                memcpy(pixel, bitmap->palette[index], 4);
            } else {
                uint32_t value = number(input, line + (size_t)column * (bits / 8), bits / 8);
                for (int index = 0; index < 3; ++index) pixel[index] = part(value, bitmap->masks[index]);
                pixel[3] = bitmap->masks[3] == 0 ? 255 : part(value, bitmap->masks[3]);
            }
        }
    }
}

/// Where the next pixel of runs belongs. Pixels that no run names have the first colour.
struct cursor {
    uint64_t column, row;
};

static void put_pixel(const struct bitmap *bitmap, const struct picture *picture, struct cursor *cursor,
                      uint8_t index) {
    if (cursor->column < picture->width && cursor->row < picture->height)
        memcpy(row_of(bitmap, picture, (uint32_t)cursor->row) + cursor->column * 4, bitmap->palette[index], 4);
    cursor->column += 1;
}

static void read_runs(const struct bitmap *bitmap, const struct picture *picture) {
    enum { END_OF_ROW = 0, END = 1, MOVE = 2 };
    struct bytes input = bitmap->input;
    int are_halves = bitmap->compression == RUNS_OF_HALVES;
    for (size_t index = 0; index < (size_t)picture->width * picture->height; ++index)
        memcpy(picture->pixels + index * 4, bitmap->palette[0], 4);
    struct cursor cursor = {0, 0};
    // It may end with the last row, without saying so.
    for (size_t place = bitmap->start; cursor.row < picture->height;) {
        if (cursor.row + 1 == picture->height && cursor.column >= picture->width && place >= input.size) return;
        uint32_t count = number(input, place, 1), value = number(input, place + 1, 1);
        place += 2;
        if (count > 0) {
            for (uint32_t index = 0; index < count; ++index)
                put_pixel(bitmap, picture, &cursor,
                          (uint8_t)(!are_halves      ? value
                                    : index % 2 == 0 ? value >> 4
                                                     : value & 15));
            continue;
        }
        switch (value) {
        case END_OF_ROW: cursor = (struct cursor){0, cursor.row + 1}; break;
        case END: return;
        case MOVE:
            cursor.column += number(input, place, 1);
            cursor.row += number(input, place + 1, 1);
            place += 2;
            break;
        default:
            for (uint32_t index = 0; index < value; ++index) {
                uint32_t pair = number(input, place + (are_halves ? index / 2 : index), 1);
                put_pixel(bitmap, picture, &cursor,
                          (uint8_t)(!are_halves      ? pair
                                    : index % 2 == 0 ? pair >> 4
                                                     : pair & 15));
            }
            // To an even number of bytes.
            place += ((are_halves ? (value + 1) / 2 : value) + 1) / 2 * 2;
        }
    }
}

static void read_marks(const struct bitmap *bitmap, struct picture *picture) {
    picture_set_dots(picture, (int32_t)field(bitmap, 38, 4), (int32_t)field(bitmap, 42, 4));
    static const uint32_t embedded = 0x4D424544;
    if (bitmap->header < FIFTH_HEADER || field(bitmap, 70, 4) != embedded) return;
    size_t place = (size_t)FILE_HEADER + field(bitmap, 126, 4), size = field(bitmap, 130, 4);
    if (place <= bitmap->input.size && size <= bitmap->input.size - place)
        colour_keep_profile(picture, (struct bytes){bitmap->input.bytes + place, size});
}

struct picture bmp_read_picture(struct bytes input) {
    static struct bitmap bitmap;
    bitmap = (struct bitmap){.input = input, .start = number(input, 10, 4), .header = number(input, FILE_HEADER, 4)};
    int64_t wide, high;
    if (bitmap.header == CORE_HEADER) {
        wide = number(input, 18, 2), high = (int16_t)number(input, 20, 2);
        bitmap.bits = number(input, 24, 2);
    } else {
        if (bitmap.header < 16 || bitmap.header > 1024) fail();
        wide = (int32_t)number(input, 18, 4), high = (int32_t)number(input, 22, 4);
        bitmap.bits = number(input, 28, 2);
        bitmap.compression = field(&bitmap, 30, 4);
        bitmap.colours = field(&bitmap, 46, 4);
    }
    if (wide <= 0 || high == 0) fail();
    bitmap.is_upside_down = high > 0;
    read_masks(&bitmap);
    read_palette(&bitmap);
    struct picture picture = picture_make((uint64_t)wide, (uint64_t)(high > 0 ? high : -high));
    if (bitmap.compression == RUNS_OF_BYTES || bitmap.compression == RUNS_OF_HALVES) read_runs(&bitmap, &picture);
    else read_rows(&bitmap, &picture);
    read_marks(&bitmap, &picture);
    return picture;
}

static void store(uint8_t *bytes, uint32_t value, size_t size) {
    for (; size > 0; --size, value >>= 8) *bytes++ = (uint8_t)value;
}

void bmp_write_picture(const struct picture *picture) {
    struct rows rows = rows_make(picture);
    // Few programs understand alpha or a profile in a bitmap.
    rows_flatten(&rows);
    rows_use_srgb(&rows);
    size_t row_size = (size_t)rows.width * 3, stride = (row_size + 3) / 4 * 4;
    uint64_t size = (uint64_t)stride * rows.height;
    uint8_t header[FILE_HEADER + INFO_HEADER] = {'B', 'M'};
    store(header + 2, (uint32_t)(size + sizeof header), 4);
    store(header + 10, sizeof header, 4);
    store(header + 14, INFO_HEADER, 4);
    store(header + 18, rows.width, 4);
    store(header + 22, rows.height, 4);
    store(header + 26, 1, 2);
    store(header + 28, 24, 2);
    store(header + 34, (uint32_t)size, 4);
    store(header + 38, (uint32_t)(rows.dots_across + 0.5), 4);
    store(header + 42, (uint32_t)(rows.dots_down + 0.5), 4);
    put(header, sizeof header);
    uint8_t *line = take(stride);
    memset(line, 0, stride);
    for (uint32_t row = rows.height; row > 0; --row) {
        const uint8_t *pixels = rows_get(&rows, row - 1);
        for (size_t column = 0; column < rows.width; ++column, pixels += 4) {
            uint8_t parts[3] = {pixels[2], pixels[1], pixels[0]};
            memcpy(line + column * 3, parts, sizeof parts);
        }
        put(line, stride);
    }
}
