import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AddPullRequest } from '../../src/sandbox/bitbucket/add-pull-request.ts';
import type { AddConversation } from '../../src/sandbox/bitbucket/build-conversation.ts';
import { git, refsOf } from '../helpers/git-fixture.ts';
import {
  goneBranches,
  makePullRequestHistory,
  type PullRequestHistory,
  pullRequestsOf,
} from '../helpers/pull-request-fixture.ts';
import { openWorkplace, type Workplace } from '../helpers/workplace.ts';

let place: Workplace;
let history: PullRequestHistory;

beforeEach(async () => {
  place = await openWorkplace();
  history = makePullRequestHistory(place.folder, 'fixture');
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function addRepository(pullRequests: readonly AddPullRequest[], slug = 'web'): Promise<void> {
  const { bitbucket } = place.sandbox;
  await bitbucket.addRepository({ slug, from: history.folder, mainBranch: 'main' });
  for (const branch of goneBranches)
    git(bitbucket.gitDirectory(slug), 'branch', '-q', '-D', branch);
  for (const one of pullRequests) bitbucket.addPullRequest(slug, one);
  place.write('plan.json', place.plan(slug));
}

function target(name = 'web') {
  const found = place.sandbox.github.findRepository(`acme/${name}`);
  if (found === null) throw new Error(`there is no ${name}`);
  return found;
}

function shown(name = 'web') {
  return target(name).pulls.map(({ number, title, state, merged, head, base }) => {
    const outcome = merged ? 'merged' : state;
    return `#${number} ${title}: ${outcome}, ${head.ref} -> ${base.ref}`;
  });
}

const migrate = ['migrate', '--plan', 'plan.json'];

describe('pull requests', () => {
  it('arrive as pull requests with their numbers, merged ones merged, closed ones closed, open ones open', async () => {
    await addRepository(pullRequestsOf(history));
    const { code, stdout, stderr } = await place.run(migrate);
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
    expect(stdout).toContain('6 pull requests with 0 comments brought over');
    expect(shown()).toEqual([
      '#1 Change line 10: merged, migrator/pr-1/head -> migrator/pr-1/base',
      '#2 Add b: merged, migrator/pr-2/head -> migrator/pr-2/base',
      '#3 Add c: closed, migrator/pr-3/head -> main',
      '#4 Add e: open, topic -> main',
      '#5 Add d: open, migrator/pr-5 -> main',
      '#6 Lost: merged, migrator/pr-6/head -> migrator/pr-6/base',
    ]);
    const { commits } = history;
    const heads = target().pulls.map(({ head }) => head.sha);
    expect(heads.slice(0, 5)).toEqual([
      commits.merged,
      commits.squashed,
      commits.declined,
      commits.open,
      commits.forked,
    ]);
    const branches = refsOf(target().directory);
    expect(branches).not.toMatch(/pr-\d+.(head|base)/);
    expect(branches).toContain('refs/heads/migrator/pr-5');
    expect(place.sandbox.github.notifications).toEqual([]);
  });

  it('are not brought over where that is not wanted', async () => {
    await addRepository(pullRequestsOf(history));
    const { code, stdout } = await place.run([...migrate, '--no-pull-requests']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('pull request');
    expect(target().pulls).toEqual([]);
  });

  it('are known beforehand to be out of reach of a token without their scope', async () => {
    await addRepository(pullRequestsOf(history));
    const scopes = ['read:user:bitbucket', 'read:repository:bitbucket'];
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const refused = await place.run(migrate, { SRC_API_TOKEN });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('403 Forbidden');
    expect(refused.stderr).toContain('for lack of read:pullrequest:bitbucket');
    expect(place.sandbox.github.repositories).toHaveLength(0);
    const { code } = await place.run([...migrate, '--no-pull-requests'], { SRC_API_TOKEN });
    expect(code).toBe(0);
  });

  it('that a source does not offer at all leave the repository whole, with a warning', async () => {
    await addRepository(pullRequestsOf(history));
    const body = '{"type":"error","error":{"message":"Resource not found"}}';
    const action = { kind: 'status', status: 404, body } as const;
    place.sandbox.faults.add({ host: 'bitbucket', path: /pullrequests/, times: 9, action });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stderr).toContain('The source offers no pull requests of this repository');
  });

  it('are made once, however often the plan is run', async () => {
    await addRepository(pullRequestsOf(history));
    await place.run(migrate);
    const before = shown();
    const again = await place.run(migrate);
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('completed already: nothing was done');
    expect(shown()).toEqual(before);
  });

  it('keep their numbers across a gap, which a closed placeholder fills', async () => {
    const [first, second] = pullRequestsOf(history);
    await addRepository([{ ...first }, { ...second, number: 4 }]);
    const { code, stdout } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stdout).toContain('2 placeholders to keep the numbers equal');
    expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
      '#1 Change line 10: merged',
      '#2 Placeholder for pull request 2: closed',
      '#3 Placeholder for pull request 3: closed',
      '#4 Add b: merged',
    ]);
  });

  it('get the numbers that are left where somebody was quicker, and a table says which', async () => {
    const [first, second] = pullRequestsOf(history);
    await addRepository([{ ...first, description: 'See #2' }, { ...second }]);
    refuseToNumber();
    expect((await place.run(migrate)).code).toBe(6);
    place.sandbox.faults.clear();
    place.sandbox.github.addIssue('acme/web', { title: 'Somebody was quicker' });
    const { code, stderr } = await place.run(migrate);
    expect(code).toBe(0);
    expect(stderr).toContain('issues or pull requests up to number 1');
    expect(shown().map((line) => line.replace(/:.*/, ''))).toEqual([
      '#2 Change line 10',
      '#3 Add b',
    ]);
    expect(target().pulls[0]?.body).toContain('/acme/web/pull/3');
    const list = await place.run(['status', '--list']);
    const [id = ''] = /mig_\w+/.exec(list.stdout) ?? [];
    const status = await place.run(['status', '--migration', id, '--repository', 'web']);
    expect(status.stdout).toContain('#1 -> #2');
    expect(status.stdout).toContain('#2 -> #3');
  });

  it('ask no code owner for a review, unless they are open', async () => {
    history = makePullRequestHistory(place.folder, 'owned', { CODEOWNERS: '* @olga\n' });
    place.sandbox.github.addUser({ login: 'olga' });
    const closed = pullRequestsOf(history).filter(({ state }) => state !== undefined);
    await addRepository(closed);
    const org = place.sandbox.github;
    org.setMembership('acme', 'olga', { role: 'member', state: 'active' });
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
      '#4 Lost: merged',
    ]);
    expect(place.sandbox.github.notifications).toEqual([]);
  });

  it('follow a history that was cut: those below the cut are opened between substitutes', async () => {
    await addRepository(pullRequestsOf(history));
    place.write('migrator.yaml', 'migration:\n  shallow_clone: true\n  shallow_depth: 2\n');
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
      '#4 Add e: open',
      '#5 Add d: open',
      '#6 Lost: merged',
    ]);
    const [, second] = target().pulls;
    expect(second?.body).toContain('not in the part of the history that was brought over');
    const commits = git(target().directory, 'rev-list', '--all').split('\n');
    const { merged, squashed, forked } = history.commits;
    for (const commit of [merged, squashed, forked]) expect(commits).not.toContain(commit);
  });

  it('are opened between substitutes where the target refuses what they hold, and say so', async () => {
    await place[Symbol.asyncDispose]();
    place = await openWorkplace({ limits: { github: 'none', sizes: { maxFileBytes: 3000 } } });
    history = makePullRequestHistory(place.folder, 'fixture', {});
    const big = makeBigCommit(history.folder);
    const [first, second] = pullRequestsOf(history);
    await addRepository([
      { ...first },
      { ...second, title: 'Too large', state: 'DECLINED', source: { branch: 'big', commit: big } },
      { ...second },
    ]);
    git(place.sandbox.bitbucket.gitDirectory('web'), 'branch', '-q', '-D', 'big');
    const { code, stderr } = await place.run(migrate, enterprise());
    expect(stderr).not.toContain('warning');
    expect(code).toBe(0);
    expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
      '#1 Change line 10: merged',
      '#2 Too large: closed',
      '#3 Add b: merged',
    ]);
    expect(target().pulls[1]?.body).toContain('could not be opened between its own commits');
  });
});

