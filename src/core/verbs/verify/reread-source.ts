import { compareRefs } from '../../git/formats/refs.ts';
import { count } from '../../kernel/format/format.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import { isUnconfirmed } from '../../plan/publication.ts';
import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { refItem } from './compare/compare-git.ts';
import { itemOf } from './compare/compare-pull-requests.ts';
import { type Audit, shortHash } from './findings/audit.ts';
import type { KnownPullRequest } from './findings/known-repository.ts';

export interface RereadSource {
  readonly source: SourceHost;
  readonly workspace: string;
  /** Of the plan, by slug. */
  readonly planned: ReadonlyMap<string, Pick<PlannedRepository, 'visibility' | 'publish_private'>>;
}

/**
 * Returns what has changed on the source since: refs by one list, pull requests by theirs, conversations where they may
 * have, and whether what the plan publishes is private now.
 */
export async function rereadSource(audit: Audit, reread: RereadSource): Promise<void> {
  await rereadVisibility(audit, reread);
  await rereadRefs(audit, reread);
  const step = audit.known.steps.find(({ name }) => name === 'pull-requests');
  if (step?.status === 'done') await rereadPullRequests(audit, reread);
}

async function rereadVisibility(
  { known, collector, signal }: Audit,
  { source, workspace, planned }: RereadSource,
): Promise<void> {
  const slug = known.state.source;
  const plan = planned.get(slug);
  if (plan === undefined || !isUnconfirmed(plan, null)) return;
  const found = await source.findRepository({ workspace, slug, signal });
  if (!isUnconfirmed(plan, found)) return;
  const message =
    known.baseline.settings?.visibility === 'public'
      ? 'is private on Bitbucket; the GitHub repository was set to public'
      : 'is private on Bitbucket, so the GitHub repository stays private although the plan says public';
  const item = { kind: 'setting', name: 'visibility', url: known.webUrl } as const;
  collector.add('changed-on-source', item, message);
}

async function rereadRefs(audit: Audit, { source, workspace }: RereadSource): Promise<void> {
  const { listRefs, known, collector } = audit;
  const { refs, sourceRefs } = known.baseline;
  if (refs === null) return;
  const before = sourceRefs ?? refs.refs;
  const access = source.gitAccess({ workspace, slug: known.state.source });
  const now = await listRefs(access);
  const { missing, different, unexpected } = compareRefs(before, now);
  const report = (ref: string, message: string) =>
    collector.add('changed-on-source', refItem(ref), message);
  for (const ref of missing) report(ref, 'has since been deleted on Bitbucket');
  const blocked = new Set(known.blocked.map(({ branch }) => `refs/heads/${branch}`));
  for (const ref of unexpected) {
    if (!blocked.has(ref)) report(ref, 'has since been created on Bitbucket');
  }
  for (const ref of different) {
    const [then, there] = [before.get(ref) ?? '', now.get(ref) ?? ''];
    report(ref, `points to ${shortHash(there)} on Bitbucket now; it pointed to ${shortHash(then)}`);
  }
}

async function rereadPullRequests(
  audit: Audit,
  { source, workspace }: RereadSource,
): Promise<void> {
  const { known, collector, signal } = audit;
  const name = { workspace, slug: known.state.source };
  const bySource = new Map([...known.pullRequests.values()].map((one) => [one.source, one]));
  for await (const { pullRequests } of source.pullRequests.list({ ...name, signal })) {
    for (const now of pullRequests) {
      const before = bySource.get(now.number);
      if (before === undefined || before.record.state === null) {
        const item = itemOf({ target: now.number, url: now.webUrl });
        collector.add(
          'changed-on-source',
          item,
          `has since been opened on Bitbucket: ${now.title}`,
        );
        continue;
      }
      for (const message of await changesOf({ audit, source, name, now, before })) {
        collector.add('changed-on-source', itemOf(before), message);
      }
    }
  }
}

interface Reading {
  readonly audit: Audit;
  readonly source: SourceHost;
  readonly name: { readonly workspace: string; readonly slug: string };
  readonly now: SourcePullRequest;
  readonly before: KnownPullRequest;
}

async function changesOf(reading: Reading): Promise<readonly string[]> {
  const { now, before } = reading;
  const { record } = before;
  const changes: string[] = [];
  // A state that a later run has read is reported without the source.
  if (now.state !== (record.laterState ?? record.state)) {
    changes.push(`is ${now.state} on Bitbucket now; it was ${record.state}`);
  }
  const isTouched = Date.parse(now.updatedAt) > before.intendedAt;
  // The host's count may include deleted comments: another number alone proves nothing.
  if (isTouched || now.commentCount !== record.comments) {
    changes.push(...(await conversationChanges(reading)));
  }
  if (isTouched && changes.length === 0 && record.laterState === null) {
    changes.push('has since been changed on Bitbucket (title, description, reviewers or commits)');
  }
  return changes;
}

async function conversationChanges(reading: Reading): Promise<readonly string[]> {
  const { audit, source, name, now, before } = reading;
  const { number, commentCount } = now;
  const conversation = await source.pullRequests.conversation({
    ...name,
    number,
    commentCount,
    signal: audit.signal,
  });
  const comments = conversation.comments.filter(({ isDeleted }) => !isDeleted);
  const changes: string[] = [];
  const more = comments.length - before.record.comments;
  if (more > 0) changes.push(`has ${count(more, 'new comment')} on Bitbucket`);
  if (more < 0)
    changes.push(
      `has ${(-more).toLocaleString('en-US')} fewer ${more === -1 ? 'comment' : 'comments'} on Bitbucket`,
    );
  const edited = comments.filter(
    ({ createdAt, updatedAt }) =>
      Date.parse(createdAt) <= before.intendedAt && Date.parse(updatedAt) > before.intendedAt,
  );
  if (edited.length > 0)
    changes.push(`has ${count(edited.length, 'changed comment')} on Bitbucket`);
  return changes;
}
