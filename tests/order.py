"""Which test files begin, and which of them are handed out test by test."""

from __future__ import annotations

LONGEST = (
    "tests/browser/test_docked.py",
    "tests/browser/test_card.py",
    "tests/browser/test_panel_states.py",
    "tests/browser/test_true_at_every_moment.py",
    "tests/browser/test_panel.py",
    "tests/browser/test_insertion.py",
    "tests/browser/test_panel_hostile.py",
    "tests/browser/test_nothing_leaks.py",
    "tests/test_frontend.py",
    "tests/verifying/test_typescript.py",
    "tests/verifying/test_hostile.py",
    "tests/publishing/test_hostile.py",
    "tests/service/test_creation.py",
    "tests/widget/test_opening.py",
    "tests/widget/test_panel_other_services.py",
    "tests/catalog/test_postgresql_errors.py",
    "tests/service/test_token_operations.py",
    "tests/browser/test_other_services.py",
    "tests/client/test_other_services.py",
    "tests/widget/test_closing.py",
    "tests/test_connecting.py",
    "tests/test_soak.py",
    "tests/service/test_openapi.py",
    "tests/service/test_response_cache.py",
    "tests/service/test_service_model.py",
    "tests/service/test_limits.py",
    "tests/cli/test_withdrawal.py",
    "tests/cli/test_serve.py",
    "tests/cli/test_serve_workers.py",
    "tests/catalog/test_catalog_processes.py",
    "tests/cli/test_verify.py",
    "tests/publishing/test_child_processes.py",
    "tests/test_deployment.py",
    "tests/widget/test_shared_rate.py",
    "tests/cli/test_release.py",
    "tests/cli/test_publish_places.py",
    "tests/publishing/test_pypi.py",
)
"""Files that take longest; to be looked at when a run ends with one worker alone."""

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