/** The pull-request step fails at its first request to the target. */
function refuseToNumber(): void {
  const body = '{"message":"Resource not accessible by personal access token"}';
  place.sandbox.faults.add({
    host: 'github',
    path: /issues\?/,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 403, body },
  });
}

/** A commit on a branch `big` whose file is larger than the target takes. */
function makeBigCommit(folder: string): string {
  git(folder, 'checkout', '-q', '-b', 'big', 'main');
  writeFileSync(join(folder, 'big.txt'), 'x'.repeat(4000));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'Add a large file');
  const commit = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '-q', 'main');
  return commit;
}

describe('merges', () => {
  it.each(['default-branch', 'never'] as const)(
    'are made by request where a push marks them on %s',
    async (mergesByPush) => {
      await place[Symbol.asyncDispose]();
      place = await openWorkplace({ limits: { github: 'none' }, githubRules: { mergesByPush } });
      history = makePullRequestHistory(place.folder, 'fixture');
      await addRepository(pullRequestsOf(history));
      const { code } = await place.run(migrate, enterprise());
      expect(code).toBe(0);
      expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
        '#1 Change line 10: merged',
        '#2 Add b: merged',
        '#3 Add c: closed',
        '#4 Add e: open',
        '#5 Add d: open',
        '#6 Lost: merged',
      ]);
      expect(refsOf(target().directory)).not.toMatch(/pr-\d+.(head|base)/);
    },
  );
});

