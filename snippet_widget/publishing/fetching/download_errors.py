"""Why pip or npm could not download something: each cause has its words in what they write."""

from __future__ import annotations

import re

_CAUSES = (
    (
        re.compile(r"No space left on device|ENOSPC|Errno 28"),
        "there is no room for it. Free some where temporary files go (TMPDIR)",
    ),
    (
        re.compile(
            r"ProxyError|proxy connection error|connect to proxy|Tunnel connection failed|\b407\b"
        ),
        "the proxy does not let it through. Check HTTPS_PROXY and the proxy of {tool}'s settings",
    ),
    (
        re.compile(r"CERTIFICATE_VERIFY_FAILED|SSLError|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)"),
        "the certificate of its host is not trusted here. Name yours in {tool}'s settings",
    ),
    (
        re.compile(r"Credentials not correct|\b40[13]\b (?:Client )?Error|\bE40[13]\b|ENEEDAUTH"),
        "its host asks for other credentials. Check those that {tool} is set to use",
    ),
    (
        re.compile(
            r"NewConnectionError|Failed to establish a new connection|Name or service not known|"
            r"Temporary failure in name resolution|ConnectTimeout|Connection refused|"
            r"\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH)\b"
        ),
        "its host cannot be reached. Is this machine online? Otherwise name a file that it has",
    ),
)


def download_error(output: str, tool: str) -> str | None:
    """Return why a download failed and what to do; None where the output tells none of these.

    Examples
    --------
    >>> download_error("npm error code E401", "npm")
    'its host asks for other credentials. Check those that npm is set to use.'
    """
    for pattern, message in _CAUSES:
        if pattern.search(output):
            return f"{message.format(tool=tool)}."
    return None
