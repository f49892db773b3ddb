import type { Answer } from '../../../network/answer.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubRepository } from '../../records.ts';
import { invalidRequest, validationFailed } from '../../rest/answers.ts';
import { githubTime } from '../../rest/github-time.ts';
import type { TrackerCall } from '../context.ts';
import type { GithubDiscussion, GithubIssueEvent, GithubPullRequest } from '../records.ts';
import { readBranch, removeMergeRef } from './refs.ts';

export interface StateChange {
  readonly state?: string;
}

/** Opens or closes, or says why not. */
export function changeState(
  call: TrackerCall,
  one: GithubDiscussion,
  { state }: StateChange,
): Answer | null {
  if (state === undefined || state === one.state) return null;
  if (state === 'closed') {
    close(call.repository, one, { by: call.token.user, at: call.now() });
    return null;
  }
  if (state !== 'open') {
    return invalidRequest(`For 'properties/state', "${state}" is not one of: open, closed.`);
  }
  const why = one.kind === 'pull-request' ? whyNotOpen(call, one) : null;
  if (why !== null) {
    const message = `state cannot be changed. ${why}`;
    return validationFailed([
      { resource: 'PullRequest', code: 'invalid', field: 'state', message },
    ]);
  }
  one.state = 'open';
  one.closedAt = null;
  one.closedBy = null;
  one.updatedAt = githubTime(call.now());
  noteEvent(one, { event: 'reopened', actor: call.token.user, commit: null, at: call.now() });
  return null;
}

export function close(
  repository: GithubRepository,
  one: GithubDiscussion,
  { by, at, commit = null }: { by: GithubAccount | null; at: number; commit?: string | null },
): void {
  const time = githubTime(at);
  one.state = 'closed';
  one.closedAt = time;
  one.closedBy = by;
  one.updatedAt = time;
  noteEvent(one, { event: 'closed', actor: by, commit, at });
  if (one.kind === 'pull-request') removeMergeRef(repository.directory, one.number);
}

function noteEvent(
  one: GithubDiscussion,
  { at, ...event }: Pick<GithubIssueEvent, 'event' | 'actor' | 'commit'> & { at: number },
): void {
  const time = githubTime(at);
  // Unique on the host: no other has so many.
  const id = one.id * 1000 + one.events.length;
  one.events.push({ ...event, id, createdAt: time, updatedAt: time, visibleAt: at });
}

function whyNotOpen(call: TrackerCall, pull: GithubPullRequest): string | null {
  if (pull.merged) return 'The pull request cannot be reopened.';
  const { tracker, directory } = call.repository;
  for (const { ref } of [pull.head, pull.base]) {
    if (readBranch(directory, ref) === null) return `The ${ref} branch has been deleted.`;
  }
  if (readBranch(directory, pull.head.ref) !== pull.head.sha) {
    return `The ${pull.head.ref} branch was force-pushed or recreated.`;
  }
  const other = tracker
    .openPullsOfHead(pull.head.ref)
    .find((one) => one.base.ref === pull.base.ref);
  return other === undefined
    ? null
    : `There is already an open pull request from ${pull.head.ref} to ${pull.base.ref}.`;
}
