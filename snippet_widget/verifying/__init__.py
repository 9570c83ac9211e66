"""Running published snippets, and seeing whether they send what they are published to send.

This runs code of others: the snippets, and the SDK that they call. Nothing else of the package
does, and publishing never. Each snippet runs in a process of its own, in an environment made for
that very SDK version, without a network: the HTTP layers are replaced by a recorder.
"""

from snippet_widget.verifying.environments import (
    Environment,
    installed_environment,
    python_environment,
)
from snippet_widget.verifying.isolation import Isolation, available_isolation
from snippet_widget.verifying.node import installed_node_environment, node_environment
from snippet_widget.verifying.programs import Form, Program, programs_of
from snippet_widget.verifying.runner import Bounds, Conditions
from snippet_widget.verifying.verification import Verification, verify

__all__ = [
    "Bounds",
    "Conditions",
    "Environment",
    "Form",
    "Isolation",
    "Program",
    "Verification",
    "available_isolation",
    "installed_environment",
    "installed_node_environment",
    "node_environment",
    "programs_of",
    "python_environment",
    "verify",
]