/** The Enterprise Server face of the sandbox: everything below one origin. */
function enterprise(): Record<string, string | undefined> {
  const { DST_GIT_URL } = place.sandbox.environment;
  return { DST_ENTERPRISE_URL: DST_GIT_URL, DST_API_URL: undefined, DST_GIT_URL: undefined };
}

describe('an answer that is lost', () => {
  const routes = [
    ['POST', /\/pulls$/],
    ['POST', /\/pulls\/\d+\/reviews$/],
    ['POST', /\/comments\/\d+\/replies$/],
    ['POST', /\/issues\/\d+\/comments$/],
    ['POST', /\/pulls\/\d+\/comments$/],
    ['PATCH', /\/pulls\/\d+$/],
    ['POST', /graphql/],
  ] as const;

  it.each(routes)('to %s %s makes nothing twice and loses nothing', async (method, path) => {
    const [first, second, third] = pullRequestsOf(history);
    await addRepository([{ ...first, conversation }, { ...second }, { ...third }]);
    place.sandbox.faults.add({
      host: 'github',
      method,
      path,
      times: 2,
      action: { kind: 'lost-answer' },
    });
    const { code } = await place.run(migrate);
    expect(code).toBe(0);
    expect(shown().map((line) => line.replace(/,.*/, ''))).toEqual([
      '#1 Change line 10: merged',
      '#2 Add b: merged',
      '#3 Add c: closed',
    ]);
    expectConversation();
  });
});

const conversation: AddConversation = {
  comments: [
    { text: 'A general remark' },
    {
      text: 'On the line',
      inline: { path: 'a.txt', to: 10 },
      resolved: true,
      replies: [{ text: 'A reply', replies: [{ text: 'A deeper reply' }] }],
    },
    { text: 'On the old line', inline: { path: 'a.txt', from: 10 } },
    { text: 'On the file', inline: { path: 'new.txt' } },
    { text: 'Elsewhere', inline: { path: 'nowhere.txt', to: 3 } },
  ],
};

function expectConversation(): void {
  const [pull] = target().pulls;
  const threads = pull?.threads.map(({ path, place: at, resolvedBy, comments }) => ({
    at: `${path} ${at === null ? 'file' : `${at.side} ${at.line}`}`,
    isResolved: resolvedBy !== null,
    texts: comments.map(({ body }) => textOf(body)),
  }));
  expect(threads).toEqual([
    { at: 'a.txt RIGHT 10', isResolved: true, texts: ['On the line', 'A reply', 'A deeper reply'] },
    { at: 'a.txt LEFT 10', isResolved: false, texts: ['On the old line'] },
    { at: 'new.txt file', isResolved: false, texts: ['On the file'] },
  ]);
  expect(pull?.comments.map(({ body }) => textOf(body))).toEqual(['A general remark', 'Elsewhere']);
  expect(pull?.reviews.filter(({ body }) => body !== '')).toHaveLength(1);
}

