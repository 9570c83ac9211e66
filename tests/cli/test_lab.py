"""``snippet-widget lab`` opens the right notebook, or says why it cannot."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from snippet_widget.cli import main
from snippet_widget.cli.lab import arguments, chosen_notebook, require_jupyterlab
from snippet_widget.errors import ConfigurationError


def test_checkout_opens_its_own_tutorial(tmp_path: Path) -> None:
    tutorial = tmp_path / "notebooks" / "01_browse.ipynb"
    tutorial.parent.mkdir()
    tutorial.write_text("{}")
    assert chosen_notebook(None, tmp_path) == tutorial


def test_elsewhere_the_tutorial_is_copied_once(tmp_path: Path) -> None:
    copy = chosen_notebook(None, tmp_path)
    assert copy == tmp_path / "01_browse.ipynb"
    assert '"cells"' in copy.read_text()
    copy.write_text("changed by its user")
    assert chosen_notebook(None, tmp_path).read_text() == "changed by its user"


def test_folder_that_takes_no_tutorial_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(ConfigurationError, match=r"cannot be put into .*missing"):
        chosen_notebook(None, missing)


def test_missing_notebook_is_named() -> None:
    result = CliRunner().invoke(main, ["lab", "missing.ipynb"])
    assert result.exit_code == 1
    assert "no notebook 'missing.ipynb'" in result.output


def test_missing_jupyterlab_is_explained() -> None:
    with pytest.raises(ConfigurationError, match=r"pip install 'snippet-widget\[lab\]'"):
        require_jupyterlab(find=lambda _: None)


@pytest.mark.parametrize(
    ("notebook", "root", "url"),
    [
        ("/folder/a b/n.ipynb", "/folder", "/lab/tree/a%20b/n.ipynb"),
        ("/elsewhere/n.ipynb", "/elsewhere", "/lab/tree/n.ipynb"),
    ],
)
def test_folder_that_is_served_holds_the_notebook(notebook: str, root: str, url: str) -> None:
    given = arguments(Path(notebook), Path("/folder"), port=8888, browser=False)
    assert f"--ServerApp.root_dir={root}" in given
    assert f"--LabApp.default_url={url}" in given


def test_port_0_is_a_free_one_that_is_named() -> None:
    given = arguments(Path("/folder/n.ipynb"), Path("/folder"), port=0, browser=False)
    (port,) = (text.partition("=")[2] for text in given if text.startswith("--ServerApp.port="))
    with socket.create_server(("localhost", int(port))):
        assert int(port) > 0


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_port_out_of_range_is_refused(port: str) -> None:
    result = CliRunner().invoke(main, ["lab", "missing.ipynb", "--port", port])
    assert (result.exit_code, "0<=x<=65535" in result.output) == (2, True)
