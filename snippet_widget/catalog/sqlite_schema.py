"""The tables of a SQLite catalogue, as numbered migrations; each runs in one transaction."""

from __future__ import annotations

APPLICATION_ID = 0x736E6970
"""``snip`` in the file's header tells a catalogue from any other SQLite file."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE catalog (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            revision INTEGER NOT NULL,
            stamp INTEGER NOT NULL
        )""",
        "INSERT INTO catalog VALUES (1, 0, 0)",
        """CREATE TABLE api (
            id INTEGER PRIMARY KEY,
            org TEXT NOT NULL,
            name TEXT NOT NULL,
            endpoints INTEGER NOT NULL DEFAULT 0,
            UNIQUE (org, name)
        )""",
        """CREATE TABLE sdk (
            id INTEGER PRIMARY KEY,
            api_id INTEGER NOT NULL REFERENCES api (id),
            type TEXT NOT NULL,
            package TEXT NOT NULL,
            version TEXT NOT NULL,
            snippets INTEGER NOT NULL,
            published_at INTEGER NOT NULL,
            UNIQUE (api_id, type, package, version)
        )""",
        """CREATE TABLE endpoint (
            api_id INTEGER NOT NULL REFERENCES api (id),
            ordinal INTEGER NOT NULL,
            method TEXT NOT NULL,
            path TEXT NOT NULL,
            path_key TEXT NOT NULL,
            segments INTEGER NOT NULL,
            PRIMARY KEY (api_id, path_key, method),
            UNIQUE (api_id, ordinal)
        ) WITHOUT ROWID""",
        """CREATE INDEX endpoint_template ON endpoint (api_id, method, segments, path_key)
            WHERE path_key LIKE '%{}%'""",
        """CREATE TABLE snippet (
            sdk_id INTEGER NOT NULL REFERENCES sdk (id),
            ordinal INTEGER NOT NULL,
            full_text TEXT,
            endpoint_text TEXT,
            UNIQUE (sdk_id, ordinal)
        )""",
        """CREATE TABLE token (
            hash BLOB PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            label TEXT NOT NULL,
            all_orgs INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            revoked_at INTEGER
        ) WITHOUT ROWID""",
        """CREATE TABLE token_org (
            token_id TEXT NOT NULL REFERENCES token (id),
            org TEXT NOT NULL,
            PRIMARY KEY (token_id, org)
        ) WITHOUT ROWID""",
    ),
)
