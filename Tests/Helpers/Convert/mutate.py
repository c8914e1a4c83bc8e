#!/usr/bin/python3
# SPDX-License-Identifier: MIT

"""usage: mutate.py DRAY-CONVERT COUNT [SEED]

Converts broken pictures and pages by a program that was built with sanitizers. Each is one of a few files with some
bytes changed, removed or added, always the same ones for a seed. A conversion may fail; no sanitizer may report
anything."""

import pathlib
import random
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import corpus
import profiles
from converter import convert

ENVIRONMENT = {
    "ASAN_OPTIONS": "exitcode=99:allocator_may_return_null=1:detect_leaks=0",
    "UBSAN_OPTIONS": "exitcode=99:halt_on_error=1",
}
SHORTS, LONGS = (0, 0x7FFF, 0xFFFF), (0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFF00)
EXTREMES = [struct.pack(order + "H", value) for order in "<>" for value in SHORTS]
EXTREMES += [struct.pack(order + "I", value) for order in "<>" for value in LONGS]


PAGES = (
    "<table><tr><td style='white-space:pre'>a</td><td>b</table><form>c</form>d",
    "<p style=\"display : none ! important; float:left; /* x */ white-space: preserve nowrap\">x &amp; &#x2260;",
    "<select><optgroup><option>a</select><details><summary>b</summary>c</details><svg><text>d</text></svg>",
    "<noscript><img></noscript><ul><li>a<ul><li hidden>b</ul></ul><pre>\n c\n</pre><br><template>x</template>",
    "<b><p>x</b>y</p><math><mi>x</mi></math><![CDATA[z]]><!-- c --><textarea>t</textarea><frameset>",
)


def seeds():
    """Pairs of a file and whether it is a page."""
    picture, wide, inks = corpus.photograph(24, 16), profiles.wide_rgb(), profiles.inks()
    exif = corpus.exif(6, "<", 300)
    for options in ({}, {"progressive": True}, {"subsampling": 0, "quality": 30}):
        jpeg = corpus.saved(picture, "JPEG", icc_profile=wide, **options)
        yield corpus.with_segment(jpeg, 0xE1, b"Exif\0\0" + exif), False
    yield corpus.saved(picture.convert("CMYK"), "JPEG", icc_profile=inks), False
    yield corpus.saved(picture.convert("L"), "JPEG", icc_profile=profiles.grey(1.8)), False
    for mode in ("1", "P", "LA", "RGB", "RGBA"):
        png = corpus.saved(picture.convert(mode), "PNG", icc_profile=wide, dpi=(300, 300))
        yield corpus.with_chunk(png, b"eXIf", exif), False
    yield corpus.with_chunk(corpus.saved(picture, "PNG"), b"gAMA", struct.pack(">I", 80000)), False
    for compression in (None, "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        yield corpus.saved(picture, "TIFF", compression=compression, icc_profile=wide, tiffinfo={274: 5}), False
    for compression in ("group3", "group4"):
        yield corpus.saved(picture.convert("1"), "TIFF", compression=compression), False
    for mode in ("L", "LA", "P", "RGBA", "CMYK"):
        yield corpus.saved(picture.convert(mode), "TIFF", icc_profile=inks if mode == "CMYK" else b""), False
    for mode in ("1", "P", "RGB", "RGBA"):
        yield corpus.saved(picture.convert(mode), "BMP"), False
    # Runs: a row, absolute pixels, a move, the end.
    runs = bytes([24, 3, 0, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 2, 4, 2, 9, 7, 0, 1])
    palette = bytes(range(256)) * 4
    start = 54 + len(palette)
    sizes = (len(runs), 0, 0, 256, 0)
    header = struct.pack("<2sIIIIiiHHIIiiII", b"BM", start + len(runs), 0, start, 40, 24, 16, 1, 8, 1, *sizes)
    yield header + palette + runs, False
    yield header[:28] + struct.pack("<HI", 4, 2) + header[34:] + palette + runs, False
    for page in PAGES:
        yield page.encode(), True


def mutated(content, dice):
    content = bytearray(content)
    for _ in range(dice.randint(1, 6)):
        place = dice.randrange(max(len(content), 1))
        # The first bytes of a file decide most.
        if dice.random() < 0.4:
            place = min(place, dice.randrange(200))
        match dice.randrange(6):
            case 0: content[place : place + 1] = bytes([dice.randrange(256)])
            case 1: content[place : place + 1] = bytes([content[place] ^ 1 << dice.randrange(8)]) if content else b""
            case 2:
                extreme = dice.choice(EXTREMES)
                content[place : place + len(extreme)] = extreme
            case 3: del content[place : place + dice.randint(1, 40)]
            case 4:
                start = dice.randrange(max(len(content), 1))
                content[place:place] = content[start : start + dice.randint(1, 60)]
            case 5: content[place:place] = dice.randbytes(dice.randint(1, 12))
    return bytes(content)


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    files = list(seeds())
    jobs = []
    for _ in range(count):
        content, is_page = dice.choice(files)
        jobs.append((mutated(content, dice), "text" if is_page else dice.choice(corpus.FORMATS)))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: convert(program, *job, ENVIRONMENT), jobs))
    converted = failures = 0
    for (content, form), result in zip(jobs, results):
        converted += result.output is not None
        # Refused, done, or ended by a limit of time or size.
        if result.code in (0, 1, -9, -24, -25) and not result.errors:
            continue
        failures += 1
        print(f"to {form}, ended with {result.code}: {content.hex()}\n{result.errors.decode(errors='replace')}")
    print(f"{count} files, {converted} converted, {failures} wrong")
    # With none converted, nothing was tried.
    sys.exit(1 if failures or converted < count / 10 else 0)


if __name__ == "__main__":
    main()
