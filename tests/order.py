"""Which test files begin, and which of them are handed out test by test."""

from __future__ import annotations

LONGEST = (
    "test_docked.py",
    "test_card.py",
    "test_panel_states.py",
    "test_true_at_every_moment.py",
    "test_panel.py",
    "test_insertion.py",
    "test_panel_hostile.py",
    "test_nothing_leaks.py",
    "test_frontend.py",
    "test_typescript.py",
    "test_hostile.py",
    "test_creation.py",
    "test_opening.py",
    "test_panel_other_services.py",
    "test_postgresql_errors.py",
    "test_token_operations.py",
    "test_other_services.py",
    "test_closing.py",
    "test_connecting.py",
    "test_soak.py",
    "test_openapi.py",
    "test_response_cache.py",
    "test_service_model.py",
    "test_limits.py",
    "test_withdrawal.py",
    "test_serve.py",
    "test_serve_workers.py",
    "test_catalog_processes.py",
    "test_verify.py",
    "test_child_processes.py",
    "test_deployment.py",
    "test_shared_rate.py",
    "test_release.py",
    "test_publish_places.py",
    "test_pypi.py",
)
"""Files that take longest, by name; to be looked at when a run ends with one worker alone."""

TEST_BY_TEST = (
    "tests/cli/test_serve.py",
    "tests/cli/test_serve_workers.py",
    "tests/cli/test_release.py",
    "tests/cli/test_publish_places.py",
    "tests/publishing/test_hostile.py",
    "tests/publishing/test_pypi.py",
    "tests/publishing/test_reader_process.py",
    "tests/catalog/test_catalog_processes.py",
    "tests/service/test_service_model.py",
    "tests/widget/test_closing.py",
)
"""Long files without a fixture of scope `module`: one worker would end alone with the last.

Not `test_openapi.py`: Schemathesis takes seconds of each process that first uses it.
"""
