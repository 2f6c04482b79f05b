"""The integer types of the rules: a shim between compiled and interpreted code.

mypyc sees machine integers and ``librt`` vectors, which make compiled code fast. Interpreted Python gets
``int`` and ``list``, which are faster there and need nothing outside the standard library. So this module is
the only one of the rules that is never compiled.

Vectors of ``i16``, ``u8`` and ``float`` are for buffers that other libraries read in place: interpreted, they
are ``array.array``. Their bytes are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    from array import array
    from functools import partial

    class i16(int):
        """A number of a vector of 16 bits."""

        __slots__ = ()

    class u8(int):
        """A number of a vector of bytes."""

        __slots__ = ()

    i64 = int
    vec = {int: list, i16: partial(array, "h"), u8: partial(array, "B"), float: partial(array, "d")}

    def append(items, item):
        items.append(item)
        return items

    def mypyc_attr(**attributes):
        return lambda decorated: decorated
