-- What the first version of the tables held after four publications; written by sqlite3's .dump.
BEGIN TRANSACTION;
CREATE TABLE api (
    id INTEGER PRIMARY KEY,
    org TEXT NOT NULL,
    name TEXT NOT NULL,
    endpoints INTEGER NOT NULL DEFAULT 0,
    UNIQUE (org, name)
);
INSERT INTO "api" VALUES(1,'org','api',4);
INSERT INTO "api" VALUES(2,'other','api',1);
CREATE TABLE catalog (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    revision INTEGER NOT NULL,
    stamp INTEGER NOT NULL
);
INSERT INTO "catalog" VALUES(1,4,7);
CREATE TABLE endpoint (
    api_id INTEGER NOT NULL REFERENCES api (id),
    ordinal INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    path_key TEXT NOT NULL,
    segments INTEGER NOT NULL,
    PRIMARY KEY (api_id, path_key, method),
    UNIQUE (api_id, ordinal)
) WITHOUT ROWID;
INSERT INTO "endpoint" VALUES(1,1,'GET','/gone','/gone',1);
INSERT INTO "endpoint" VALUES(1,3,'GET','/quiet','/quiet',1);
INSERT INTO "endpoint" VALUES(1,2,'POST','/users','/users',1);
INSERT INTO "endpoint" VALUES(1,4,'DELETE','/users/{id}','/users/{}',2);
INSERT INTO "endpoint" VALUES(1,0,'GET','/users/{id}','/users/{}',2);
INSERT INTO "endpoint" VALUES(2,0,'GET','/ping','/ping',1);
CREATE TABLE sdk (
    id INTEGER PRIMARY KEY,
    api_id INTEGER NOT NULL REFERENCES api (id),
    type TEXT NOT NULL,
    package TEXT NOT NULL,
    version TEXT NOT NULL,
    snippets INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    UNIQUE (api_id, type, package, version)
);
INSERT INTO "sdk" VALUES(1,1,'python','acme','1.0',2,1700000000);
INSERT INTO "sdk" VALUES(2,1,'go','acme','v2.0.0',2,1700000000);
INSERT INTO "sdk" VALUES(3,2,'typescript','@acme/sdk','1.1.0',1,1700000000);
CREATE TABLE snippet (
    sdk_id INTEGER NOT NULL REFERENCES sdk (id),
    ordinal INTEGER NOT NULL,
    full_text TEXT,
    endpoint_text TEXT,
    UNIQUE (sdk_id, ordinal)
);
INSERT INTO "snippet" VALUES(1,2,'{"type":"python","sdk":{"package":"acme","version":"1.0"},"sync_client":"import acme; fixed POST /users  # sync_client","async_client":"import acme; fixed POST /users  # async_client"}','{"type":"python","sdk":{"package":"acme","version":"1.0"},"sync_client":"fixed POST /users  # sync_client","async_client":"fixed POST /users  # async_client"}');
INSERT INTO "snippet" VALUES(1,0,'{"type":"python","sdk":{"package":"acme","version":"1.0"},"sync_client":"import acme; fixed GET /users/{id}  # sync_client","async_client":"import acme; fixed GET /users/{id}  # async_client"}','{"type":"python","sdk":{"package":"acme","version":"1.0"},"sync_client":"fixed GET /users/{id}  # sync_client","async_client":"fixed GET /users/{id}  # async_client"}');
INSERT INTO "snippet" VALUES(1,3,NULL,NULL);
INSERT INTO "snippet" VALUES(2,0,'{"type":"go","sdk":{"package":"acme","version":"v2.0.0"},"client":"import acme; call GET /users/:user_id  # client"}','{"type":"go","sdk":{"package":"acme","version":"v2.0.0"},"client":"call GET /users/:user_id  # client"}');
INSERT INTO "snippet" VALUES(2,4,'{"type":"go","sdk":{"package":"acme","version":"v2.0.0"},"client":"import acme; call DELETE /users/{id}  # client"}','{"type":"go","sdk":{"package":"acme","version":"v2.0.0"},"client":"call DELETE /users/{id}  # client"}');
INSERT INTO "snippet" VALUES(3,0,'{"type":"typescript","sdk":{"package":"@acme/sdk","version":"1.1.0"},"client":"import acme; call GET /ping  # client"}','{"type":"typescript","sdk":{"package":"@acme/sdk","version":"1.1.0"},"client":"call GET /ping  # client"}');
CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    all_orgs INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) WITHOUT ROWID;
INSERT INTO "token" VALUES(X'4BB47F186DF233E48B09D241EE4DEFB821ADD0C35AC8311469FE1522C6813DD5','t2','old',1,1700000000,4102444800,1700000000);
INSERT INTO "token" VALUES(X'8FBAD3F375367B7FF9EB139D82EAF9DA9A153D358F7CE17479D42F85DCBB1545','t1','ci',0,1700000000,NULL,NULL);
CREATE TABLE token_org (
    token_id TEXT NOT NULL REFERENCES token (id),
    org TEXT NOT NULL,
    PRIMARY KEY (token_id, org)
) WITHOUT ROWID;
INSERT INTO "token_org" VALUES('t1','org');
CREATE INDEX endpoint_template ON endpoint (api_id, method, segments, path_key)
    WHERE path_key LIKE '%{}%';
COMMIT;
