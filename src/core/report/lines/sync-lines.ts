import { count, firstOf } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { RepositorySync } from '../../ports/records/run-results.ts';

/** So many of what was left are named in one line; JSON has all. */
const mostNamed = 3;

/** Describes what a sync did for one repository, in one line. Pure. */
export function syncText(sync: RepositorySync): string {
  const { left, data, lfsObjects, pullRequests } = sync;
  const done = [
    ...amounts('ref', sync.refs),
    ...(lfsObjects > 0 ? [count(lfsObjects, 'LFS object')] : []),
    ...(pullRequests === null ? [] : pullRequestParts(pullRequests)),
    ...data.map(safe),
  ];
  const text = [...done, ...outdatedText(sync)].join(', ') || 'nothing changed';
  if (left.length === 0) return text;
  const named = left.map(({ subject, reason }) => `${safe(subject)} (${safe(reason)})`);
  return `${text}; skipped: ${firstOf(named, mostNamed).join(', ')}`;
}

function outdatedText({ outdated }: RepositorySync): readonly string[] {
  if (outdated === undefined) return [];
  const { refs, pullRequests } = outdated;
  const parts = [
    ...(refs > 0 ? [count(refs, 'ref')] : []),
    ...(pullRequests > 0 ? [count(pullRequests, 'pull request')] : []),
  ];
  return [`${parts.join(', ')} changed since the import; the cut-over imports it again`];
}

/** Says what a step of a sync added to its counts of pull requests. Pure. */
export function changedSince(before: PullRequests | null, now: PullRequests | null): string {
  const none = { created: 0, changed: 0, comments: 0 };
  const [earlier, later] = [before ?? none, now ?? none];
  const parts = pullRequestParts({
    created: later.created - earlier.created,
    changed: later.changed - earlier.changed,
    comments: later.comments - earlier.comments,
  });
  return parts.join(', ') || 'nothing changed';
}

type PullRequests = NonNullable<RepositorySync['pullRequests']>;

function pullRequestParts({ created, changed, comments }: PullRequests): string[] {
  const parts = amounts('pull request', { created, changed });
  return comments === 0 ? parts : [...parts, count(comments, 'comment')];
}

/** `2 refs created, 1 moved`. */
function amounts(thing: string, by: Readonly<Record<string, number>>): string[] {
  const some = Object.entries(by).filter(([, many]) => many > 0);
  return some.map(([what, many], index) =>
    index === 0 ? `${count(many, thing)} ${what}` : `${many} ${what}`,
  );
}

/** Tells whether a person should read about a sync. Pure. */
export function isWorthReading(sync: RepositorySync): boolean {
  return hasSynced(sync) || sync.left.length > 0 || sync.outdated !== undefined;
}

export function hasSynced({ refs, lfsObjects, pullRequests, data }: RepositorySync): boolean {
  const { created = 0, changed = 0, comments = 0 } = pullRequests ?? {};
  const many = refs.created + refs.moved + refs.deleted + lfsObjects + created + changed + comments;
  return many > 0 || data.length > 0;
}
