import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AddPullRequest } from '../../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import type { AddConversation } from '../../../sandbox/bitbucket/pull-requests/build-conversation.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import type { SandboxOptions } from '../../../sandbox/sandbox.ts';
import { openWorkplace, type Workplace } from '../program/workplace.ts';
import { git } from './git-fixture.ts';
import { hostCopy } from './host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  type PullRequestHistory,
} from './pull-request-fixture.ts';

/** A workplace whose source has one repository with pull requests. */
export interface PullRequestPlace extends Workplace {
  readonly history: PullRequestHistory;
  /** Hosts it as `web` with these pull requests, and writes plan.json. */
  addRepository(pullRequests: readonly AddPullRequest[]): Promise<void>;
  /** `web` on the target. */
  target(): GithubRepository;
  /** Its pull requests: number, title, outcome. */
  shown(): readonly string[];
  /** For the program: the Enterprise Server face of the sandbox, where everything is below one origin. */
  enterprise(): Record<string, string | undefined>;
}

export const migrate = ['migrate', '--plan', 'plan.json'];

/** @param files that the first commit has besides */
export async function openPullRequestPlace(
  options: Partial<SandboxOptions> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<PullRequestPlace> {
  const place = await openWorkplace(options);
  const history = makePullRequestHistory(place.folder, 'fixture', files);
  const { bitbucket, github } = place.sandbox;
  function target(): GithubRepository {
    const found = github.findRepository('acme/web');
    if (found === null) throw new Error('there is no acme/web');
    return found;
  }
  return {
    ...place,
    history,
    async addRepository(pullRequests) {
      await hostCopy(bitbucket, { slug: 'web', from: history.folder, without: goneBranches });
      for (const one of pullRequests) bitbucket.addPullRequest('web', one);
      place.write('plan.json', place.plan('web'));
    },
    target,
    shown: () =>
      target().pulls.map(
        ({ number, title, state, merged }) => `#${number} ${title}: ${merged ? 'merged' : state}`,
      ),
    enterprise() {
      const { DST_GIT_URL } = place.sandbox.environment;
      return { DST_ENTERPRISE_URL: DST_GIT_URL, DST_API_URL: undefined, DST_GIT_URL: undefined };
    },
  };
}

/** The pull requests of the fixture as they are shown. */
export const allShown = [
  '#1 Change line 10: merged',
  '#2 Add b: merged',
  '#3 Add c: closed',
  '#4 Add e: open',
  '#5 Add d: open',
  '#6 Lost: merged',
];

/** The pull-request step fails at its first request to the target. */
export function refuseToNumber(place: Workplace): void {
  const body = '{"message":"Resource not accessible by personal access token"}';
  place.sandbox.faults.add({
    host: 'github',
    path: /issues\?/,
    times: Number.POSITIVE_INFINITY,
    action: { kind: 'status', status: 403, body },
  });
}

/** A commit on a branch `big` whose file is larger than the target takes. */
export function makeBigCommit(folder: string): string {
  git(folder, 'checkout', '-q', '-b', 'big', 'main');
  writeFileSync(join(folder, 'big.txt'), 'x'.repeat(4000));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'Add a large file');
  const commit = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'checkout', '-q', 'main');
  return commit;
}

/** A comment of every kind, on the first pull request of the fixture. */
export const conversation: AddConversation = {
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

/** That all of it has arrived once, and in its place. */
export function expectConversation(place: PullRequestPlace): void {
  const [pull] = place.target().pulls;
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
