import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../../src/core/state/sqlite/open-database.ts';
import type { Workplace } from '../program/workplace.ts';

interface Killing {
  /** SQL about the `row` of what was created that says which writes the process does not live to see. */
  readonly when: string;
  readonly events?: readonly ('INSERT' | 'UPDATE' | 'DELETE')[];
  /** So many of these come before. */
  readonly after?: number;
}

/**
 * As if the process were killed before a write of its journal: the state takes it no more, and the command ends there.
 * @returns brings the state back to life, and says whether it was struck
 */
export function killBefore({ folder }: Pick<Workplace, 'folder'>, killing: Killing): () => boolean {
  const { when, events = ['INSERT', 'UPDATE', 'DELETE'], after = 0 } = killing;
  const state = new DatabaseSync(join(folder, 'state', databaseFileName));
  state.exec(`CREATE TABLE killing (left INTEGER); INSERT INTO killing VALUES (${after})`);
  for (const event of events) {
    const isOne = when.replaceAll('row.', event === 'DELETE' ? 'OLD.' : 'NEW.');
    state.exec(`CREATE TRIGGER killed_${event} BEFORE ${event} ON object
      WHEN ${isOne} AND (SELECT left FROM killing) <= 0
      BEGIN SELECT RAISE(ABORT, 'killed'); END`);
    state.exec(`CREATE TRIGGER counted_${event} AFTER ${event} ON object
      WHEN ${isOne} BEGIN UPDATE killing SET left = left - 1; END`);
  }
  return () => {
    const { left } = state.prepare('SELECT left FROM killing').get() as { left: number };
    for (const event of events)
      state.exec(`DROP TRIGGER killed_${event}; DROP TRIGGER counted_${event}`);
    state.exec('DROP TABLE killing');
    state.close();
    return left <= 0;
  };
}
