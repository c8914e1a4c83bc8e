// SPDX-License-Identifier: MIT

// Windows bitmaps, as applications put them into clipboards: uncompressed, with 1 to 32 bits for each pixel. Those that are
// compressed by run lengths, or are a PNG or JPEG inside, are not read.

#include "picture.h"

#include <string.h>

enum { FILE_HEADER = 14, INFO_HEADER = 40, RGB = 0, BITFIELDS = 3, ALPHABITFIELDS = 6 };

static uint32_t number(struct input input, size_t place, size_t size)
{
    if (place > input.size || input.size - place < size)
        fail();
    uint32_t value = 0;
    for (size_t index = size; index > 0; --index)
        value = value << 8 | input.bytes[place + index - 1];
    return value;
}

/// What a mask takes out of a pixel, as a byte.
static uint8_t part(uint32_t pixel, uint32_t mask)
{
    if (mask == 0)
        return 0;
    int shift = __builtin_ctz(mask);
    uint64_t most = mask >> shift;
    return (uint8_t)((uint64_t)((pixel & mask) >> shift) * 255 / most);
}

struct picture bmp_read_picture(struct input input)
{
    if (number(input, 0, 1) != 'B' || number(input, 1, 1) != 'M')
        fail();
    uint32_t start = number(input, 10, 4), header = number(input, FILE_HEADER, 4);
    if (header < INFO_HEADER || header > 1024)
        fail();
    int32_t wide = (int32_t)number(input, 18, 4), high = (int32_t)number(input, 22, 4);
    uint32_t bits = number(input, 28, 2), compression = number(input, 30, 4), colours = number(input, 46, 4);
    if (wide <= 0 || high == 0 || high == INT32_MIN)
        fail();
    int is_upside_down = high > 0;
    struct picture picture = picture_make((uint64_t)wide, (uint64_t)(is_upside_down ? high : -high));

    uint32_t masks[4] = { 0, 0, 0, 0 };
    size_t palette = (size_t)FILE_HEADER + header;
    if (compression == BITFIELDS || compression == ALPHABITFIELDS) {
        if (bits != 16 && bits != 32)
            fail();
        size_t count = compression == ALPHABITFIELDS || header >= 56 ? 4 : 3;
        for (size_t index = 0; index < count; ++index)
            masks[index] = number(input, FILE_HEADER + INFO_HEADER + index * 4, 4);
    } else if (compression != RGB) {
        fail();
    } else if (bits == 16) {
        masks[0] = 0x7C00, masks[1] = 0x3E0, masks[2] = 0x1F;
    } else if (bits == 24 || bits == 32) {
        masks[0] = 0xFF0000, masks[1] = 0xFF00, masks[2] = 0xFF;
    } else if (bits != 1 && bits != 4 && bits != 8) {
        fail();
    }
    if (bits <= 8 && (colours == 0 || colours > 1u << bits))
        colours = 1u << bits;

    size_t stride = ((size_t)picture.width * bits + 31) / 32 * 4;
    for (uint32_t row = 0; row < picture.height; ++row) {
        size_t line = start + stride * (is_upside_down ? picture.height - 1 - row : row);
        // All of the row is there, so that none of its pixels has to be asked for.
        if (line > input.size || input.size - line < ((size_t)picture.width * bits + 7) / 8)
            fail();
        uint8_t *pixel = picture.pixels + (size_t)row * picture.width * 4;
        for (uint32_t column = 0; column < picture.width; ++column, pixel += 4) {
            if (bits <= 8) {
                size_t bit = (size_t)column * bits;
                uint32_t index = input.bytes[line + bit / 8] >> (8 - bits - bit % 8) & ((1u << bits) - 1);
                if (index >= colours)
                    fail();
                uint32_t colour = number(input, palette + (size_t)index * 4, 4);
                pixel[0] = (uint8_t)(colour >> 16), pixel[1] = (uint8_t)(colour >> 8), pixel[2] = (uint8_t)colour;
                pixel[3] = 255;
            } else {
                uint32_t value = number(input, line + (size_t)column * (bits / 8), bits / 8);
                for (int index = 0; index < 3; ++index)
                    pixel[index] = part(value, masks[index]);
                pixel[3] = masks[3] == 0 ? 255 : part(value, masks[3]);
            }
        }
    }
    return picture;
}

static void store(uint8_t *bytes, uint32_t value, size_t size)
{
    for (; size > 0; --size, value >>= 8)
        *bytes++ = (uint8_t)value;
}

void bmp_write_picture(struct picture *picture)
{
    // Few programs believe an opacity in a bitmap.
    picture_flatten(picture);
    size_t stride = ((size_t)picture->width * 3 + 3) / 4 * 4;
    uint64_t size = (uint64_t)stride * picture->height;
    uint8_t header[FILE_HEADER + INFO_HEADER] = { 'B', 'M' };
    store(header + 2, (uint32_t)(size + sizeof header), 4);
    store(header + 10, sizeof header, 4);
    store(header + 14, INFO_HEADER, 4);
    store(header + 18, picture->width, 4);
    store(header + 22, picture->height, 4);
    store(header + 26, 1, 2);
    store(header + 28, 24, 2);
    store(header + 34, (uint32_t)size, 4);
    // 96 dots an inch.
    store(header + 38, 3780, 4);
    store(header + 42, 3780, 4);
    put(header, sizeof header);
    for (uint32_t row = picture->height; row > 0; --row) {
        uint8_t *pixels = picture->pixels + (size_t)(row - 1) * picture->width * 4;
        // In place: three bytes go where four were.
        for (size_t column = 0; column < picture->width; ++column) {
            uint8_t from[3] = { pixels[column * 4 + 2], pixels[column * 4 + 1], pixels[column * 4] };
            memcpy(pixels + column * 3, from, sizeof from);
        }
        put(pixels, (size_t)picture->width * 3);
        put("\0\0\0", stride - (size_t)picture->width * 3);
    }
}
