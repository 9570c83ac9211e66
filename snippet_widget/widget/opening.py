"""`panel()`: reads the settings and opens a panel on the service that they name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from snippet_widget.access_token import AccessToken
from snippet_widget.api_choice import INSTALLED
from snippet_widget.connecting import connect, connect_embedded, scope_of
from snippet_widget.errors import ConfigurationError
from snippet_widget.provenance import digest
from snippet_widget.publishing.installed_sdks import normalized_name
from snippet_widget.samples import RUNNABLE
from snippet_widget.settings import environment_settings
from snippet_widget.widget.environment_client import EnvironmentClient
from snippet_widget.widget.installed_catalog import InstalledCatalog, own_catalog
from snippet_widget.widget.loader import CONNECTING, Loader
from snippet_widget.widget.panel import SnippetPanel
from snippet_widget.widget.saved_choices import (
    WHAT_TO_LOOK_AT,
    SavedChoices,
    default_choices_path,
    restore_choices,
    save_on_change,
)
from snippet_widget.widget.state import PanelState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snippet_widget.client import SnippetClient
    from snippet_widget.settings import Settings


def panel(
    package: str | None = None,
    *,
    url: str | None = None,
    token: str | AccessToken | None = None,
    org: str | None = None,
    api: str | None = None,
) -> SnippetPanel:
    """Return a panel that browses snippets and puts them into cells.

    Parameters
    ----------
    package
        A distribution that is installed in this kernel, ``"cohere"``, spelled in any way that pip
        knows: its snippets, of exactly this version, are published into this kernel's own catalog
        and shown. Without one, those that are installed are listed as organization ``installed``.
    url
        Address of a team's snippet service; else the setting ``SNIPPET_WIDGET_URL``; else the
        service of this kernel's own, with the bundled samples.
    token
        Access token for that service; else ``SNIPPET_WIDGET_TOKEN``, which goes to the address in
        ``SNIPPET_WIDGET_URL`` and to no other. It is kept in no trait, repr or notebook.
    org, api
        Organization and API to begin with; else those chosen last on that service, else the
        settings ``SNIPPET_WIDGET_ORG`` and ``SNIPPET_WIDGET_API``. Both can be changed in the
        panel: in text fields where the service does not list them.

    Raises
    ------
    ConfigurationError
        A package and a service are both given, or an address, a token or a setting is unusable.
        Everything else, a package that is not installed say, is said in the panel.

    Examples
    --------
    >>> panel()  # doctest: +SKIP
    SnippetPanel()
    """
    token = AccessToken.of(token)  # from here on no variable has its text
    settings = environment_settings()
    if package is not None and url is not None:
        raise ConfigurationError(
            "Give panel() a package or a service's url: installed packages are published into "
            "this kernel's own catalog."
        )
    if package is not None:
        return _installed(package, settings)
    given = {name: value for name, value in (("organization", org), ("api", api)) if value}
    return _of_service(url, token, settings, given=given)


def panel_at(choice: Mapping[str, str]) -> SnippetPanel:
    """Return what `panel` does without arguments, where another one was.

    Parameters
    ----------
    choice
        As `EndpointFinder.panel_choice`: in place of what was chosen last.
    """
    return _of_service(None, None, environment_settings(), choice=choice)


def _of_service(
    url: str | None,
    token: AccessToken | None,
    settings: Settings,
    *,
    given: Mapping[str, str] | None = None,
    choice: Mapping[str, str] | None = None,
) -> SnippetPanel:
    service = url or settings.url or _embedded_name(settings.catalog)
    client = _with_environment(connect(url, token, settings, patience=0), settings)
    defaults = scope_of(url, None, None, settings)
    if not (url or settings.url or any(defaults)):
        defaults = RUNNABLE
    return _opened(client, service, given or {}, choice=choice, defaults=defaults)


def _with_environment(
    client: SnippetClient | None, settings: Settings, package: str | None = None
) -> EnvironmentClient:
    """Return a client, the kernel's own without one, that knows this environment's SDKs too."""
    catalog = own_catalog(settings.catalog)
    own = connect_embedded(replace(settings, catalog=catalog))
    return EnvironmentClient(client or own, own, InstalledCatalog(catalog), package)


def _opened(  # noqa: PLR0913 - keywords, each with a default
    client: EnvironmentClient,
    service: str,
    given: Mapping[str, str],
    *,
    connecting: str = CONNECTING,
    choice: Mapping[str, str] | None = None,
    defaults: tuple[str | None, str | None] = (None, None),
) -> SnippetPanel:
    state, saved = PanelState(), SavedChoices(default_choices_path(), service)
    remembered = restore_choices(state, _beginning(saved.read(), choice or {}))
    state.query = (choice or {}).get("query", "")
    usual = dict(zip(("organization", "api"), defaults, strict=True))
    loader = Loader(
        state,
        lambda: client,
        {**usual, **remembered},
        given=given,
        missing=lambda: client.unread,
        connecting=connecting,
    )
    client.report_stages(loader.read)
    opened = SnippetPanel(state, loader)
    save_on_change(state, saved)
    loader.start()
    return opened


def _beginning(saved: Mapping[str, Any], choice: Mapping[str, str]) -> dict[str, Any]:
    """Return what is remembered, of what to look at only where no choice is known."""
    kept = {
        name: value for name, value in saved.items() if not (choice and name in WHAT_TO_LOOK_AT)
    }
    return {**kept, **choice}


def _embedded_name(catalog: str | None) -> str:
    """Return what choices are remembered by: never the URL, a database's may hold a password."""
    return f"embedded {digest(catalog)}" if catalog else "embedded"


def _installed(package: str, settings: Settings) -> SnippetPanel:
    name = normalized_name(package)
    client = _with_environment(None, settings, package)
    return _opened(
        client,
        f"installed {name}",
        {"organization": INSTALLED, "api": name},
        connecting=f"Opening {name}…",
    )
