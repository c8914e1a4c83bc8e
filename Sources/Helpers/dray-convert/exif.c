// SPDX-License-Identifier: MIT

// Exif data: a TIFF file without pixels. Only three entries of its first directory are read.

#include "picture.h"

#include <string.h>

enum { ORIENTATION = 0x0112, ACROSS = 0x011A, DOWN = 0x011B, UNIT = 0x0128 };
enum { SHORT = 3, RATIONAL = 5, ENTRY_SIZE = 12 };

struct exif {
    struct bytes bytes;
    int is_big_endian;
};

static uint32_t number(const struct exif *exif, size_t place, size_t size) {
    if (place > exif->bytes.size || exif->bytes.size - place < size) return 0;
    uint32_t value = 0;
    for (size_t index = 0; index < size; ++index)
        value = value << 8 | exif->bytes.bytes[place + (exif->is_big_endian ? index : size - 1 - index)];
    return value;
}

static double rational(const struct exif *exif, size_t entry) {
    size_t place = number(exif, entry + 8, 4);
    uint32_t divisor = number(exif, place + 4, 4);
    return divisor == 0 ? 0 : (double)number(exif, place, 4) / divisor;
}

void exif_read(struct picture *picture, struct bytes bytes) {
    if (bytes.size >= 6 && memcmp(bytes.bytes, "Exif\0\0", 6) == 0)
        bytes = (struct bytes){bytes.bytes + 6, bytes.size - 6};
    if (bytes.size < 8) return;
    struct exif exif = {.bytes = bytes, .is_big_endian = memcmp(bytes.bytes, "MM\0*", 4) == 0};
    if (!exif.is_big_endian && memcmp(bytes.bytes, "II*\0", 4) != 0) return;
    size_t directory = number(&exif, 4, 4), count = number(&exif, directory, 2);
    double across = 0, down = 0;
    // Inches, if the unit is not said.
    uint32_t unit = 2;
    for (size_t index = 0; index < count; ++index) {
        size_t entry = directory + 2 + index * ENTRY_SIZE;
        if (entry > bytes.size || bytes.size - entry < ENTRY_SIZE) break;
        uint32_t tag = number(&exif, entry, 2), type = number(&exif, entry + 2, 2);
        if (number(&exif, entry + 4, 4) != 1) continue;
        if (tag == ORIENTATION && type == SHORT) picture_set_orientation(picture, number(&exif, entry + 8, 2));
        else if (tag == UNIT && type == SHORT) unit = number(&exif, entry + 8, 2);
        else if (tag == ACROSS && type == RATIONAL) across = rational(&exif, entry);
        else if (tag == DOWN && type == RATIONAL) down = rational(&exif, entry);
    }
    double metres = unit == 2 ? METRES_PER_INCH : unit == 3 ? 0.01 : 0;
    if (picture->dots_across == 0 && metres > 0) picture_set_dots(picture, across / metres, down / metres);
}
