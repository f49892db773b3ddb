import { expect, it } from 'vitest';
import { changeConversation } from '../../../sandbox/bitbucket/changes/conversation.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { conversationsOf } from '../../helpers/repositories/migration-fixture.ts';
import { sources } from '../../helpers/sources.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';
import { type CutoverPlace, openCutoverPlace } from '../cutover/cutover-place.ts';
import { commit } from '../sync/sync-place.ts';

/** An imported target `busy` that stays closed until the cut-over. @param rules of the importer */
function openImported(source: (typeof sources)[number], rules: object): Promise<CutoverPlace> {
  return openCutoverPlace(
    {
      ...{ source, limits: { bitbucket: 'none', github: unlimitedGithub } },
      prepare({ sandbox }, plan) {
        Object.assign(sandbox.github.importer.rules, rules);
        addApproved(sandbox);
        return { ...plan, engine: 'archive' };
      },
    },
    [],
    'busy',
  );
}

/** With an approval without words, which not every importer keeps. */
function addApproved({ bitbucket }: CutoverPlace['sandbox']): void {
  const person = bitbucket.addPerson({ name: 'Rita Reviewer' });
  const approval = { person, role: 'REVIEWER', state: 'approved', on: new Date() } as const;
  bitbucket.addPullRequest('busy', {
    title: 'Approved',
    source: { branch: 'declined' },
    participants: [approval],
  });
}

/** Changes the first comment of a closed pull request, so that no list shows it. */
function editClosed({ sandbox }: CutoverPlace, raw: string): void {
  const pull = sandbox.bitbucket
    .findRepository('busy')
    ?.pullRequests.find((one) => one.state !== 'OPEN' && one.conversation().comments.length > 0);
  if (pull === undefined) throw new Error('nothing to edit');
  const text = { raw, markup: 'markdown' } as const;
  const [first] = pull.conversation().comments;
  changeConversation(pull, ({ comments, activity, ...conversation }) => ({
    ...conversation,
    comments: comments.map((one) => (one.id === first?.id ? { ...one, text } : one)),
    activity: activity.map((one) =>
      one.kind === 'comment' && one.comment.id === first?.id
        ? { ...one, comment: { ...one.comment, text } }
        : one,
    ),
  }));
}

const importsOf = ({ sandbox }: CutoverPlace) => sandbox.github.importer.imports.length;

it.each(sources)(
  'what a sync of %s has found out of date is imported again later',
  async (source) => {
    await using place = await openImported(source, honest);
    editClosed(place, 'Edited on a closed one');
    const { stdout } = await place.run(['sync', '--migration', place.migration]);
    expect(stdout).toContain('1 pull request changed since the import');
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(conversationsOf(place, 'busy').join()).toContain('Edited on a closed one');
  },
);

it.each(sources)(
  'an edit that the cut-over of %s finds before its lock is imported',
  async (source) => {
    await using place = await openImported(source, honest);
    editClosed(place, 'Edited on a closed one');
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(conversationsOf(place, 'busy').join()).toContain('Edited on a closed one');
  },
);

it.each(sources)(
  'while %s is locked only its open pull requests are read, once before their import and once after it',
  async (source) => {
    await using place = await openImported(source, honest);
    const { bitbucket, requests } = place.sandbox;
    commit(bitbucket.gitDirectory('busy'), 'main', 'later');
    const before = requests.length;
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const asked = requests.slice(before).filter(({ host }) => host === 'bitbucket');
    const locked = asked.slice(asked.findIndex(({ method }) => method !== 'GET'));
    const pulls = bitbucket.findRepository('busy')?.pullRequests ?? [];
    const open = pulls.filter(({ state }) => state === 'OPEN').map(({ number }) => number);
    const read = conversationReads(locked);
    expect(pulls.length).toBeGreaterThan(open.length);
    expect([...new Set(read)].toSorted((one, other) => one - other)).toEqual(open);
    expect(importsOf(place)).toBe(2);
    expect(read.length).toBe(2 * open.length);
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified, verified.stdout).toMatchObject({ code: 0 });
  },
);

/** Numbers of pull requests whose conversations were asked for, one for each time. */
function conversationReads(requests: CutoverPlace['sandbox']['requests']): readonly number[] {
  return requests.flatMap(({ path }) => {
    const number = /\/pull-?requests\/(\d+)\/activit/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

it('pull requests of somebody with another name by now are not imported again', async () => {
  await using place = await openImported('bitbucket-cloud', honest);
  for (const pull of place.sandbox.bitbucket.findRepository('busy')?.pullRequests ?? [])
    if (pull.author !== null) Object.assign(pull.author, { displayName: 'Married Since' });
  const { stdout, stderr } = await place.run(['sync', '--migration', place.migration]);
  expect(stdout, stderr).toContain('1 repository: 1 unchanged.');
});

it.each(sources)(
  'a target of %s that lacks what the importer lost can be opened and taken away',
  async (source) => {
    await using place = await openImported(source, {});
    const verified = await place.run(['verify', '--migration', place.migration]);
    expect(verified.code, verified.stdout).toBe(6);
    commit(place.sandbox.bitbucket.gitDirectory('busy'), 'main', 'later');
    const { code, stderr } = await place.cutover();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/verify +busy +\d+ items compared, all equal except for \d+ loss/);
    expect(importsOf(place)).toBe(2);
    const back = await place.run(
      ['rollback', '--migration', place.migration, '--yes'],
      place.credentials,
    );
    expect(back).toMatchObject({ code: 0 });
  },
);

it('work that comes into a closed target while its source is read is not put aside', async () => {
  await using place = await openImported('bitbucket-data-center', honest);
  commit(place.sandbox.bitbucket.gitDirectory('busy'), 'main', 'later');
  const directory = place.targetOf('busy');
  let asked = 0;
  place.sandbox.faults.decide(({ host, target }) => {
    if (host !== 'github' || !target.includes('graphql')) return null;
    asked += 1;
    // The importer is asked before the source is read, and the target was looked through before.
    if (asked === 2) commit(directory, 'others', 'by somebody else', 'main');
    return null;
  });
  const { code, stderr } = await place.cutover();
  place.sandbox.faults.clear();
  expect({ code, stderr }).toMatchObject({ code: 6 });
  expect(stderr).toContain('People worked in acme/busy while Bitbucket was being read');
  git(directory, 'update-ref', '-d', 'refs/heads/others');
  const resumed = await place.run(['migrate', '--resume', place.migration]);
  expect(resumed).toMatchObject({ code: 0 });
  expect(await place.cutover()).toMatchObject({ code: 0 });
});
