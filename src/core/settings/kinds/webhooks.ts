import { count } from '../../kernel/format/format.ts';
import { maskAddresses, maskedAddress } from '../../kernel/format/masked-address.ts';
import type { Webhook } from '../../ports/records/source-settings.ts';
import type { TargetWebhook } from '../../ports/records/target-settings.ts';
import { digest } from '../digest.ts';
import { becauseOf, type SettingItem } from '../mapping/item.ts';

export interface MappedWebhook {
  readonly item: SettingItem;
  readonly webhook: TargetWebhook | null;
}

const ofReviews = ['pull_request_review'];
const ofComments = ['pull_request_review_comment', 'issue_comment'];
const ofPullRequests = ['pull_request'];

/** Events of Cloud and Data Center by what GitHub calls them. */
const events: Readonly<Record<string, readonly string[]>> = {
  'repo:push': ['push', 'create', 'delete'],
  'repo:refs_changed': ['push', 'create', 'delete'],
  'repo:fork': ['fork'],
  'repo:forked': ['fork'],
  'repo:updated': ['repository'],
  'repo:modified': ['repository'],
  'repo:transfer': ['repository'],
  'repo:deleted': ['repository'],
  'repo:commit_comment_created': ['commit_comment'],
  'repo:comment:added': ['commit_comment'],
  'repo:commit_status_created': ['status'],
  'repo:commit_status_updated': ['status'],
  'pullrequest:created': ofPullRequests,
  'pullrequest:updated': ofPullRequests,
  'pullrequest:push': ofPullRequests,
  'pullrequest:fulfilled': ofPullRequests,
  'pullrequest:rejected': ofPullRequests,
  'pullrequest:approved': ofReviews,
  'pullrequest:unapproved': ofReviews,
  'pullrequest:changes_request_created': ofReviews,
  'pullrequest:changes_request_removed': ofReviews,
  'pullrequest:comment_created': ofComments,
  'pullrequest:comment_updated': ofComments,
  'pullrequest:comment_deleted': ofComments,
  'pullrequest:comment_resolved': ['pull_request_review_thread'],
  'pullrequest:comment_reopened': ['pull_request_review_thread'],
  'pr:opened': ofPullRequests,
  'pr:modified': ofPullRequests,
  'pr:from_ref_updated': ofPullRequests,
  'pr:to_ref_updated': ofPullRequests,
  'pr:merged': ofPullRequests,
  'pr:declined': ofPullRequests,
  'pr:deleted': ofPullRequests,
  'pr:reviewer:updated': ofPullRequests,
  'pr:reviewer:approved': ofReviews,
  'pr:reviewer:unapproved': ofReviews,
  'pr:reviewer:needs_work': ofReviews,
  'pr:reviewer:changes_requested': ofReviews,
  'pr:comment:added': ofComments,
  'pr:comment:edited': ofComments,
  'pr:comment:deleted': ofComments,
};

/** A webhook with the events that GitHub has, too. Pure. */
export function mapWebhook(hook: Webhook): MappedWebhook {
  const described = {
    id: `webhook:${hook.id}`,
    kind: 'webhook',
    source: `${hook.name === '' ? 'webhook' : maskAddresses(hook.name)} to ${maskedAddress(hook.url)}`,
    looser: null,
  } as const;
  const wanted = [...new Set(hook.events.flatMap((event) => events[event] ?? []))].sort();
  const none = (why: string): MappedWebhook => ({
    item: { ...described, target: '', grade: 'none', why },
    webhook: null,
  });
  if (!/^https?:\/\//i.test(hook.url)) return none('Its URL is not a web URL.');
  if (wanted.length === 0) return none('GitHub has none of its events.');
  const lost = hook.events.filter((event) => events[event] === undefined).length;
  const why = becauseOf([
    'Inactive, because GitHub sends other payloads: change its receiver, then switch it on.',
    hook.secret && 'Its secret must be set again.',
    lost > 0 && `GitHub lacks ${count(lost, 'event', 'events')}.`,
    !hook.verified && 'GitHub checks its certificate.',
  ]);
  const target = `inactive: ${wanted.join(', ')}`;
  return {
    item: { ...described, target, grade: 'stricter', why },
    webhook: { url: hook.url, events: wanted },
  };
}

/** GitHub has a webhook of the same address and events once. The address may hold a secret: only its digest is kept. */
export function webhookId({ url, events }: { url: string; events: readonly string[] }): string {
  return digest(`${url}\n${[...events].sort().join()}`);
}
