"""Types without ``typing``, since importing that takes longer than importing this whole package."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from typing_extensions import TypeIs
else:
    from collections import namedtuple

    class _Maker(type):
        """Makes a subclass of NamedTuple a named tuple of the fields that it annotates. Its module
        imports annotations from __future__: they are then in the body of a class on every Python.
        """

        def __new__(cls, name, bases, body):
            fields = namedtuple(name, body["__annotations__"])
            return type(name, (fields,), {"__slots__": (), **body})

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})

__all__ = ["NamedTuple", "is_list", "is_path", "is_table"]

# Of what isinstance finds in a value that may be anything, a checker does not know the parts.


def is_table(value: object) -> TypeIs[dict[str, Any]]:
    """Whether a value of a TOML or JSON text is a table or object, the keys of which are texts."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeIs[list[Any]]:
    """Whether a value of such a text is a list."""
    return isinstance(value, list)


def is_path(value: object) -> TypeIs[os.PathLike[str]]:
    """Whether a value is a path, such as a pathlib.Path."""
    return isinstance(value, os.PathLike)
