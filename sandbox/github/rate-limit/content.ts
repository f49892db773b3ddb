import { type Answer, withHeaders } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { GithubAccount } from '../accounts/account.ts';
import type { GithubHost } from '../host.ts';
import { validationFailed } from '../rest/answers.ts';

/** Requests that make something that others see: they count against the limits on content. */
export function isContentCreating({ method, segments }: Exchange): boolean {
  if (method !== 'POST') return false;
  const last = segments.at(-1) ?? '';
  if (segments[0] !== 'repos' && segments[0] !== 'repositories') return last === 'repos';
  return ['issues', 'pulls', 'comments', 'reviews', 'replies'].includes(last);
}

/** The guard against spam: what comes too soon after the one before is refused as if it were wrong. */
export function refuseHaste(
  { rules, lastContentAt, now }: GithubHost,
  user: GithubAccount,
  { segments }: Exchange,
): Answer | null {
  const last = lastContentAt.get(user.id) ?? Number.NEGATIVE_INFINITY;
  const at = now();
  if (at - last < rules.contentIntervalMs) {
    const resource = resources[segments.at(-1) ?? ''] ?? 'Issue';
    const message = 'was submitted too quickly';
    const refusal = validationFailed([{ resource, code: 'custom', field: 'base', message }]);
    const wait = rules.hasteRetryAfter;
    return wait === null ? refusal : withHeaders(refusal, { 'retry-after': wait });
  }
  lastContentAt.set(user.id, at);
  return null;
}

const resources: Readonly<Record<string, string>> = {
  pulls: 'PullRequest',
  comments: 'IssueComment',
  reviews: 'PullRequestReview',
  replies: 'PullRequestReviewComment',
};
