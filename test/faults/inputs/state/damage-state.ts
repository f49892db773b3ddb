import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { changeBytes } from '../mutate/mutate-bytes.ts';
import { changeDocument } from '../mutate/mutate-tree.ts';
import type { StateDamage, Value } from './state-damages.ts';

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
