import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addComment } from '../../../sandbox/bitbucket/changes/comments.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  addRepositories,
  conversationsOf,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { commit } from '../sync/sync-place.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/cut-over.md'), 'utf8');

/** The commands of the page, in its order. */
const commands = [...page.matchAll(/^ *(migrator [a-z].*)$/gm)].map(([, line = '']) => line);

/** A comment that only the last sync can find. */
function sayLate({ sandbox: { bitbucket } }: Workplace): void {
  const repository = bitbucket.findRepository('web');
  const [pull] = repository?.pullRequests ?? [];
  if (repository === null || pull === undefined) throw new Error('no pull request');
  const deed = { by: bitbucket.user, on: new Date() };
  addComment({ bitbucket, repository, pull }, deed, { text: 'Said after the last sync' });
}

function expectSwitched(place: Workplace): void {
  const { sandbox } = place;
  expect(conversationsOf(place, 'web').join('\n')).toContain('Said after the last sync');
  for (const slug of ['web', 'api']) {
    const [source, target] = [sandbox.bitbucket.gitDirectory(slug), targetOf(place, slug)];
    for (const ref of refsOf(source).split('\n')) expect(refsOf(target)).toContain(ref);
    expect(sandbox.github.findRepository(`acme/${slug}`)).toMatchObject({ hasIssues: true });
  }
}

it('the page about the cut-over can be followed word for word', async () => {
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const { sandbox } = place;
  await addRepositories(place, 'api');
  await addPullRequests(place, 'web');
  // The page makes its own.
  rmSync(join(place.folder, 'plan.json'));
  let migration = '';
  const ended: string[] = [];
  for (const command of commands) {
    // The page has the names of the sandbox, and of no migration.
    const words = command.replace('mig_m4xk2p9qa7c1', migration).split(' ').slice(1);
    // People answer, and scripts say so.
    const args =
      ['cutover', 'rollback'].includes(words[0] ?? '') && !words.includes('--dry-run')
        ? [...words, '--yes']
        : words;
    if (words[0] === 'sync') commit(sandbox.bitbucket.gitDirectory('web'), 'main', 'Meanwhile');
    if (words[0] === 'cutover' && words.includes('--dry-run')) sayLate(place);
    if (words[0] === 'rollback' && words.includes('--dry-run')) expectSwitched(place);
    const { code, stdout, stderr } = await place.run(args);
    const isOpen = words.includes('--abort');
    expect({ command, code, stdout, stderr }).toMatchObject({ command, code: isOpen ? 6 : 0 });
    if (words[0] === 'migrate') migration = await newestMigration(place);
    ended.push(words.slice(0, 1).join(' '));
  }
  expect(ended).toEqual([
    ...['discover', 'plan', 'migrate', 'sync'],
    ...['cutover', 'cutover', 'remotes', 'cutover', 'rollback', 'rollback'],
  ]);
  for (const slug of ['web', 'api']) {
    expect(sandbox.github.findRepository(`acme/${slug}`)).toBe(null);
  }
  expect(sandbox.github.repositories.every(({ archived }) => archived)).toBe(true);
});
