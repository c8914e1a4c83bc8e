#!/usr/bin/python3
# SPDX-License-Identifier: MIT

"""usage: corpus.py DRAY-CONVERT [PART-OF-A-NAME]

Makes some 290 odd pictures by the usual tools, converts each into each format, and compares with what gdk-pixbuf and Qt
show. The colours are compared in sRGB, after the profiles of both files. Orientation, resolution and profile are
expected by themselves."""

import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy
from PIL import Image, ImageCms

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import profiles
import viewers
from converter import convert

ANY = "any pixels"
FORMATS = ("png", "jpeg", "tiff", "bmp")
WIDE, GREY, INKS = profiles.wide_rgb(), profiles.grey(1.0), profiles.inks()
SRGB = ImageCms.createProfile("sRGB")


class Case:
    """An image file, and the properties that a conversion has to keep."""

    def __init__(self, name, content, *, refused=False, size=None, pixels=None, dots=None, profile=None, limit=1.5):
        self.name, self.content, self.refused = name, content, refused
        # The size and the pixels after orientation; None: those that the viewers show.
        self.size, self.pixels = size, pixels
        self.dots, self.profile = dots, profile
        # The limit of the mean difference in a lossless format, 0 to 255.
        self.limit = limit


# MARK: Pictures


def photograph(width=48, height=32):
    """An image with gradients and without symmetry, so that all orientations differ."""
    y, x = numpy.mgrid[0:height, 0:width]
    parts = [x * 255 // (width - 1), y * 255 // (height - 1), 255 - (x + y) * 255 // (width + height - 2)]
    return Image.fromarray(numpy.stack(parts, -1).astype(numpy.uint8))


def translucent():
    picture = photograph().convert("RGBA")
    picture.putalpha(Image.fromarray(numpy.tile(numpy.linspace(0, 255, 48).astype(numpy.uint8), (32, 1))))
    return picture


def saved(picture, form, **options):
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    return stream.getvalue()


def exif(orientation, order="<", dots=None):
    """Exif data with an orientation and, optionally, a resolution in dots per inch."""
    entries = [(0x0112, 3, 1, struct.pack(order + "HH", orientation, 0))]
    if dots:
        after = 8 + 2 + 12 * 4 + 4
        entries += [(0x011A, 5, 1, struct.pack(order + "I", after)), (0x011B, 5, 1, struct.pack(order + "I", after))]
        entries += [(0x0128, 3, 1, struct.pack(order + "HH", 2, 0))]
    data = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "IH", 8, len(entries))
    for tag, kind, count, value in entries:
        data += struct.pack(order + "HHI", tag, kind, count) + value
    return data + bytes(4) + (struct.pack(order + "II", dots, 1) if dots else b"")


