// SPDX-License-Identifier: MIT

#include "colour.h"

#include <lcms2.h>
#include <math.h>
#include <string.h>

static cmsHPROFILE srgb;

void colour_prepare(void) {
    // It has a date, and the C library looks for the time zone the first time.
    srgb = cmsCreate_sRGBProfile();
    if (!srgb) fail();
}

/// The transform from a profile to sRGB; NULL if the profile is of other colours, or lcms2 does not understand it.
static cmsHTRANSFORM transform_from(struct bytes profile, cmsColorSpaceSignature space, cmsUInt32Number format) {
    if (profile.size == 0 || profile.size > PROFILE_LIMIT) return NULL;
    cmsHPROFILE from = cmsOpenProfileFromMem(profile.bytes, (cmsUInt32Number)profile.size);
    if (!from) return NULL;
    cmsProfileClassSignature class = cmsGetDeviceClass(from);
    int is_usable = cmsGetColorSpace(from) == space && class != cmsSigLinkClass && class != cmsSigNamedColorClass &&
                    class != cmsSigAbstractClass;
    cmsUInt32Number flags = T_EXTRA(format) > 0 ? cmsFLAGS_COPY_ALPHA : 0;
    cmsHTRANSFORM transform =
        is_usable ? cmsCreateTransform(from, format, srgb, TYPE_RGBA_8, INTENT_PERCEPTUAL, flags) : NULL;
    cmsCloseProfile(from);
    return transform;
}

void colour_keep_profile(struct picture *picture, struct bytes profile) {
    cmsHTRANSFORM transform = transform_from(profile, cmsSigRgbData, TYPE_RGBA_8);
    if (!transform) return;
    cmsDeleteTransform(transform);
    // Decoders take theirs back.
    uint8_t *copy = take(profile.size);
    memcpy(copy, profile.bytes, profile.size);
    picture->profile = (struct bytes){copy, profile.size};
}

static int is_near(double value, double other) { return fabs(value - other) < 0.002; }

void colour_keep_primaries(struct picture *picture, const double primaries[8], double gamma) {
    static const double usual[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
    int are_usual = 1;
    for (int index = 0; index < 8 && primaries; ++index) {
        if (!(primaries[index] >= 0 && primaries[index] <= 1)) return;
        are_usual = are_usual && is_near(primaries[index], usual[index]);
    }
    if (!(gamma == 0 || (gamma > 0.1 && gamma < 10)) || (are_usual && (gamma == 0 || fabs(gamma - 2.2) < 0.02))) return;
    const double *by = primaries && !are_usual ? primaries : usual;
    cmsCIExyY white = {by[0], by[1], 1};
    cmsCIExyYTRIPLE colours = {{by[2], by[3], 1}, {by[4], by[5], 1}, {by[6], by[7], 1}};
    static const double parameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    cmsToneCurve *curve = gamma == 0 ? cmsBuildParametricToneCurve(NULL, 4, parameters) : cmsBuildGamma(NULL, gamma);
    if (!curve) return;
    cmsToneCurve *curves[3] = {curve, curve, curve};
    cmsHPROFILE profile = by[1] > 0 ? cmsCreateRGBProfile(&white, &colours, curves) : NULL;
    cmsFreeToneCurve(curve);
    cmsUInt32Number size = 0;
    if (!profile || !cmsSaveProfileToMem(profile, NULL, &size) || size == 0) return;
    uint8_t *bytes = take(size);
    if (cmsSaveProfileToMem(profile, bytes, &size)) colour_keep_profile(picture, (struct bytes){bytes, size});
    cmsCloseProfile(profile);
}

void colour_use_grey_profile(struct picture *picture, struct bytes profile) {
    cmsHTRANSFORM transform = transform_from(profile, cmsSigGrayData, TYPE_GRAY_8);
    if (!transform) return;
    uint8_t grey[256], colours[256][4];
    for (int value = 0; value < 256; ++value) grey[value] = (uint8_t)value;
    cmsDoTransform(transform, grey, colours, 256);
    cmsDeleteTransform(transform);
    size_t count = (size_t)picture->width * picture->height;
    for (uint8_t *pixel = picture->pixels; count > 0; --count, pixel += 4) memcpy(pixel, colours[pixel[0]], 3);
}

void colour_use_inks(struct picture *picture, struct bytes profile, int is_inverted) {
    cmsHTRANSFORM transform = NULL;
    // Without alpha: the four inks are all there is.
    if (profile.size > 0)
        transform = transform_from(profile, cmsSigCmykData, is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8);
    for (uint32_t row = 0; row < picture->height; ++row) {
        uint8_t *pixels = picture->pixels + (size_t)row * picture->width * 4;
        if (transform) cmsDoTransform(transform, pixels, pixels, picture->width);
        for (uint8_t *pixel = pixels; pixel < pixels + (size_t)picture->width * 4; pixel += 4) {
            int white = is_inverted ? pixel[3] : 255 - pixel[3];
            for (int part = 0; part < 3 && !transform; ++part)
                pixel[part] = (uint8_t)((is_inverted ? pixel[part] : 255 - pixel[part]) * white / 255);
            pixel[3] = 255;
        }
    }
    if (transform) cmsDeleteTransform(transform);
}

struct colour_transform *colour_to_srgb(struct bytes profile) {
    cmsHTRANSFORM transform = transform_from(profile, cmsSigRgbData, TYPE_RGBA_8);
    if (!transform) fail();
    return (struct colour_transform *)transform;
}

void colour_transform(struct colour_transform *transform, uint8_t *pixels, uint32_t count) {
    cmsDoTransform((cmsHTRANSFORM)transform, pixels, pixels, count);
}