/** Between the line that says who wrote it and the marker. */
function textOf(body: string | null | undefined): string {
  return (body ?? '').split('\n\n').at(-2) ?? '';
}

describe('conversations', () => {
  it('keep threads, replies, places and what is resolved in threaded mode', async () => {
    const [first] = pullRequestsOf(history);
    await addRepository([{ ...first, conversation }]);
    expect((await place.run(migrate)).code).toBe(0);
    expectConversation();
  });

  it.each([
    ['compact', 2],
    ['folded', 1],
  ] as const)('hold every text in %s mode, with %i requests', async (mode, requests) => {
    const [first] = pullRequestsOf(history);
    await addRepository([{ ...first, conversation }]);
    expect((await place.run([...migrate, '--comments', mode])).code).toBe(0);
    const [pull] = target().pulls;
    const bodies = [
      pull?.body,
      ...(pull?.reviews ?? []).map(({ body }) => body),
      ...(pull?.reviewComments ?? []).map(({ body }) => body),
      ...(pull?.comments ?? []).map(({ body }) => body),
    ].join('\n');
    for (const text of [
      'A general remark',
      'On the line',
      'A reply',
      'A deeper reply',
      'On the file',
      'Elsewhere',
    ])
      expect(bodies).toContain(text);
    const creating = place.sandbox.requests.filter(
      ({ host, method, path }) =>
        host === 'github' && method === 'POST' && /\/(pulls|reviews|comments|replies)$/.test(path),
    );
    expect(creating).toHaveLength(requests);
  });

  it('are attributed through the user map, which a resume need not name again', async () => {
    const { bitbucket, github } = place.sandbox;
    const jane = bitbucket.addPerson({ name: 'Jane Doe' });
    const joe = bitbucket.addPerson({ name: 'Joe Bloggs' });
    github.addUser({ login: 'jane-gh' });
    github.addUser({ login: 'joe-gh' });
    github.setMembership('acme', 'joe-gh', { role: 'member', state: 'active' });
    github.setMembership('acme', 'jane-gh', { role: 'member', state: 'active' });
    const [, , , open] = pullRequestsOf(history);
    await addRepository([
      {
        ...open,
        author: jane,
        description: `Ask @{${joe.accountId}}`,
        participants: [{ person: joe, role: 'REVIEWER' }],
      },
    ]);
    place.write(
      'users.csv',
      `source_username,target_username\n${jane.uuid},jane-gh\n${joe.nickname},joe-gh\n`,
    );
    refuseToNumber();
    expect((await place.run([...migrate, '--user-map', 'users.csv'])).code).toBe(6);
    place.sandbox.faults.clear();
    expect((await place.run(migrate)).code).toBe(0);
    const [pull] = target().pulls;
    expect(pull?.body).toContain('[@jane-gh](');
    expect(pull?.body).toMatch(/Ask \[@joe-gh\]\(/);
    expect(pull?.requestedReviewers.map(({ login }) => login)).toEqual(['joe-gh']);
    expect(github.notifications.map(({ login, reason }) => `${login} ${reason}`)).toEqual([
      'joe-gh review_requested',
    ]);
  });

  it('are refused with another mode than the one that was begun with', async () => {
    await addRepository(pullRequestsOf(history));
    refuseToNumber();
    await place.run(migrate);
    place.sandbox.faults.clear();
    const { code, stderr } = await place.run([...migrate, '--comments', 'folded']);
    expect(code).toBe(2);
    expect(stderr).toContain('begun with another choice: how comments are written (--comments)');
  });

  it('names everybody in the user map whom the target does not know, before anything is made', async () => {
    await addRepository(pullRequestsOf(history));
    place.write('users.csv', 'source_username,target_username\na,nobody-1\nb,nobody-2\n');
    const { code, stderr } = await place.run([...migrate, '--user-map', 'users.csv']);
    expect(code).toBe(3);
    expect(stderr).toContain('nobody-1');
    expect(stderr).toContain('nobody-2');
    expect(place.sandbox.github.repositories).toHaveLength(0);
  });
});
