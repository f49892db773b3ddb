import { expect, it } from 'vitest';
import { administrator } from '../../core/verbs/cutover/lock/locked-sandbox.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import {
  addPullRequests,
  newestMigration,
  targetOf,
} from '../../helpers/repositories/migration-fixture.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

/** Data that people gave the target before migrator came to its settings. */
const theirs = ['Theirs', 'refs/heads/topic'];

function dataOf(place: Workplace) {
  const { description } = place.sandbox.github.findRepository('acme/web') ?? {};
  return [description, git(targetOf(place, 'web'), 'symbolic-ref', 'HEAD').trim()];
}

function administrators({ sandbox }: Workplace): Readonly<Record<string, string>> {
  const { scopes } = administrator;
  return { SRC_API_TOKEN: sandbox.bitbucket.credentials.addApiToken({ scopes }) };
}

/** Kills a migration at its first pull request; people change the data, and the resume leaves them. */
async function leftToPeople(place: Workplace, options: { follow?: boolean } = {}): Promise<string> {
  await addPullRequests(place, 'web');
  place.write('plan.json', { ...place.plan('web'), ...options });
  const running = place.start(['migrate', '--plan', 'plan.json', '--workers', '1']);
  const onDone = () => void running.child.kill('SIGKILL');
  const action = { kind: 'lost-answer', onDone } as const;
  place.sandbox.faults.add({ host: 'github', method: 'POST', path: /\/pulls$/, action });
  await running.ended;
  place.sandbox.faults.clear();
  const data = { description: 'Theirs', default_branch: 'topic' };
  await askGithub(place.sandbox, 'PATCH', '/repos/acme/web', data);
  const id = await newestMigration(place);
  await place.run(['migrate', '--resume', id]);
  expect(dataOf(place)).toEqual(theirs);
  return id;
}

it('a sync leaves data that a resume has left to people, whatever the source changes', async () => {
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const id = await leftToPeople(place);
  const source = place.sandbox.bitbucket.findRepository('web');
  const directory = place.sandbox.bitbucket.gitDirectory('web');
  git(directory, 'branch', 'develop', 'main');
  git(directory, 'symbolic-ref', 'HEAD', 'refs/heads/develop');
  Object.assign(source ?? {}, { description: 'New on the source', mainBranch: 'develop' });
  const { code, stdout } = await place.run(['sync', '--migration', id]);
  expect(dataOf(place)).toEqual(theirs);
  expect(code).toBe(6);
  expect(stdout).toContain('description (changed on both Bitbucket and GitHub)');
});

it('a cut-over leaves data that a resume has left to people', async () => {
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  const id = await leftToPeople(place, { follow: true });
  const cutover = ['cutover', '--migration', id, '--yes'];
  const { code } = await place.run(cutover, administrators(place));
  expect({ code, data: dataOf(place) }).toEqual({ code: 0, data: theirs });
});

it('a sync leaves a description that people set during the first run', async () => {
  await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await addPullRequests(place, 'web');
  const { github, bitbucket, faults } = place.sandbox;
  faults.decide(({ host, method, target }) => {
    const web = github.findRepository('acme/web');
    const isOpening = host === 'github' && method === 'POST' && target.endsWith('/pulls');
    if (isOpening && web !== null) web.description = 'Theirs';
    return null;
  });
  expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
  faults.clear();
  Object.assign(bitbucket.findRepository('web') ?? {}, { description: 'New on the source' });
  await place.run(['sync', '--migration', await newestMigration(place)]);
  expect(github.findRepository('acme/web')?.description).toBe('Theirs');
});
