// SPDX-License-Identifier: MIT

// A picture between two formats, and the functions that read and write it. No function here returns after an error:
// `fail` ends the program, and the process that started it sees the pipe close without a report.

#ifndef DRAY_PICTURE_H
#define DRAY_PICTURE_H

#include "convert.h"

/// The greatest number of pixels: 128 Mi, more than the 108 million of a telephone's camera. At four bytes each they
/// fit twice into the memory limit with what a decoder needs besides.
#define PIXEL_LIMIT ((uint64_t)128 << 20)

/// The greatest ICC profile, in bytes: what the 255 markers of a JPEG hold.
#define PROFILE_LIMIT ((size_t)255 * 65519)

/// A picture as its file stores it. Readers fill it in; writers see it through `struct rows`.
struct picture {
    uint32_t width;
    uint32_t height;
    /// Four bytes for each pixel: red, green, blue and alpha (not premultiplied). Rows from the top, without gaps.
    uint8_t *pixels;
    /// How the pixels are turned to be shown, 1 to 8 as in Exif; 1 as stored.
    int orientation;
    /// Pixels per metre, along the stored rows and columns; 0 if the file does not say.
    double dots_across, dots_down;
    /// An ICC profile of RGB colours, which lcms2 can read; none for sRGB.
    struct bytes profile;
};

/// A picture of this size, all zero; fails above `PIXEL_LIMIT`.
struct picture picture_make(uint64_t width, uint64_t height);

/// Sets the orientation, unless the value is none.
void picture_set_orientation(struct picture *picture, unsigned long orientation);

/// Sets pixels per metre, unless one of the values is zero, negative, or beyond all screens and scanners.
void picture_set_dots(struct picture *picture, double across, double down);

/// Dots per inch of pixels per metre, rounded where it is a whole number but for the rounding of a file format.
double dots_per_inch(double per_metre);

#define METRES_PER_INCH 0.0254

// MARK: Formats

struct picture png_read_picture(struct bytes input);
struct picture jpeg_read_picture(struct bytes input);
struct picture tiff_read_picture(struct bytes input);
struct picture bmp_read_picture(struct bytes input);

void png_write_picture(const struct picture *picture);
void jpeg_write_picture(const struct picture *picture);
void tiff_write_picture(const struct picture *picture);
void bmp_write_picture(const struct picture *picture);

// MARK: Exif

/// Reads the orientation and the resolution from the first image directory of Exif data, which may begin with
/// `Exif\0\0`. The resolution is set only if the picture has none.
void exif_read(struct picture *picture, struct bytes exif);

#endif
