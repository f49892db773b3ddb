import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addRepositories,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { openWorkplace } from '../../helpers/workplace.ts';
import { commit } from '../sync/sync-place.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/cut-over.md'), 'utf8');

/** The commands of the page, in its order. */
const commands = [...page.matchAll(/^ *(migrator [a-z].*)$/gm)].map(([, line = '']) => line);

it('the page about the cut-over can be followed word for word', async () => {
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { sandbox } = place;
  await addRepositories(place, 'web', 'api');
  // The page makes its own.
  rmSync(join(place.folder, 'plan.json'));
  let migration = '';
  const ended: string[] = [];
  for (const command of commands) {
    // The page has the names of the sandbox, and of no migration.
    const words = command.replace('mig_m4xk2p9qa7c1', migration).split(' ').slice(1);
    // People answer, and scripts say so.
    const args =
      words[0] === 'cutover' && !words.includes('--dry-run') ? [...words, '--yes'] : words;
    if (words[0] === 'sync') commit(sandbox.bitbucket.gitDirectory('web'), 'main', 'Meanwhile');
    const { code, stdout, stderr } = await place.run(args);
    const isOpen = words.includes('--abort');
    expect({ command, code, stdout, stderr }).toMatchObject({ command, code: isOpen ? 6 : 0 });
    if (words[0] === 'migrate') migration = await newestMigration(place);
    ended.push(words.slice(0, 1).join(' '));
  }
  expect(ended).toEqual([
    ...['discover', 'plan', 'migrate', 'sync'],
    ...['cutover', 'cutover', 'remotes', 'cutover'],
  ]);
  for (const slug of ['web', 'api']) {
    expect(refsOf(targetOf(place, slug))).toBe(refsOf(sandbox.bitbucket.gitDirectory(slug)));
    expect(sandbox.github.findRepository(`acme/${slug}`)).toMatchObject({ hasIssues: true });
  }
});
