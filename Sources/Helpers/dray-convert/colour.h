// SPDX-License-Identifier: MIT

// Colours and their ICC profiles, by lcms2.

#ifndef DRAY_COLOUR_H
#define DRAY_COLOUR_H

#include "picture.h"

struct colour_transform;

/// Loads what the library asks the system for; call it before `confine`.
void colour_prepare(void);

/// Attaches a profile of RGB colours to a picture. A profile that is of other colours, or that lcms2 does not
/// understand, is dropped: viewers do the same, and take such a picture as sRGB.
void colour_keep_profile(struct picture *picture, struct bytes profile);

/// Attaches a profile made of primaries (x and y of white, red, green, blue) and gamma; nothing if that is sRGB or
/// impossible.
/// - primaries: NULL for those of sRGB.
/// - gamma: the exponent by which the file's values become light; 0 for the curve of sRGB.
void colour_keep_primaries(struct picture *picture, const double primaries[8], double gamma);

/// Converts a picture of grey values to sRGB by a profile of grey; nothing where the profile is another.
void colour_use_grey_profile(struct picture *picture, struct bytes profile);

/// Converts a picture, which has cyan, magenta, yellow and black where others have red, green, blue and alpha, to
/// opaque sRGB: by a profile of these inks if it is one, else as gdk-pixbuf and Qt do without.
/// - is_inverted: 255 stands for no ink.
void colour_use_inks(struct picture *picture, struct bytes profile, int is_inverted);

/// Never NULL.
struct colour_transform *colour_to_srgb(struct bytes profile);

/// Converts pixels of four bytes in place; their alpha stays.
void colour_transform(struct colour_transform *transform, uint8_t *pixels, uint32_t count);

#endif
