/** Who keeps others from beginning repositories, by the holder of the lease, and since when. */
const keptBackColumns = ['kept_by text', 'kept_since bigint'];

/** Tables that let several processes work on one migration. */
const sharedSql = `
CREATE TABLE migrator.run (
  migration text COLLATE "C" PRIMARY KEY REFERENCES migrator.migration (id) ON DELETE CASCADE,
  id text NOT NULL,
  task text NOT NULL,
  options text NOT NULL,
  is_held boolean NOT NULL DEFAULT false,
  ${keptBackColumns.join(',\n  ')}
);

CREATE SEQUENCE migrator.claim_fence;
CREATE TABLE migrator.claim (
  migration text COLLATE "C" NOT NULL REFERENCES migrator.migration (id) ON DELETE CASCADE,
  source text COLLATE "C" NOT NULL,
  fence bigint NOT NULL UNIQUE,
  holder text NOT NULL,
  previous text,
  pid integer NOT NULL,
  hostname text NOT NULL,
  machine text NOT NULL,
  expires_at bigint NOT NULL,
  is_skipped boolean NOT NULL DEFAULT false,
  PRIMARY KEY (migration, source)
);

CREATE TABLE migrator.audit_end (
  migration text COLLATE "C" PRIMARY KEY REFERENCES migrator.migration (id) ON DELETE CASCADE,
  line bigint NOT NULL
);
`;

/** The number that a database of this shape carries. */
export const schemaVersion = 7;

/** Of the license's allowance, by process. */
const workerClaims = `
CREATE TABLE migrator.worker_claim (
  holder text PRIMARY KEY,
  pid integer NOT NULL,
  hostname text NOT NULL,
  machine text NOT NULL,
  workers integer NOT NULL,
  expires_at bigint NOT NULL
);`;

/** Table of people's requests to a run, until the process that coordinates comes to them. */
const wishes = `
CREATE TABLE migrator.wish (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  migration text COLLATE "C" NOT NULL REFERENCES migrator.migration (id) ON DELETE CASCADE,
  kind text NOT NULL,
  source text COLLATE "C" NOT NULL
);`;

/** Table of results that processes of a shared run hand to the one that leads it; gone with the run. */
const runResults = `
CREATE TABLE migrator.run_result (
  migration text COLLATE "C" NOT NULL REFERENCES migrator.run (migration) ON DELETE CASCADE,
  run text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  result text,
  PRIMARY KEY (migration, run, source)
);`;

/** Tables of the secrets that were written, for each owner on a target. */
const secretNotes = `
CREATE TABLE migrator.secret_lease (
  host text NOT NULL,
  owner text NOT NULL,
  holder text NOT NULL UNIQUE,
  pid integer NOT NULL,
  hostname text NOT NULL,
  machine text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (host, owner)
);
CREATE TABLE migrator.secret_note (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  host text NOT NULL,
  owner text NOT NULL,
  place text NOT NULL,
  name text NOT NULL,
  what text NOT NULL,
  intended_at bigint NOT NULL,
  written_at bigint,
  writer text NOT NULL UNIQUE
);
CREATE INDEX secret_note_by_owner ON migrator.secret_note (host, owner, number);`;

/** The number of the last line of a record of writes was read from the line itself. */
const auditEnds = `INSERT INTO migrator.audit_end (migration, line)
  SELECT migration, max((body::json ->> 'line')::bigint) FROM migrator.event
  WHERE type = 'audit' GROUP BY migration;`;

/** From the shape of each earlier version to the next one. */
export const upgrades: Readonly<Record<number, string>> = {
  1: `${sharedSql}${auditEnds}`,
  2: workerClaims,
  3: wishes,
  4: runResults,
  5: secretNotes,
  // Version 1 gets them with their table.
  6: keptBackColumns
    .map((column) => `ALTER TABLE migrator.run ADD COLUMN IF NOT EXISTS ${column};`)
    .join('\n'),
};

/**
 * Creates the whole shape. Everything lies in a schema of its own, beside whatever else the database holds. Text is
 * compared by its bytes, as SQLite does. Times are milliseconds since 1970 by the server's clock.
 */
export const schemaSql = `
CREATE SCHEMA IF NOT EXISTS migrator;

CREATE TABLE migrator.about (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version integer NOT NULL,
  marker_key text
);

CREATE FUNCTION migrator.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

CREATE TABLE migrator.migration (
  id text COLLATE "C" PRIMARY KEY,
  plan_digest text NOT NULL,
  plan_text text NOT NULL,
  source_kind text NOT NULL,
  source_workspace text NOT NULL,
  target_organization text NOT NULL,
  status text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  settings text NOT NULL
);
CREATE INDEX migration_by_plan ON migrator.migration (plan_digest, id);

CREATE TABLE migrator.repository (
  migration text COLLATE "C" NOT NULL REFERENCES migrator.migration (id) ON DELETE CASCADE,
  source text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  target text NOT NULL,
  status text NOT NULL,
  refs bigint,
  web_url text,
  reason text,
  failure text,
  started_at bigint,
  finished_at bigint,
  PRIMARY KEY (migration, source)
);

CREATE TABLE migrator.step (
  migration text COLLATE "C" NOT NULL,
  repository text COLLATE "C" NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  summary text,
  data text,
  PRIMARY KEY (migration, repository, name),
  FOREIGN KEY (migration, repository) REFERENCES migrator.repository (migration, source) ON DELETE CASCADE
);

CREATE TABLE migrator.object (
  migration text COLLATE "C" NOT NULL,
  repository text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  intended_at bigint NOT NULL,
  target_id text,
  target_url text,
  data text,
  PRIMARY KEY (migration, repository, kind, source_id),
  FOREIGN KEY (migration, repository) REFERENCES migrator.repository (migration, source) ON DELETE CASCADE
);

CREATE TABLE migrator.event (
  migration text COLLATE "C" NOT NULL REFERENCES migrator.migration (id) ON DELETE CASCADE,
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  body text NOT NULL,
  writer text NOT NULL UNIQUE
);
CREATE INDEX event_by_type ON migrator.event (migration, type, sequence);

CREATE TABLE migrator.lease (
  migration text COLLATE "C" PRIMARY KEY REFERENCES migrator.migration (id) ON DELETE CASCADE,
  fence bigint NOT NULL,
  holder text NOT NULL,
  pid integer NOT NULL,
  hostname text NOT NULL,
  machine text NOT NULL,
  expires_at bigint NOT NULL
);

CREATE TABLE migrator.budget (
  name text PRIMARY KEY,
  revision text NOT NULL,
  changed_at bigint NOT NULL,
  state text NOT NULL
);
CREATE TABLE migrator.budget_alias (
  key text PRIMARY KEY,
  name text NOT NULL,
  changed_at bigint NOT NULL
);
${workerClaims}
${wishes}
${secretNotes}

${sharedSql}
${runResults}
INSERT INTO migrator.about (version) VALUES (${schemaVersion});
`;
