import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../src/core/state/sqlite/open-database.ts';
import { againstNode } from '../against-node.ts';
import type { Figure } from '../document/figures.ts';
import { timeProcess } from '../run-process.ts';
import { launcher, type ProcessEnvironment, say } from '../surroundings.ts';
import { beginMigration, openStore, planOf } from './store.ts';

const repositories = 1000;
const itemsEach = 1000;
const rounds = 11;

/** `migrator status` where the state knows a million comments. */
export async function measureStatus(processEnvironment: ProcessEnvironment): Promise<Figure[]> {
  say(`migrator status with ${repositories * itemsEach} recorded items ...`);
  const stateFolder = await mkdtemp(join(processEnvironment.folder, 'million-'));
  const slugs = Array.from({ length: repositories }, (_, index) => `repository-${index}`);
  const store = openStore(stateFolder);
  const plan = planOf(slugs, { workspace: 'acme-workspace', organization: 'acme' });
  const id = await beginMigration(store, plan);
  await store.close();
  addItems(stateFolder, id, slugs);
  const environment = { ...processEnvironment.environment, MIGRATOR_STATE_DIR: stateFolder };
  const commands = [
    ['status', '--list'],
    ['status', '--migration', id],
    ['status', '--migration', id, '--repository', 'repository-7'],
  ];
  const figures: Figure[] = [];
  for (const args of commands) {
    figures.push(
      await againstNode({
        name: `\`${args.join(' ').replace(id, 'ID')}\`, a million items`,
        ...{ bound: 5, rounds, warmUps: 1, environment },
        time: () =>
          timeProcess({ command: process.execPath, args: [launcher, ...args], environment }),
      }),
    );
  }
  return figures;
}

/** As runs have written them, at once. */
function addItems(stateFolder: string, migration: string, slugs: readonly string[]): void {
  const database = new DatabaseSync(join(stateFolder, databaseFileName));
  database.exec('BEGIN');
  const insert = database.prepare(
    `INSERT INTO object (migration, repository, kind, source_id, intended_at, target_id, target_url, data)
     VALUES (?, ?, 'comment', ?, ?, ?, ?, ?)`,
  );
  const data = JSON.stringify({ digest: 'f'.repeat(24), place: 'src/Ledger.kt RIGHT 12' });
  for (const slug of slugs) {
    for (let index = 0; index < itemsEach; index += 1) {
      const pull = Math.floor(index / 10);
      const url = `https://github.com/acme/${slug}/pull/${pull}#discussion_r${index}`;
      const key = `${pull}/comment ${pull}/${index}`;
      insert.run(migration, slug, key, 1_795_000_000_000, `review-comment:${index}`, url, data);
    }
  }
  database.exec('COMMIT');
  database.close();
}
