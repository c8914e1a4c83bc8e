# SPDX-License-Identifier: MIT
"""ctypes bindings for libdray-client. On a compositor without the extension every call has no effect."""

import ctypes as c

ACCEPTING, SPRING_LOADED, SCROLLS_HORIZONTALLY, SCROLLS_VERTICALLY = 1, 2, 4, 8

_DATA = c.c_void_p


def _struct(name, **fields):
    """Returns a ctypes structure for a listener of the header, with the argument types of each callback."""
    types = {field: c.CFUNCTYPE(result, _DATA, *arguments) for field, (result, *arguments) in fields.items()}
    return type(name, (c.Structure,), {"_fields_": list(types.items()), "types": types})


_CLIENT = _struct(
    "Client", content=(None, c.c_void_p, c.c_uint32), content_left=(None,), content_failed=(None, c.c_uint32),
    kind=(None, c.c_char_p, c.c_uint32),
)
_ORIGIN = _struct(
    "Origin",
    deselect=(None,),
    failed=(None, c.c_uint32),
    progress=(None, c.c_char_p, c.c_uint64, c.c_uint64),
)
_ZONE = _struct("Zone", enter=(None,), leave=(None,), spring=(None,), scroll=(None, c.c_double, c.c_double))
_TAKING = _struct("Taking", finished=(None,), undo=(c.c_bool,), redo=(c.c_bool,), unavailable=(None,))


class Client:
    """A `struct dray_client`.

    `display` and `surface` are addresses of a `struct wl_display` and a `struct wl_surface`.
    """

    def __init__(self, library, display, **callbacks):
        self._library = c.CDLL(library)
        self._kept = []
        self._pointer = self._call(
            "dray_client_create", c.c_void_p(display), self._listener(_CLIENT, callbacks), None, result=c.c_void_p
        )

    @property
    def is_offered(self):
        return self._pointer is not None

    def _listener(self, kind, callbacks):
        unknown = set(callbacks) - set(kind.types)
        if unknown:
            raise TypeError(f"unknown callbacks: {unknown}")
        # The data pointer is dropped, since Python does not need it.
        functions = {
            name: kind.types[name](lambda _, *arguments, call=call: call(*arguments))
            for name, call in callbacks.items()
        }
        listener = kind(**functions)
        self._kept.append((listener, functions))
        return c.byref(listener)

    def _call(self, name, *arguments, result=None):
        function = getattr(self._library, name)
        function.restype = result
        return function(*arguments)

    def origin(self, surface, **callbacks):
        return Handle(self, "dray_origin_", self._call(
            "dray_origin_create", c.c_void_p(self._pointer), c.c_void_p(surface), self._listener(_ORIGIN, callbacks),
            None, result=c.c_void_p))

    def zone(self, surface, label, behaviour, **callbacks):
        return Handle(self, "dray_zone_", self._call(
            "dray_zone_create", c.c_void_p(self._pointer), c.c_void_p(surface), label.encode(), c.c_uint32(behaviour),
            self._listener(_ZONE, callbacks), None, result=c.c_void_p))

    def take_back(self, origin=None, **callbacks):
        """Declares that the next drop from an origin, or the drop of the content over the application, can be undone.

        Returns None if it is declared already.
        """
        listener = self._listener(_TAKING, callbacks)
        if origin:
            pointer = self._call(
                "dray_origin_take_back", c.c_void_p(origin.pointer), listener, None, result=c.c_void_p)
        else:
            pointer = self._call(
                "dray_client_take_back", c.c_void_p(self._pointer), listener, None, result=c.c_void_p)
        return Handle(self, "dray_taking_", pointer) if pointer else None

    def commit(self):
        self._call("dray_zones_commit", c.c_void_p(self._pointer))

    def take_items(self, count):
        self._call("dray_take_items", c.c_void_p(self._pointer), c.c_uint32(count))

    def set_preview_size(self, width, height):
        self._call("dray_set_preview_size", c.c_void_p(self._pointer), c.c_int32(width), c.c_int32(height))

    def set_insertion(self, x, y, width, height):
        self._call("dray_set_insertion", c.c_void_p(self._pointer), *map(c.c_int32, (x, y, width, height)))

    def set_irreversible(self, reason):
        self._call("dray_set_irreversible", c.c_void_p(self._pointer), reason.encode() if reason else None)

    def is_confirmed(self):
        return self._call("dray_is_confirmed", c.c_void_p(self._pointer), result=c.c_bool)

    def set_progress(self, part):
        self._call("dray_set_progress", c.c_void_p(self._pointer), c.c_double(part))


class Handle:
    """An object of the library, with its functions as methods: `zone.set_rectangle(0, 0, 10, 10)`."""

    def __init__(self, client, prefix, pointer):
        self._client, self._prefix, self.pointer = client, prefix, pointer

    def __getattr__(self, name):
        def call(*arguments):
            converted = [
                value.encode() if isinstance(value, str)
                else value if isinstance(value, bytes)
                else c.c_uint64(value) if name == "set_size"
                else c.c_int32(value)
                for value in arguments
            ]
            self._client._call(self._prefix + name, c.c_void_p(self.pointer), *converted)

        return call
