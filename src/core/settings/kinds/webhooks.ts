import * as z from 'zod';
import { count } from '../../kernel/format/format.ts';
import { maskAddresses, maskedAddress } from '../../kernel/format/masked-address.ts';
import type { Webhook } from '../../ports/records/source-settings.ts';
import type { TargetWebhook } from '../../ports/records/target-settings.ts';
import { digest } from '../digest.ts';
import { becauseOf } from '../mapping/item.ts';
import type { KindSetting, SettingKind } from './kind.ts';
import { listKind } from './list-kind.ts';
import { level, text } from './schemas.ts';

interface Sets {
  readonly webhooks: readonly TargetWebhook[];
}

/** Created inactive; one that somebody has switched on counts as equal. */
export const webhooks: SettingKind<Sets> = {
  parts: {
    webhooks: {
      title: 'webhooks',
      schema: z
        .array(
          z.object({
            id: text,
            level,
            name: text,
            url: text,
            active: z.boolean(),
            events: z.array(text),
            secret: z.boolean().describe('True if it has one; hosts never show it.'),
            verified: z.boolean(),
          }),
        )
        .default([]),
    },
  },
  planned: ['webhook'],
  map: ({ settings }) => settings.webhooks.map(mapWebhook),
  ...listKind('webhooks', {
    kind: 'webhook',
    phase: 'first',
    schema: z.strictObject({ url: text, events: z.array(text) }),
    // Its address may hold a secret.
    nameOf: ({ url, events }) => `${maskedAddress(url)} (${events.join(', ')})`,
    idOf: webhookId,
    list: (port, at) => port.listWebhooks(at),
    create: (port, at, webhook) => port.createWebhook({ ...at, webhook }),
    compare: () => null,
  }),
};

const ofReviews = ['pull_request_review'];
const ofComments = ['pull_request_review_comment', 'issue_comment'];
const ofPullRequests = ['pull_request'];

/** Events of Cloud and Data Center by what GitHub calls them. */
const eventsOf: Readonly<Record<string, readonly string[]>> = {
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
function mapWebhook(hook: Webhook): KindSetting<Sets> {
  const described = {
    id: `webhook:${hook.id}`,
    kind: 'webhook',
    source: `${hook.name === '' ? 'webhook' : maskAddresses(hook.name)} to ${maskedAddress(hook.url)}`,
    looser: null,
  } as const;
  const wanted = [...new Set(hook.events.flatMap((event) => eventsOf[event] ?? []))].sort();
  const none = (why: string): KindSetting<Sets> => ({
    item: { ...described, target: '', grade: 'none', why },
    set: { webhooks: [] },
  });
  if (!/^https?:\/\//i.test(hook.url)) return none('Its URL is not a web URL.');
  if (wanted.length === 0) return none('GitHub has none of these events.');
  const lost = hook.events.filter((event) => eventsOf[event] === undefined).length;
  const why = becauseOf([
    "Created inactive. GitHub's payloads differ: update the receiver, then activate it.",
    hook.secret && 'Set its secret again.',
    lost > 0 && `Not available on GitHub: ${count(lost, 'event', 'events')}.`,
    !hook.verified && 'GitHub checks its certificate.',
  ]);
  const target = `inactive: ${wanted.join(', ')}`;
  return {
    item: { ...described, target, grade: 'stricter', why },
    set: { webhooks: [{ url: hook.url, events: wanted }] },
  };
}

/** GitHub has a webhook of the same address and events once. The address may hold a secret: only its digest is kept. */
export function webhookId({ url, events }: { url: string; events: readonly string[] }): string {
  return digest(`${url}\n${[...events].sort().join()}`);
}
