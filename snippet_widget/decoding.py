"""Decoding JSON, MessagePack and built-in objects into types, from any thread.

msgspec collects a type's fields when the type is first decoded, in Python code: another thread may
run meanwhile, and finds a type half collected, which ends the process (segmentation fault, msgspec
0.22). Here each type is collected by one thread while the others wait.
"""

from __future__ import annotations

import threading
from typing import Any, TypeVar, overload

import msgspec

JsonDecoder = msgspec.json.Decoder
"""What `json_decoder` returns."""

_Decoded = TypeVar("_Decoded")

_collected: set[Any] = set()
_collecting = threading.RLock()


def convert(value: object, type_: type[_Decoded]) -> _Decoded:
    """Return built-in objects, as of JSON, as an instance of a type.

    Raises
    ------
    msgspec.ValidationError
        They do not fit the type.
    """
    _collect(type_)
    return msgspec.convert(value, type_)


@overload
def decode_json(data: bytes | str) -> Any: ...


@overload
def decode_json(data: bytes | str, type_: type[_Decoded]) -> _Decoded: ...


def decode_json(data: bytes | str, type_: Any = Any) -> Any:
    """Return what a JSON text says, as built-in objects or as an instance of a type.

    Raises
    ------
    msgspec.DecodeError, UnicodeDecodeError
        It is no JSON.
    msgspec.ValidationError
        It is not of that type.
    """
    _collect(type_)
    return msgspec.json.decode(data, type=type_)


def decode_msgpack(data: bytes, type_: type[_Decoded]) -> _Decoded:
    """Return what a MessagePack message says; errors as of `decode_json`."""
    _collect(type_)
    return msgspec.msgpack.decode(data, type=type_)


def json_decoder(type_: type[_Decoded]) -> JsonDecoder[_Decoded]:
    """Return a decoder that many texts are decoded with."""
    _collect(type_)
    return JsonDecoder(type_)


def _collect(type_: type[_Decoded]) -> None:
    if type_ in _collected:
        return
    with _collecting:
        JsonDecoder(type_)
        _collected.add(type_)
