import { resolveCommits } from '../../../git/history/resolve-commits.ts';
import type { Conversations, Filed } from '../records/conversation.ts';
import type { UnpackedRepository } from './unpacked-repository.ts';

/** The commits that records name and the repository has; reports the others. */
export async function findCommits(repository: UnpackedRepository): Promise<ReadonlySet<string>> {
  const { mirror, report } = repository;
  const named = namedCommits(repository.conversations);
  const resolved = await resolveCommits({ ...mirror, hashes: named.map(({ hash }) => hash) });
  for (const { hash, isNeeded, field, filed } of named) {
    if (resolved.get(hash) != null) continue;
    const { record, file } = filed;
    const message = `${field} refers to commit ${hash}, which is not in the repository`;
    const severity = isNeeded ? 'error' : 'warning';
    report({ severity, kind: 'commit', file, record: record.url, message });
  }
  return new Set([...resolved].flatMap(([hash, full]) => (full === null ? [] : [hash])));
}

interface NamedCommit {
  readonly hash: string;
  /** GitHub shows an error, or loses something, without it. */
  readonly isNeeded: boolean;
  readonly field: string;
  readonly filed: Filed<{ readonly url: string }>;
}

function namedCommits(all: Conversations): readonly NamedCommit[] {
  const named: NamedCommit[] = [];
  const add = (
    filed: NamedCommit['filed'],
    field: string,
    hash: string | null | undefined,
    isNeeded: boolean,
  ) => {
    if (hash != null) named.push({ hash, isNeeded, field, filed });
  };
  for (const filed of all.pullRequests.values()) {
    add(filed, 'head.sha', filed.record.head.sha, true);
    add(filed, 'base.sha', filed.record.base.sha, true);
    add(filed, 'merge_commit_sha', filed.record.merge_commit_sha, true);
  }
  for (const filed of all.reviews.values()) add(filed, 'head_sha', filed.record.head_sha, false);
  for (const filed of all.threads.values()) {
    add(filed, 'commit_id', filed.record.commit_id, filed.record.position !== null);
  }
  for (const filed of all.events) {
    add(filed, 'commit_id', filed.record.commit_id, filed.record.event === 'merged');
    add(filed, 'after_commit_oid', filed.record.after_commit_oid, false);
  }
  return named;
}
