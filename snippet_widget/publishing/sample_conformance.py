"""Whether a vendor's sample is one of the SDK that it is published for: most call that by name.

A sample that sends the request itself, with an HTTP client of its language, is not one.
"""

from __future__ import annotations

import re

_HTTP_CLIENTS = {
    "python": re.compile(
        r"^\s*(?:import|from)\s+(requests|httpx|aiohttp|urllib3|urllib\.request|http\.client)\b",
        re.MULTILINE,
    ),
    "typescript": re.compile(
        r"(?<![\w.])(fetch(?=\()|axios|XMLHttpRequest|node-fetch|got(?=\())|require\(.(https?).\)"
    ),
    "java": re.compile(
        r"\b(java\.net\.http|HttpRequest\.newBuilder|HttpURLConnection|OkHttpClient|okhttp3|Unirest)"
    ),
    "go": re.compile(r"\b(net/http|http\.NewRequest\w*|http\.(?:Get|Post)(?=\())"),
    "csharp": re.compile(r"\b(HttpClient|RestClient|RestRequest|HttpRequestMessage)\b"),
    "php": re.compile(r"\b(curl_init|GuzzleHttp|HttpRequest|http_request)\b"),
    "ruby": re.compile(r"\b(Net::HTTP|net/http|Faraday|HTTParty|RestClient)\b"),
}
_URL = re.compile(r"https?://[^\s\"'`]+")
_WORD = re.compile(r"[a-z0-9]+")
_GENERAL = {"api", "sdk", "client", "java", "go", "net", "php", "ruby", "node", "js", "com", "org"}
_GENERAL |= {"github", "io", "ai", "dotnet", "python", "typescript", "rest", "http"}


def other_http_client(type_: str, package: str, source: str) -> str | None:
    """Return the HTTP client that a sample sends its request with, instead of the SDK.

    Examples
    --------
    >>> other_http_client("python", "acme", "import requests; requests.get('https://acme.test')")
    'requests'
    >>> other_http_client("python", "acme", "import acme; acme.Client().get()") is None
    True
    """
    pattern = _HTTP_CLIENTS.get(type_)
    found = pattern.search(source) if pattern else None
    if found is None:
        return None
    names = set(_WORD.findall(package.lower())) - _GENERAL
    code = _URL.sub("", source).lower()
    if any(name in code for name in names):
        return None
    return next(filter(None, found.groups()), found[0])
