import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { spread } from '../document/figures.ts';

const commits = 400;

/** Milliseconds that one row takes to be durable here: a database of its own, with the settings of the state, and nothing else. */
export function timePlainCommit(folder: string): number {
  const database = new DatabaseSync(join(folder, 'plain.sqlite'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (text TEXT)',
  );
  const insert = database.prepare('INSERT INTO row VALUES (?)');
  const text = 'x'.repeat(200);
  const samples = Array.from({ length: commits }, () => {
    const startedAt = performance.now();
    insert.run(text);
    return performance.now() - startedAt;
  });
  database.close();
  return spread(samples).median;
}
