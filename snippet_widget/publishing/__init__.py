"""Publishing: real snippets, read statically out of published SDKs and API descriptions.

::

    source text --fetch--> file | folder --sandbox--> Package --family--> extraction --> Publication

Nothing that is read is ever imported or run (design, section 7).
"""

from __future__ import annotations

from snippet_widget.publishing.sources import read_source

__all__ = ["read_source"]
