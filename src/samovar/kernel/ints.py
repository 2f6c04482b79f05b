"""The integer types of the rules: a shim between compiled and interpreted code.

mypyc sees machine integers and ``librt`` vectors, which make compiled code fast. Interpreted Python gets
``int`` and ``list``, which are faster there and need nothing outside the standard library. So this module is
the only one of the rules that is never compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int
    vec = {int: list}

    def append(items, item):
        items.append(item)
        return items

    def mypyc_attr(**attributes):
        return lambda decorated: decorated
