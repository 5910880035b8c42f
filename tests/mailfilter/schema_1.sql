-- A store as Priory wrote it with schema 1: a row a token, and two columns a class. The class of
-- m2 and o2 has left. This text never changes.
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE classes (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    messages INTEGER NOT NULL DEFAULT 0 CHECK (messages >= 0),
    tokens INTEGER NOT NULL DEFAULT 0 CHECK (tokens >= 0),
    occurrences INTEGER NOT NULL DEFAULT 0 CHECK (occurrences >= 0),
    untold INTEGER NOT NULL DEFAULT 0 CHECK (untold >= 0)
);
CREATE TABLE tokens (token TEXT PRIMARY KEY, day INTEGER NOT NULL) WITHOUT ROWID;
ALTER TABLE tokens ADD COLUMN m1 INTEGER NOT NULL DEFAULT 0 CHECK (m1 >= 0);
ALTER TABLE tokens ADD COLUMN o1 INTEGER NOT NULL DEFAULT 0 CHECK (o1 >= 0);
ALTER TABLE tokens ADD COLUMN m2 INTEGER NOT NULL DEFAULT 0 CHECK (m2 >= 0);
ALTER TABLE tokens ADD COLUMN o2 INTEGER NOT NULL DEFAULT 0 CHECK (o2 >= 0);
ALTER TABLE tokens ADD COLUMN m3 INTEGER NOT NULL DEFAULT 0 CHECK (m3 >= 0);
ALTER TABLE tokens ADD COLUMN o3 INTEGER NOT NULL DEFAULT 0 CHECK (o3 >= 0);
CREATE TABLE journal (
    id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, class INTEGER NOT NULL,
    day INTEGER NOT NULL, bag BLOB
);
INSERT INTO meta VALUES ('analyzer',
    '{"case": "fold", "headers": "all", "pairs": false, "urls": "parts", '
    || '"hidden": "apart", "min_length": 3, "max_length": 12, '
    || '"limits": {"message": 33554432, "parts": 1000, "depth": 32, "headers": 10000, '
    || '"header": 65536, "text": 1048576, "tokens": 100000}, "version": "mail 1, '
    || 'unicode 17.0.0"}'
);
INSERT INTO meta VALUES ('made_by', 'priory 0.1.0');
INSERT INTO meta VALUES ('tokens', 21);
INSERT INTO classes VALUES (1, 'ham', 2, 23, 23, 0);
INSERT INTO classes VALUES (3, 'spam', 1, 9, 11, 0);
INSERT INTO tokens VALUES
    ('cheap', 20260131, 0, 0, 0, 0, 1, 3),
    ('from:ann@example.com', 20260131, 1, 1, 0, 0, 0, 0),
    ('from:bob@example.com', 20260131, 1, 1, 0, 0, 0, 0),
    ('from:com', 20260131, 2, 2, 0, 0, 0, 0),
    ('from:example.com', 20260131, 2, 2, 0, 0, 0, 0),
    ('from:example.net', 20260131, 0, 0, 0, 0, 1, 1),
    ('from:net', 20260131, 0, 0, 0, 0, 1, 1),
    ('from:pills@example.net', 20260131, 0, 0, 0, 0, 1, 1),
    ('header:from', 20260131, 2, 2, 0, 0, 1, 1),
    ('header:subject', 20260131, 2, 2, 0, 0, 1, 1),
    ('lunch', 20260131, 1, 1, 0, 0, 0, 0),
    ('news', 20260131, 1, 1, 0, 0, 0, 0),
    ('noon', 20260131, 2, 2, 0, 0, 0, 0),
    ('pills', 20260131, 0, 0, 0, 0, 1, 1),
    ('place', 20260131, 1, 1, 0, 0, 0, 0),
    ('subject:cheap', 20260131, 0, 0, 0, 0, 1, 1),
    ('subject:lunch', 20260131, 1, 1, 0, 0, 0, 0),
    ('subject:news', 20260131, 1, 1, 0, 0, 0, 0),
    ('the', 20260131, 2, 2, 0, 0, 0, 0),
    ('type:text/plain', 20260131, 2, 2, 0, 0, 1, 1),
    ('usual', 20260131, 2, 2, 0, 0, 0, 0);
INSERT INTO journal VALUES (1, x'24ebd8b9894b6f40c316530fa21ba937', 1, 20260131,
    x'010b001466726f6d3a616e6e406578616d706c652e636f6d010503636f6d01050b6578616d706c652e636f6d01000b6865616465723a66726f6d0107077375626a6563740100046e6f6f6e010005706c61636501000d7375626a6563743a6c756e636801000374686501010e7970653a746578742f706c61696e010005757375616c01'
);
INSERT INTO journal VALUES (2, x'950a1a6b4049ff4234700a52f2e1274c', 1, 20260131,
    x'010c001466726f6d3a626f62406578616d706c652e636f6d010503636f6d01050b6578616d706c652e636f6d01000b6865616465723a66726f6d0107077375626a6563740100056c756e63680100046e6577730101036f6f6e01000c7375626a6563743a6e65777301000374686501010e7970653a746578742f706c61696e010005757375616c01'
);
INSERT INTO journal VALUES (3, x'872b33d1c2484c0f15be440c9c517a11', 3, 20260131,
    x'01090005636865617003001066726f6d3a6578616d706c652e6e65740105036e657401051170696c6c73406578616d706c652e6e657401000b6865616465723a66726f6d0107077375626a65637401000570696c6c7301000d7375626a6563743a636865617001000f747970653a746578742f706c61696e01'
);
PRAGMA application_id = 0x5072696F;
PRAGMA user_version = 1;
