import { Readable } from 'node:stream';
import type { BitbucketPerson } from '../../sandbox/bitbucket/accounts/people.ts';
import type { AddPullRequest } from '../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import type { AddConversation } from '../../sandbox/bitbucket/pull-requests/build-conversation.ts';
import { feedGit, type GitTools } from '../../sandbox/git/git-tools.ts';
import { importHistory } from '../../sandbox/sample/history/import-history.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { branchOf, fateOf, placeOf, pullRequestHistory } from './pull-request-history.ts';
import { descriptionOf, remark } from './pull-request-texts.ts';

export interface AddPullRequests {
  readonly slug: string;
  readonly count: number;
  /** `long`: twelve comments, four threads with a reply each and four in general. `short`: one in general, and a thread in every fifth. */
  readonly conversations: 'long' | 'short';
}

/** Between which commits a pull request stands, by full hashes. */
export interface PullRequestCommits {
  readonly number: number;
  readonly base: string;
  readonly head: string;
}

const names = ['Amara Okafor', 'Søren Lindqvist', 'Yuki Tanaka', 'Inês Carvalho', 'Noor Haddad'];

/** A repository with its pull requests, as a team leaves it after some years. */
export async function addPullRequests(
  { bitbucket }: Sandbox,
  tools: GitTools,
  { slug, count, conversations }: AddPullRequests,
): Promise<readonly PullRequestCommits[]> {
  await bitbucket.addRepository({ slug, mainBranch: 'main' });
  const directory = bitbucket.gitDirectory(slug);
  const commits = await importHistory(tools, directory, pullRequestHistory(count));
  await removeBranches(tools, directory, count);
  const people = names.map((name) => bitbucket.addPerson({ name }));
  const made: PullRequestCommits[] = [];
  let base = commits.get('start') ?? '';
  for (let number = 1; number <= count; number += 1) {
    const head = commits.get(`head-${number}`) ?? '';
    const first = commits.get(`first-${number}`) ?? '';
    const merge = commits.get(`merge-${number}`) ?? null;
    const subject = { number, base, head, first, merge, people };
    const conversation = () =>
      conversations === 'long' ? longConversation(subject) : shortConversation(subject);
    bitbucket.addPullRequest(slug, { ...pullRequest(subject), conversation });
    made.push({ number, base, head });
    base = merge ?? base;
  }
  return made;
}

/**
 * Removes branches that were merged or have gone; the commits stay in the repository, as on the host before it cleans
 * up.
 */
async function removeBranches(tools: GitTools, directory: string, count: number): Promise<void> {
  const lines: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const fate = fateOf(number);
    if (fate === 'open' || fate === 'declined') continue;
    lines.push(`delete refs/heads/${branchOf(number)}\n`);
  }
  await feedGit(tools, directory, ['update-ref', '--stdin'], Readable.from(lines));
}

interface Subject {
  readonly number: number;
  readonly base: string;
  readonly head: string;
  readonly first: string;
  readonly merge: string | null;
  readonly people: readonly BitbucketPerson[];
}

function person({ people }: Subject, turn: number): BitbucketPerson {
  const one = people[turn % people.length];
  if (one === undefined) throw new TypeError('nobody takes part');
  return one;
}

function mention(subject: Subject, turn: number): string {
  return person(subject, turn).accountId ?? '';
}

function pullRequest(subject: Subject): AddPullRequest {
  const { number, base, head, merge } = subject;
  const fate = fateOf(number);
  const reviewer = person(subject, number + 1);
  return {
    number,
    title: `ACME-${number}: weigh the settings of module ${number % 13}`,
    description: descriptionOf(number, reviewer.accountId ?? ''),
    state: merge === null ? (fate === 'open' ? 'OPEN' : 'DECLINED') : 'MERGED',
    author: person(subject, number),
    source: { branch: branchOf(number), commit: head },
    destination: { branch: 'main', commit: base },
    mergeCommit: merge,
    participants: [{ person: reviewer, state: merge === null ? null : 'approved' }],
  };
}

function longConversation(subject: Subject): AddConversation {
  const { number } = subject;
  const threads = [0, 1, 2, 3].map((index) => thread(subject, index));
  const general = [0, 1, 2, 3].map((index) => said(subject, number + 10 + index));
  return { comments: [...threads, ...general] };
}

function shortConversation(subject: Subject): AddConversation {
  const { number } = subject;
  const threads = number % 5 === 0 ? [thread(subject, 0)] : [];
  return { comments: [...threads, said(subject, number + 10)] };
}

type Comment = NonNullable<AddConversation['comments']>[number];

/** A remark on a line with its answer. Of every second pull request the first is resolved; of every twentieth outdated. */
function thread(subject: Subject, index: number): Comment {
  const { number, base, head, first } = subject;
  const { path, lines } = placeOf(number);
  const isOutdated = index === 0 && number % 20 === 5;
  return {
    ...said(subject, number + index),
    inline: {
      path,
      to: lines[index] ?? 1,
      isOutdated,
      sourceCommit: isOutdated ? first : head,
      destinationCommit: base,
    },
    ...(index === 0 && number % 2 === 0 ? { resolved: true } : {}),
    replies: [said(subject, number + index + 5)],
  };
}

function said(subject: Subject, seed: number): Comment {
  const text = remark({ seed, number: subject.number, mention: mention(subject, seed + 2) });
  return { author: person(subject, seed), text };
}
