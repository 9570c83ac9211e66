"""Types are decoded by several threads at once, as those of a panel do."""

from __future__ import annotations

import subprocess
import sys

MANY_FIRST_USES = '''
import sys, threading
from types import ModuleType

from snippet_widget.decoding import convert, decode_json, decode_msgpack, json_decoder

TYPES = """
from __future__ import annotations
import msgspec

class Inner(msgspec.Struct):
    a: str = ""
    b: list[dict[str, int]] = []

class Outer(msgspec.Struct):
    inner: list[Inner] = []
    named: dict[str, Inner] = {}
"""

USES = (
    lambda type_: convert({"inner": [{"a": "1"}], "named": {}}, type_),
    lambda type_: decode_json('{"inner": [{"a": "1"}]}', type_),
    lambda type_: decode_msgpack(bytes([0x81, 0xA5]) + b"inner" + bytes([0x90]), type_),
    lambda type_: json_decoder(type_).decode('{"inner": [{"a": "1"}]}'),
)

sys.setswitchinterval(1e-6)
for number in range(200):
    module = sys.modules[f"types{number}"] = ModuleType(f"types{number}")
    exec(TYPES, module.__dict__)
    start = threading.Barrier(len(USES))

    def use(decode):
        start.wait()
        decode(module.Outer)

    threads = [threading.Thread(target=use, args=(decode,)) for decode in USES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
'''


def test_first_uses_of_a_type_by_several_threads_do_not_end_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MANY_FIRST_USES],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
