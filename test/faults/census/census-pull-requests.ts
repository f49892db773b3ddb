import type {
  BitbucketComment,
  BitbucketPullRequest,
} from '../../../sandbox/bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import type { GithubPullRequest } from '../../../sandbox/github/tracker/records.ts';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import type { Finding } from './finding.ts';

/** Every pull request under its number and in its state, and everything that somebody wrote, once. */
export function censusOfPullRequests(
  source: BitbucketRepository,
  target: GithubRepository,
  kind: SourceKind,
): Finding[] {
  const findings = [...censusOfNumbers(source, target), ...censusOfMarkers(target)];
  for (const pullRequest of source.pullRequests) {
    const pull = target.pulls.find(({ number }) => number === pullRequest.number);
    if (pull !== undefined)
      findings.push(...censusOfOne({ name: target.name, kind }, pullRequest, pull));
  }
  return findings;
}

function censusOfNumbers(source: BitbucketRepository, target: GithubRepository): Finding[] {
  const { name } = target;
  const findings: Finding[] = target.issues.map(({ number }) => ({
    kind: 'wrong',
    what: `${name}: an issue ${number}`,
  }));
  const expected = new Set(source.pullRequests.map(({ number }) => number));
  const highest = Math.max(0, ...expected);
  for (let number = 1; number <= highest; number += 1) {
    const count = target.pulls.filter((pull) => pull.number === number).length;
    if (count === 0) findings.push({ kind: 'lost', what: `${name}: pull request ${number}` });
  }
  for (const pull of target.pulls) {
    if (pull.head.ref === 'migrator/settings') continue;
    if (pull.number > highest)
      findings.push({
        kind: 'doubled',
        what: `${name}: pull request ${pull.number}, ${pull.title}`,
      });
    else if (!expected.has(pull.number) && (pull.state === 'open' || pull.merged)) {
      findings.push({
        kind: 'wrong',
        what: `${name}: the placeholder ${pull.number} is not closed`,
      });
    }
  }
  return findings;
}

/** What everything that the program writes ends with; nothing else is known of it here. */
const marker = /<!-- migrator:1 op=([0-9a-f]{24}) sig=[0-9a-f]{12} -->\s*$/;

function censusOfMarkers(target: GithubRepository): Finding[] {
  const places = new Map<string, string[]>();
  const findings: Finding[] = [];
  for (const pull of target.pulls) {
    for (const [where, body] of bodiesOf(pull)) {
      const op = marker.exec(body)?.[1];
      const place = `${target.name}#${pull.number} ${where}`;
      if (op === undefined) findings.push({ kind: 'wrong', what: `${place} has no marker` });
      else places.set(op, [...(places.get(op) ?? []), place]);
    }
  }
  for (const found of places.values()) {
    if (found.length > 1) findings.push({ kind: 'doubled', what: found.join(' and ') });
  }
  return findings;
}

/** Where something is written, and what. GitHub makes a review without a text for each comment that is made alone. */
function bodiesOf(pull: GithubPullRequest): (readonly [string, string])[] {
  return [
    ['description', pull.body ?? ''],
    ...pull.comments.map(({ id, body }) => [`comment ${id}`, body] as const),
    ...pull.reviewComments.map(({ id, body }) => [`review comment ${id}`, body] as const),
    ...pull.reviews
      .filter(({ body }) => body !== '')
      .map(({ id, body }) => [`review ${id}`, body] as const),
  ];
}

const states: Readonly<Record<BitbucketPullRequest['state'], string>> = {
  OPEN: 'open',
  MERGED: 'merged',
  DECLINED: 'closed',
  SUPERSEDED: 'closed',
};

/** How the address of a comment ends on the source. */
const commentEnds: Readonly<Record<SourceKind, string>> = {
  'bitbucket-cloud': '#comment-',
  'bitbucket-data-center': '/overview?commentId=',
};

function censusOfOne(
  { name, kind }: { name: string; kind: SourceKind },
  source: BitbucketPullRequest,
  pull: GithubPullRequest,
): Finding[] {
  const findings: Finding[] = [];
  const place = `${name}#${pull.number}`;
  const state = pull.merged ? 'merged' : pull.state;
  if (state !== states[source.state]) {
    findings.push({ kind: 'wrong', what: `${place} is ${state}, not ${states[source.state]}` });
  }
  const bodies = bodiesOf(pull).map(([, body]) => body);
  if (!linksTo(bodies[0] ?? '', `/pull-requests/${source.number}`)) {
    findings.push({ kind: 'wrong', what: `${place} is not the one of this number on the source` });
  }
  for (const comment of source.conversation().comments) {
    findings.push(...censusOfComment(place, comment, { bodies, pull, end: commentEnds[kind] }));
  }
  return findings;
}

function censusOfComment(
  place: string,
  comment: BitbucketComment,
  { bodies, pull, end }: { bodies: readonly string[]; pull: GithubPullRequest; end: string },
): Finding[] {
  const address = `${end}${comment.id}`;
  const count = bodies.reduce((sum, body) => sum + countLinks(body, address), 0);
  const expected = comment.isDeleted || comment.isPending ? 0 : 1;
  if (count < expected) return [{ kind: 'lost', what: `${place}: comment ${comment.id}` }];
  if (count > expected) return [{ kind: 'doubled', what: `${place}: comment ${comment.id}` }];
  const thread = pull.threads.find((one) => linksTo(one.comments[0]?.body ?? '', address));
  const isResolved = thread !== undefined && thread.resolvedBy !== null;
  // A thread that is no thread on the target says so in its text.
  if (thread === undefined || comment.parent !== null) return [];
  if (isResolved === (comment.resolution !== null)) return [];
  const is = isResolved ? 'resolved' : 'not resolved';
  return [{ kind: 'wrong', what: `${place}: the thread of comment ${comment.id} is ${is}` }];
}

function linksTo(body: string, addressEnd: string): boolean {
  return body.includes(`${addressEnd})`);
}

/** Each text has one link to its original, in its first line. */
function countLinks(body: string, addressEnd: string): number {
  return body.split(/\[original\]\(/).filter((part) => part.split(')')[0]?.endsWith(addressEnd))
    .length;
}
