"""The process that checks what was sent to be published, with limits on its memory and time.

Takes the body of a request on standard input. Writes lines of JSON: a `Header`, then for each SDK
its problems and its endpoints. Whoever reads them can do so piece by piece.
"""

from __future__ import annotations

import os
import sys

import msgspec

from snippet_widget.creation import Creation, InvalidCreation
from snippet_widget.decoding import decode_json
from snippet_widget.models import SdkSelector
from snippet_widget.publication import Problem, PublishMode
from snippet_widget.publishing.creation_reading import read_creation
from snippet_widget.publishing.reader_limits import MEMORY, limit_resources


class Header(msgspec.Struct, frozen=True):
    """What was sent, or what is wrong with it.

    Parameters
    ----------
    org, api, mode, dry_run
        As they were sent.
    sdks
        SDK, number of endpoints and problems of each publication that follows.
    invalid
        What is wrong: msgspec's own text, or a JSON pointer and a text; nothing follows then.
    """

    org: str = ""
    api: str = ""
    mode: PublishMode = PublishMode.MERGE
    dry_run: bool = False
    sdks: tuple[tuple[SdkSelector, int, tuple[Problem, ...]], ...] = ()
    invalid: tuple[str, str] | str | None = None


def main() -> None:
    """Check one body."""
    body = sys.stdin.buffer.read()
    limit_resources(MEMORY)
    encoder = msgspec.json.Encoder()
    try:
        creation = decode_json(body, Creation)
        publications = read_creation(creation)
    except InvalidCreation as error:
        sys.stdout.buffer.write(encoder.encode(Header(invalid=(error.pointer or "", error.detail))))
        return
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        sys.stdout.buffer.write(encoder.encode(Header(invalid=str(error))))
        return
    except RecursionError:
        sys.stdout.buffer.write(encoder.encode(Header(invalid=("", "nested too deeply"))))
        return
    sdks = tuple((p.sdk, len(p.endpoints), p.problems) for p in publications)
    header = Header(creation.org_id, creation.api_id, creation.mode, creation.dry_run, sdks)
    lines = [header, *(endpoint for p in publications for endpoint in p.endpoints)]
    sys.stdout.buffer.write(encoder.encode_lines(lines))


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # taking all apart that was read would take a sixth of its time again