def with_segment(jpeg, marker, data):
    """Inserts a segment after the start-of-image marker of a JPEG."""
    return jpeg[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def with_chunk(png, name, data):
    """Inserts a chunk after the header of a PNG."""
    return png[:33] + chunk(name, data) + png[33:]


TURNS = {
    1: lambda pixels: pixels,
    2: lambda pixels: pixels[:, ::-1],
    3: lambda pixels: pixels[::-1, ::-1],
    4: lambda pixels: pixels[::-1],
    5: lambda pixels: pixels.transpose(1, 0, 2),
    6: lambda pixels: pixels[::-1].transpose(1, 0, 2),
    7: lambda pixels: pixels[::-1, ::-1].transpose(1, 0, 2),
    8: lambda pixels: pixels[:, ::-1].transpose(1, 0, 2),
}


def turned_cases():
    picture = photograph()
    stored = numpy.asarray(picture).astype(float)
    jpeg = saved(picture, "JPEG", quality=95)
    decoded = numpy.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB")).astype(float)
    png, tiff = saved(picture, "PNG"), {}
    for orientation, turn in TURNS.items():
        size = (48, 32) if orientation < 5 else (32, 48)
        for order in "<>":
            data = exif(orientation, order)
            yield Case(f"jpeg-exif-{orientation}{order}", with_segment(jpeg, 0xE1, b"Exif\0\0" + data), size=size,
                       pixels=turn(decoded))
        yield Case(f"png-exif-{orientation}", with_chunk(png, b"eXIf", exif(orientation, ">")), size=size,
                   pixels=turn(stored))
        late = png[:-12] + chunk(b"eXIf", exif(orientation)) + png[-12:]
        yield Case(f"png-late-exif-{orientation}", late, size=size, pixels=turn(stored))
        tiff = saved(picture, "TIFF", tiffinfo={274: orientation}, compression="tiff_lzw")
        yield Case(f"tiff-{orientation}", tiff, size=size, pixels=turn(stored))
    # An invalid orientation is ignored.
    for value in (0, 9, 65535):
        content = with_segment(jpeg, 0xE1, b"Exif\0\0" + exif(value))
        yield Case(f"jpeg-exif-{value}", content, size=(48, 32), pixels=decoded)
    # The resolution is transformed as well.
    data = with_segment(saved(picture, "JPEG", quality=95, dpi=(300, 150)), 0xE1, b"Exif\0\0" + exif(6))
    yield Case("jpeg-turned-dots", data, size=(32, 48), dots=(150, 300))


def marked_cases():
    """Images with colour profiles and resolutions."""
    picture, grey = photograph(), photograph().convert("L")
    for form in ("PNG", "JPEG", "TIFF"):
        options = {"quality": 95, "subsampling": 0} if form == "JPEG" else {}
        yield Case(f"{form}-wide", saved(picture, form, icc_profile=WIDE, **options), profile=WIDE)
        yield Case(f"{form}-wide-dots", saved(picture, form, icc_profile=WIDE, dpi=(300, 300), **options), profile=WIDE,
                   dots=(300, 300))
        yield Case(f"{form}-dots", saved(picture, form, dpi=(72, 144), **options), dots=(72, 144))
        # A grey profile in a colour image, a CMYK profile, and invalid profiles are ignored.
        for name, profile in (("grey", GREY), ("inks", INKS), ("broken", WIDE[:200]), ("noise", b"no profile" * 20)):
            yield Case(f"{form}-{name}-profile", saved(picture, form, icc_profile=profile, **options), profile=b"")
        linear = ImageCms.profileToProfile(grey, ImageCms.ImageCmsProfile(io.BytesIO(GREY)), SRGB, outputMode="RGB")
        pixels = numpy.asarray(linear).astype(float)
        yield Case(f"{form}-grey", saved(grey, form, icc_profile=GREY), pixels=pixels, profile=b"")
    yield Case("bmp-dots", saved(picture, "BMP", dpi=(300, 300)), dots=(300, 300))
    plain = saved(picture, "JPEG", quality=95)
    bare = plain[:2] + plain[20:]
    yield Case("exif-dots", with_segment(bare, 0xE1, b"Exif\0\0" + exif(1, ">", 240)), dots=(240, 240))
    # A profile in several segments.
    long = WIDE + bytes(150_000)
    long = struct.pack(">I", len(long)) + long[4:]
    yield Case("jpeg-long-profile", saved(picture, "JPEG", icc_profile=long, quality=95), profile=long)
    # Other PNG chunks about colours.
    chunks = with_chunk(saved(picture, "PNG"), b"gAMA", struct.pack(">I", 45455))
    yield Case("png-usual-gamma", chunks, profile=b"")
    yield Case("png-linear", with_chunk(saved(picture, "PNG"), b"gAMA", struct.pack(">I", 100000)), profile=None,
               pixels=ANY)
    inks = picture.convert("CMYK")
    shown = ImageCms.profileToProfile(inks, ImageCms.ImageCmsProfile(io.BytesIO(INKS)), SRGB, outputMode="RGB")
    yield Case("tiff-inks-profile", saved(inks, "TIFF", icc_profile=INKS), pixels=numpy.asarray(shown).astype(float),
               profile=b"")
    content = saved(inks, "JPEG", icc_profile=INKS, quality=98)
    # Pillow writes them inverted, as the Adobe marker says, and reads them back.
    decoded = Image.open(io.BytesIO(content))
    shown = ImageCms.profileToProfile(decoded, ImageCms.ImageCmsProfile(io.BytesIO(INKS)), SRGB, outputMode="RGB")
    yield Case("jpeg-inks-profile", content, pixels=numpy.asarray(shown).astype(float), profile=b"")


def pillow_cases():
    picture, clear = photograph(), translucent()
    # 1, 8 and 16 bits, palettes with and without transparency.
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I"):
        source = clear if mode in ("LA", "RGBA") else picture
        if mode == "I;16":
            source = Image.fromarray((numpy.asarray(picture.convert("L")).astype(numpy.uint16) * 257))
        else:
            source = source.convert(mode)
        yield Case(f"pillow-png-{mode}", saved(source, "PNG"))
        if mode not in ("I",):
            yield Case(f"pillow-tiff-{mode}", saved(source, "TIFF"))
        if mode in ("1", "L", "P", "RGB", "RGBA"):
            yield Case(f"pillow-bmp-{mode}", saved(source, "BMP"))
        if mode in ("1", "L", "RGB"):
            yield Case(f"pillow-jpeg-{mode}", saved(source, "JPEG"))
    yield Case("pillow-png-transparent-palette", saved(picture.quantize(16), "PNG", transparency=3))
    yield Case("pillow-png-transparent-grey", saved(picture.convert("L"), "PNG", transparency=90))
    yield Case("pillow-png-transparent-colour", saved(picture, "PNG", transparency=picture.getpixel((5, 5))))
    for bits in (1, 2, 4):
        yield Case(f"pillow-png-{bits}-bits", saved(picture.quantize(2**bits), "PNG", bits=bits))
    for quality in (1, 30, 75, 100):
        for subsampling in (0, 1, 2):
            options = {"quality": quality, "subsampling": subsampling}
            yield Case(f"pillow-jpeg-{quality}-{subsampling}", saved(picture, "JPEG", **options))
            yield Case(f"pillow-jpeg-{quality}-{subsampling}-progressive",
                       saved(picture, "JPEG", progressive=True, **options))
    yield Case("pillow-jpeg-inks", saved(picture.convert("CMYK"), "JPEG", quality=98))
    yield Case("pillow-tiff-inks", saved(picture.convert("CMYK"), "TIFF"))
    yield Case("pillow-jpeg-comment", saved(picture, "JPEG", comment=b"x" * 60_000, optimize=True))
    for compression in ("tiff_adobe_deflate", "tiff_lzw", "packbits", "jpeg", "tiff_deflate"):
        yield Case(f"pillow-tiff-{compression}", saved(picture, "TIFF", compression=compression))
    for compression in ("group3", "group4", "tiff_ccitt"):
        yield Case(f"pillow-tiff-{compression}", saved(picture.convert("1"), "TIFF", compression=compression))
    pages = saved(picture, "TIFF", save_all=True, append_images=[picture.rotate(180)])
    yield Case("pillow-tiff-pages", pages)
    for size in ((1, 1), (1, 40), (40, 1), (7, 3), (257, 5)):
        small = picture.resize(size)
        for form in ("PNG", "JPEG", "TIFF", "BMP"):
            yield Case(f"pillow-{form}-{size[0]}x{size[1]}", saved(small, form))


MAGICK = """
-interlace PNG png24:|-interlace PNG png8:|-interlace PNG -depth 16 png48:|-alpha on png32:|-depth 16 png64:
-colors 3 png8:|-type Grayscale -depth 1 png:|-type Grayscale -depth 2 png:|-type Grayscale -depth 4 png:
-type Grayscale -depth 16 png:|-colorspace gray png:|-density 300 -units PixelsPerInch png:|-monochrome png:
-interlace JPEG jpeg:|-sampling-factor 4:1:1 jpeg:|-sampling-factor 2x1,1x2,1x1 jpeg:|-sampling-factor 4:4:0 jpeg:
-colorspace CMYK -quality 98 jpeg:|-colorspace gray jpeg:|-colorspace RGB jpeg:|-quality 5 jpeg:
-density 118 -units PixelsPerCentimeter jpeg:
-define jpeg:optimize-coding=false jpeg:|-define jpeg:arithmetic-coding=true jpeg:|bmp2:|bmp3:|bmp:|-alpha on bmp:
-alpha on bmp3:|-colors 16 bmp3:|-monochrome bmp3:|-colors 200 bmp3:|-colors 16 bmp2:|-colors 200 -compress RLE bmp3:
-colors 16 -compress RLE bmp3:|-define bmp:subtype=RGB565 bmp:|-define bmp:subtype=RGB555 bmp:
-define bmp:subtype=ARGB4444 -alpha on bmp:|-type Grayscale bmp:|-compress None tiff:|-compress LZW tiff:
-compress Zip tiff:|-compress RLE tiff:|-compress JPEG tiff:|-compress Group4 -monochrome tiff:
-compress Fax -monochrome tiff:|-endian MSB tiff:|-endian MSB -depth 16 tiff:|-depth 16 tiff:
-depth 4 -type Grayscale tiff:|-depth 2 -type Grayscale tiff:|-depth 16 -type Grayscale tiff:|-interlace plane tiff:
-interlace plane -alpha on tiff:|-alpha on tiff:|-alpha on -depth 16 tiff:|-colorspace CMYK tiff:
-colorspace Lab tiff:|-colorspace YCbCr -compress JPEG tiff:|-type Palette tiff:
-define tiff:tile-geometry=16x16 tiff:|-define tiff:rows-per-strip=1 tiff:
-define quantum:polarity=min-is-white -type Grayscale tiff:|-monochrome tiff:
-define tiff:alpha=associated -alpha on tiff:|-define tiff:alpha=unassociated -alpha on tiff:
-type GrayscaleAlpha -alpha on tiff:|-density 200x100 -units PixelsPerInch tiff:
-define tiff:fill-order=lsb -monochrome -compress Group4 tiff:|tiff64:
"""

TIFFCP = ["-t -w 16 -l 16", "-p separate", "-p separate -t -w 32 -l 16", "-B", "-L", "-8", "-8 -B", "-f lsb2msb",
          "-r 5", "-c lzw:2", "-c zip:2 -s", "-c packbits", "-c jpeg:r -r 16", "-c jpeg:90", "-c none"]


def tool_cases(folder):
    picture, clear = folder / "in.png", folder / "clear.png"
    photograph().save(picture)
    translucent().save(clear)

    def by_magick(options):
        *words, form = options.split()
        target = folder / f"magick-{abs(hash(options))}"
        source = clear if "-alpha" in words else picture
        subprocess.run(["convert", source, *words, f"{form}{target}"], check=True, stderr=subprocess.DEVNULL)
        # Viewers convert the maximum of 4 bits, 15, to 240 of 255.
        return Case(f"magick {options}", target.read_bytes(), limit=4 if "ARGB4444" in options else 1.5)

    def by_tiffcp(options):
        target = folder / f"tiffcp-{abs(hash(options))}"
        subprocess.run(["tiffcp", *options.split(), folder / "in.tiff", target], check=True, stderr=subprocess.DEVNULL)
        return Case(f"tiffcp {options}", target.read_bytes())

    def by_exiftool(name, *options, **expected):
        target = folder / f"exiftool-{name}"
        photograph().save(target, quality=95) if name.endswith("jpg") else photograph().save(target)
        subprocess.run(["exiftool", "-q", "-overwrite_original", "-n", *options, target], check=True)
        return Case(f"exiftool {name}", target.read_bytes(), **expected)

    photograph().save(folder / "in.tiff")
    (folder / "wide.icc").write_bytes(WIDE)
    options = [word for line in MAGICK.strip().split("\n") for word in line.split("|")]
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(by_magick, options)
        yield from pool.map(by_tiffcp, TIFFCP)
    for form in ("jpg", "png", "tiff"):
        turned = TURNS[6](numpy.asarray(photograph()).astype(float))
        yield by_exiftool(f"6.{form}", "-Orientation#=6", size=(32, 48), pixels=turned if form == "png" else None)
        yield by_exiftool(f"wide.{form}", f"-icc_profile<={folder / 'wide.icc'}", profile=WIDE)
    options = ("-XResolution=250", "-YResolution=250", "-ResolutionUnit=2", "-JFIF:all=")
    yield by_exiftool("dots.jpg", *options, dots=(250, 250))
    subprocess.run(["tiffset", "-s", "274", "8", folder / "in.tiff"], check=True)
    yield Case("tiffset", (folder / "in.tiff").read_bytes(), size=(32, 48))


def damaged_cases():
    """Damaged images: some are shown by viewers all the same, others have to be rejected."""
    picture = photograph(160, 120)
    jpeg, progressive = saved(picture, "JPEG", quality=90), saved(picture, "JPEG", quality=90, progressive=True)
    table = jpeg.index(b"\xff\xdb")
    yield Case("surplus-before-table", jpeg[:table] + b"\0\0" + jpeg[table:])
    command = ["cjpeg", "-quality", "90", "-restart", "3B"]
    restarts = subprocess.run(command, check=True, input=saved(picture, "PPM"), stdout=subprocess.PIPE).stdout
    place, next_place = restarts.index(b"\xff\xd1"), restarts.index(b"\xff\xd2")
    yield Case("restarts", restarts)
    yield Case("surplus-before-restart", restarts[:place] + bytes(24) + restarts[place:])
    yield Case("missing-between-restarts", restarts[:place] + restarts[next_place:], refused=True)
    yield Case("no-end", jpeg[:-2])
    yield Case("no-end-progressive", progressive[:-2])
    yield Case("surplus-after-end", jpeg + b"more" * 100)
    yield Case("surplus-before-end", jpeg[:-2] + bytes(10) + jpeg[-2:])
    for share in (0.3, 0.6, 0.9, 0.99):
        yield Case(f"jpeg-{share}", jpeg[: int(len(jpeg) * share)], refused=True)
        yield Case(f"progressive-{share}", progressive[: int(len(progressive) * share)], refused=True)
    middle = len(jpeg) * 2 // 3
    yield Case("jpeg-hole", jpeg[:middle] + b"\xff\xd9" + jpeg[middle + 2 :], refused=True)
    png, bitmap = saved(picture, "PNG"), saved(picture, "BMP")
    yield Case("png-no-end", png[:-12])
    yield Case("png-without-checks-at-end", png[:-4])
    place = png.index(b"IDAT")
    yield Case("png-broken", png[: place + 400] + bytes(40) + png[place + 440 :], refused=True)
    for name, content in (("png", png), ("bmp", bitmap), ("tiff", saved(picture, "TIFF")),
                          ("tiff-lzw", saved(picture, "TIFF", compression="tiff_lzw"))):
        for share in (0.2, 0.7, 0.95):
            yield Case(f"{name}-{share}", content[: int(len(content) * share)], refused=True)
    for name, content in (("text", b"just text"), ("zeroes", bytes(4096)), ("magic", b"\x89PNG\r\n\x1a\n"),
                          ("jpeg-start", b"\xff\xd8\xff\xe0"), ("tiff-start", b"II*\0\x08\0\0\0"),
                          ("bmp-start", b"BM" + bytes(60)), ("gif", saved(picture, "GIF"))):
        yield Case(name, content, refused=True)
    huge = bytearray(bitmap)
    huge[18:26] = struct.pack("<ii", 0x7FFFFFFF, 0x7FFFFFFF)
    yield Case("bmp-huge", bytes(huge), refused=True)


# MARK: Comparison


def profile_of(content):
    return Image.open(io.BytesIO(content)).info.get("icc_profile", b"") or b""


def mode_of(content):
    return Image.open(io.BytesIO(content)).mode


def in_srgb(pixels, profile):
    if not profile:
        return pixels
    picture = Image.fromarray(numpy.clip(pixels + 0.5, 0, 255).astype(numpy.uint8))
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    return numpy.asarray(ImageCms.profileToProfile(picture, source, SRGB)).astype(float)


def difference(one, other):
    return numpy.abs(one - other).mean() if one.shape == other.shape else 255


def expectations(case):
    """The acceptable images, in sRGB; empty if no viewer shows the file."""
    if isinstance(case.pixels, str):
        return []
    if case.pixels is not None:
        return [in_srgb(case.pixels, case.profile)]
    shown = [picture for viewer in (viewers.by_gdk, viewers.by_qt) if (picture := viewer(case.content)) is not None]
    return [in_srgb(picture, case.profile) for picture in shown]


def check(program, case, form):
    """Converts a case to a format, and returns descriptions of the errors."""
    result = convert(program, case.content, form)
    if case.refused:
        return [] if result.output is None else ["is converted"]
    expected = expectations(case)
    if result.output is None:
        return ["is refused"] if expected else []
    wrong = []
    # Every viewer has to show the result.
    profile = profile_of(result.output)
    for viewer in (viewers.by_gdk, viewers.by_qt):
        picture = viewer(result.output)
        # gdk-pixbuf shows the colours of each translucent TIFF multiplied by alpha twice.
        is_darkened = form == "tiff" and viewer is viewers.by_gdk and mode_of(result.output) == "RGBA"
        if picture is None:
            wrong.append(f"is not shown by {viewer.__name__}")
            continue
        if case.size and picture.shape[:2] != case.size[::-1]:
            wrong.append(f"has a size of {picture.shape[1]}x{picture.shape[0]}")
        # JPEG is lossy, most at the edges of small images.
        limit = 6 if form == "jpeg" else case.limit
        if expected and not is_darkened:
            far = min(difference(in_srgb(picture, profile), one) for one in expected)
            if far > limit:
                wrong.append(f"differs by {far:.1f} in {viewer.__name__}")
    if case.profile is not None and form != "bmp" and profile != case.profile:
        wrong.append(f"has a profile of {len(profile)} bytes")
    if form == "bmp" and profile:
        wrong.append("has a profile")
    if case.dots:
        dots = Image.open(io.BytesIO(result.output)).info.get("dpi", (0, 0))
        if max(abs(float(one) - other) for one, other in zip(dots, case.dots)) > 0.6:
            wrong.append(f"has {dots} dots per inch")
    with Image.open(io.BytesIO(result.output)) as picture:
        if picture.getexif().get(0x0112, 1) != 1:
            wrong.append("has an orientation")
    return wrong


def main():
    program = sys.argv[1]
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as folder:
        cases = [*turned_cases(), *marked_cases(), *pillow_cases(), *tool_cases(pathlib.Path(folder)), *damaged_cases()]
    cases = [case for case in cases if only in case.name]
    jobs = [(case, form) for case in cases for form in FORMATS]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: check(program, *job), jobs))
    failures = [(case.name, form, wrong) for (case, form), wrong in zip(jobs, results) if wrong]
    for name, form, wrong in failures:
        print(f"{name}, as {form}: {'; '.join(wrong)}")
    print(f"{len(cases)} files, {len(jobs)} conversions, {len(failures)} wrong")
    if not only and len(cases) < 200:
        sys.exit("some of the corpus was not made")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
