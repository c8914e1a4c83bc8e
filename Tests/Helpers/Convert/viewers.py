# SPDX-License-Identifier: MIT

"""What gdk-pixbuf and Qt show of a picture: its pixels over white, turned as its orientation says."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "*=false"

import gi
import numpy

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf, GLib
from PyQt6.QtCore import QBuffer, QByteArray
from PyQt6.QtGui import QImage, QImageReader


def over_white(pixels: numpy.ndarray) -> numpy.ndarray:
    """Pixels of red, green, blue and alpha, as floats of red, green and blue."""
    alpha = pixels[..., 3:].astype(float) / 255
    return pixels[..., :3] * alpha + 255 * (1 - alpha)


def by_gdk(content: bytes) -> numpy.ndarray | None:
    loader = GdkPixbuf.PixbufLoader()
    try:
        loader.write(content)
        loader.close()
        picture = loader.get_pixbuf()
    except GLib.Error:
        try:
            loader.close()
        except GLib.Error:
            pass
        return None
    if picture is None:
        return None
    picture = picture.apply_embedded_orientation()
    if not picture.get_has_alpha():
        picture = picture.add_alpha(False, 0, 0, 0)
    width, height = picture.get_width(), picture.get_height()
    rows = numpy.frombuffer(picture.read_pixel_bytes().get_data(), numpy.uint8)
    stride = picture.get_rowstride()
    rows = numpy.concatenate([rows, numpy.zeros(stride * height - len(rows), numpy.uint8)]).reshape(height, stride)
    return over_white(rows[:, : width * 4].reshape(height, width, 4))


def by_qt(content: bytes) -> numpy.ndarray | None:
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    picture = reader.read()
    if picture.isNull():
        return None
    picture = picture.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = numpy.frombuffer(picture.constBits().asstring(picture.sizeInBytes()), numpy.uint8)
    rows = rows.reshape(picture.height(), picture.bytesPerLine())[:, : picture.width() * 4]
    return over_white(rows.reshape(picture.height(), picture.width(), 4))
