"""Credentials in published source that look real, found by detect-secrets.

Those that have a form of their own alone: what merely looks random is an id in most samples.
detect-secrets is an extra of this package (``snippet-widget[publish]``). What was found is never
repeated: its kind and its line are.
"""

from __future__ import annotations

import functools
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_DETECTORS = (
    ("aws", "AWSKeyDetector"),
    ("azure_storage_key", "AzureStorageKeyDetector"),
    ("discord", "DiscordBotTokenDetector"),
    ("github_token", "GitHubTokenDetector"),
    ("gitlab_token", "GitLabTokenDetector"),
    ("mailchimp", "MailchimpDetector"),
    ("npm", "NpmDetector"),
    ("openai", "OpenAIDetector"),
    ("private_key", "PrivateKeyDetector"),
    ("pypi_token", "PypiTokenDetector"),
    ("sendgrid", "SendGridDetector"),
    ("slack", "SlackDetector"),
    ("square_oauth", "SquareOAuthDetector"),
    ("stripe", "StripeDetector"),
    ("telegram_token", "TelegramBotTokenDetector"),
    ("twilio", "TwilioKeyDetector"),
)


class FoundCredential(NamedTuple):
    """A credential: its kind (``AWS Access Key``), and its line from 1."""

    kind: str
    line: int


def can_find_credentials() -> bool:
    """Return whether detect-secrets is installed."""
    return find_spec("detect_secrets") is not None


def found_credentials(source: str) -> Iterator[FoundCredential]:
    """Yield what looks like a real credential in a source; nothing without detect-secrets."""
    for detector in _detectors():
        for pattern in detector.denylist:
            for match in pattern.finditer(source):
                yield FoundCredential(
                    detector.secret_type, source.count("\n", 0, match.start()) + 1
                )


@functools.cache
def _detectors() -> tuple[Any, ...]:
    if not can_find_credentials():
        return ()
    modules = ((import_module(f"detect_secrets.plugins.{name}"), cls) for name, cls in _DETECTORS)
    return tuple(getattr(module, cls)() for module, cls in modules)
