import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { hostileJson, hostileText } from './hostile-values.ts';
import { type ByteChange, byteChange, changeBytes } from './mutate-bytes.ts';
import { changeDocument, type TreeChange, treeChange } from './mutate-tree.ts';

const tables: Readonly<Record<string, readonly string[]>> = {
  migration: [
    'id',
    'plan_digest',
    'plan_text',
    'source_kind',
    'source_workspace',
    'target_organization',
    'status',
    'created_at',
    'updated_at',
    'settings',
  ],
  repository: [
    'source',
    'position',
    'target',
    'status',
    'refs',
    'web_url',
    'reason',
    'failure',
    'started_at',
    'finished_at',
  ],
  step: ['name', 'status', 'summary', 'data'],
  object: ['kind', 'source_id', 'intended_at', 'target_id', 'target_url', 'data'],
  lease: ['fence', 'pid', 'hostname', 'expires_at'],
  event: ['type', 'body'],
};
const jsonColumns = ['plan_text', 'settings', 'failure', 'data', 'body'];

type Value =
  | { readonly as: 'null' | 'blob' }
  | { readonly as: 'given'; readonly value: string | number };

export type StateDamage =
  | { readonly what: 'bytes'; readonly changes: readonly ByteChange[] }
  /** A row's value becomes another one; `at` chooses the row. */
  | {
      readonly what: 'value';
      readonly column: string;
      readonly at: number;
      readonly value: Value;
    }
  /** What a row holds as JSON is changed. */
  | {
      readonly what: 'json';
      readonly column: string;
      readonly at: number;
      readonly changes: readonly TreeChange[];
    }
  | { readonly what: 'drop-table' | 'empty-table'; readonly table: string }
  | { readonly what: 'drop-column'; readonly column: string }
  | { readonly what: 'version'; readonly version: number }
  | { readonly what: 'another-database' | 'folder' | 'loop' | 'device' | 'missing' }
  | { readonly what: 'beside'; readonly ending: '-wal' | '-shm' | '-journal' };

const columns = Object.entries(tables).flatMap(([table, names]) =>
  names.map((name) => `${table}.${name}`),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  hostileText.map((text) => ({ as: 'given' as const, value: text })),
  fc
    .constantFrom(-1, 0, 1.5, 1e18, -1e18, 9e15, 2 ** 31)
    .map((number) => ({ as: 'given' as const, value: number })),
  fc.constantFrom({ as: 'null' as const }, { as: 'blob' as const }),
);
const row = fc.nat(50);

export const stateDamage: fc.Arbitrary<StateDamage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('bytes' as const),
      changes: fc.array(byteChange, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('value' as const),
      column: fc.constantFrom(...columns),
      at: row,
      value,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('json' as const),
      column: fc.constantFrom(
        ...columns.filter((name) => jsonColumns.some((json) => name.endsWith(`.${json}`))),
      ),
      at: row,
      changes: fc.array(treeChange(hostileJson), { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('drop-table' as const, 'empty-table'),
      table: fc.constantFrom(...Object.keys(tables)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('drop-column' as const),
      column: fc.constantFrom(...columns),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('version' as const),
      version: fc.constantFrom(-1, 0, 1, 3, 99, 2 ** 31 - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('another-database' as const, 'folder', 'loop', 'device', 'missing'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('beside' as const),
      ending: fc.constantFrom('-wal' as const, '-shm', '-journal'),
    }),
  },
);

/** Puts a damaged database where a whole one was. */
export function putDamaged(path: string, whole: Buffer, damage: StateDamage): void {
  switch (damage.what) {
    case 'bytes':
      writeFileSync(path, changeBytes(whole, damage.changes));
      return;
    case 'folder':
      mkdirSync(path);
      return;
    case 'loop':
      symlinkSync(path, path);
      return;
    case 'device':
      symlinkSync('/dev/null', path);
      return;
    case 'missing':
      return;
    case 'another-database':
      withDatabase(path, (database) => database.exec('CREATE TABLE song (title TEXT)'));
      return;
    case 'beside':
      writeFileSync(path, whole);
      writeFileSync(`${path}${damage.ending}`, Buffer.alloc(5000, 0xa5));
      return;
    default:
      writeFileSync(path, whole);
      loosen(path);
      withDatabase(path, (database) => change(database, damage));
  }
}

function withDatabase(path: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    work(database);
  } finally {
    database.close();
  }
}

/** Strict tables take no value of another type: what a damage may do is to be done all the same. */
function loosen(path: string): void {
  withDatabase(path, (database) => {
    database.enableDefensive(false);
    database.exec(`
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(replace(replace(sql, 'STRICT, WITHOUT', 'WITHOUT'), ') STRICT', ')'), ' NOT NULL', '');
      PRAGMA writable_schema = OFF;
    `);
  });
}

function change(
  database: DatabaseSync,
  damage: Extract<
    StateDamage,
    { what: 'value' | 'json' | 'drop-table' | 'empty-table' | 'drop-column' | 'version' }
  >,
): void {
  switch (damage.what) {
    case 'version':
      database.exec(`PRAGMA user_version = ${damage.version}`);
      return;
    case 'drop-table':
      database.exec(`DROP TABLE ${damage.table}`);
      return;
    case 'empty-table':
      database.exec(`DELETE FROM ${damage.table}`);
      return;
    case 'drop-column': {
      const [table = '', column = ''] = damage.column.split('.');
      dropColumn(database, table, column);
      return;
    }
    default:
      changeValue(database, damage);
  }
}

/** Of a key SQLite drops none: then it gets another name. */
function dropColumn(database: DatabaseSync, table: string, column: string): void {
  try {
    database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  } catch {
    database.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO lost`);
  }
}

function changeValue(
  database: DatabaseSync,
  damage: Extract<StateDamage, { what: 'value' | 'json' }>,
): void {
  const [table = '', column = ''] = damage.column.split('.');
  const filled = damage.what === 'json' ? `WHERE ${column} LIKE '{%'` : '';
  const rows = database.prepare(`SELECT * FROM ${table} ${filled}`).all();
  const found = rows[damage.at % Math.max(1, rows.length)];
  if (found === undefined) return;
  const keys = Object.entries(found).filter(([, one]) => one !== null);
  const where = keys.map(([name]) => `${name} = ?`).join(' AND ');
  const now =
    damage.what === 'json'
      ? changeDocument(JSON.parse(String(found[column])), damage.changes)
      : toSql(damage.value);
  try {
    database
      .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`)
      .run(now, ...keys.map(([, one]) => one as SQLInputValue));
  } catch {
    // A key that another row has.
  }
}

function toSql(wanted: Value): SQLInputValue {
  if (wanted.as === 'given') return wanted.value;
  return wanted.as === 'null' ? null : Buffer.from([0, 255, 1, 254]);
}
