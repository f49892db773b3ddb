/** The number that a database of this shape carries in `PRAGMA user_version`. */
export const schemaVersion = 3;

/** Of the license's allowance, by process. */
const workerClaims = `
CREATE TABLE worker_claim (
  holder TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  hostname TEXT NOT NULL,
  workers INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;`;

/** From the shape of each earlier version to the next one. */
export const upgrades: Readonly<Record<number, string>> = {
  1: `
    ALTER TABLE migration ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE object ADD COLUMN data TEXT;
  `,
  2: workerClaims,
};

/** Creates the whole shape in an empty database. */
export const schemaSql = `
CREATE TABLE migration (
  id TEXT PRIMARY KEY,
  plan_digest TEXT NOT NULL,
  plan_text TEXT NOT NULL,
  source_kind TEXT NOT NULL,
  source_workspace TEXT NOT NULL,
  target_organization TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settings TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX migration_by_plan ON migration (plan_digest, id);

CREATE TABLE repository (
  migration TEXT NOT NULL REFERENCES migration (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  target TEXT NOT NULL,
  status TEXT NOT NULL,
  refs INTEGER,
  web_url TEXT,
  reason TEXT,
  failure TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (migration, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
  migration TEXT NOT NULL,
  repository TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  summary TEXT,
  data TEXT,
  PRIMARY KEY (migration, repository, name),
  FOREIGN KEY (migration, repository) REFERENCES repository (migration, source) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE object (
  migration TEXT NOT NULL,
  repository TEXT NOT NULL,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  intended_at INTEGER NOT NULL,
  target_id TEXT,
  target_url TEXT,
  data TEXT,
  PRIMARY KEY (migration, repository, kind, source_id),
  FOREIGN KEY (migration, repository) REFERENCES repository (migration, source) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  migration TEXT NOT NULL REFERENCES migration (id) ON DELETE CASCADE,
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX event_by_type ON event (migration, type, sequence);

CREATE TABLE lease (
  migration TEXT PRIMARY KEY REFERENCES migration (id) ON DELETE CASCADE,
  fence INTEGER NOT NULL,
  pid INTEGER NOT NULL,
  hostname TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
${workerClaims}
PRAGMA user_version = ${schemaVersion};
`;
