import type { TargetPullRequest } from '../../../ports/pull-request-target.ts';
import type { AuditedEvent } from '../../../ports/target-audit.ts';
import {
  type ExpectedImport,
  type ExpectedItem,
  toSecond,
} from '../../recorded/imports/expected-import.ts';
import type { ImportLoss } from '../../recorded/pull-requests/pull-request-record.ts';
import type { Authors } from './authors.ts';
import { judgeEvents } from './judge-events.ts';
import { type ImportedItem, isElsewhere, type MatchedItems } from './match-items.ts';

export interface Judging {
  readonly expected: ExpectedImport;
  readonly actual: Pick<TargetPullRequest, 'author' | 'createdAt' | 'endedAt' | 'isDraft'>;
  readonly matched: MatchedItems;
  /** Its history on the target; `null`: unknown. */
  readonly events: readonly AuditedEvent[] | null;
  /** Logins whose review the target waits for, or who gave one; `null`: not asked. */
  readonly reviewers: ReadonlySet<string> | null;
  readonly authors: Authors;
  /** The name of a person of the source, by the login in the archive. */
  readonly nameOf: (login: string | null) => string;
}

/**
 * Lists what the importer lost of a pull request, or shows otherwise. What can be read again at
 * any time and set right, such as a text, is not compared here. Pure but for `authors`.
 */
export function judgeImport(judging: Judging): readonly ImportLoss[] {
  const { expected, actual, matched, events, authors, nameOf } = judging;
  const losses: ImportLoss[] = [];
  const add = (text: string, key: string | null = null) => losses.push({ text, key });
  if (!authors.learn(expected.by, actual.author))
    add(`has the author ${shown(actual.author)} instead of ${nameOf(expected.by)}`);
  const created = toSecond(actual.createdAt);
  if (created !== expected.at) add(`was created ${created} instead of ${expected.at}`);
  const ended = actual.endedAt === null ? null : toSecond(actual.endedAt);
  if (ended !== expected.endedAt)
    add(`was closed ${ended ?? 'never'} instead of ${expected.endedAt ?? 'never'}`);
  if (expected.outcome === 'open' && actual.isDraft !== expected.isDraft)
    add(expected.isDraft ? 'is ready for review instead of a draft' : 'is a draft');
  for (const item of expected.items) {
    const found = matched.found.get(item.key);
    const named = `${wordFor(item)} by ${nameOf(item.by)} of ${item.at}`;
    if (found === undefined) add(`${named} was lost`, item.key);
    else for (const what of judgeItem(item, found, authors)) add(`${named} ${what}`);
  }
  const histories = { expected: expected.events, actual: events, authors, nameOf };
  for (const what of judgeEvents(histories)) add(what);
  for (const login of lostReviewers(judging)) add(`has no review request for ${nameOf(login)}`);
  return losses;
}

/** Somebody who has written nothing is known by nothing else: accounts that nobody else explains stand for them. */
function lostReviewers({ expected, reviewers, authors }: Judging): readonly string[] {
  if (reviewers === null) return [];
  const explained = new Set([...authors.all().values()].map((login) => login.toLowerCase()));
  const unexplained = [...reviewers].filter((login) => !explained.has(login));
  return expected.reviewers.filter((login) => {
    const target = authors.targetOf(login);
    if (target !== undefined) return !reviewers.has(target.toLowerCase());
    return unexplained.pop() === undefined;
  });
}

function judgeItem(item: ExpectedItem, found: ImportedItem, authors: Authors): readonly string[] {
  const lost: string[] = [];
  if (item.verdict !== null && found.verdict !== item.verdict) return ['became a comment'];
  if (item.kind === 'review-comment' && found.kind !== item.kind)
    lost.push('is no longer on the diff');
  if (isElsewhere(item, found)) lost.push(`is in a different place; it was at ${item.place}`);
  if (!authors.learn(item.by, found.by)) lost.push(`has the author ${shown(found.by)}`);
  if (found.at !== null && found.at !== item.at) lost.push(`is dated ${found.at}`);
  return lost;
}

function wordFor({ kind, verdict }: ExpectedItem): string {
  if (verdict === 'approved') return 'approval';
  if (verdict === 'changes-requested') return 'request for changes';
  return kind === 'review' ? 'review' : 'comment';
}

function shown(login: string | null): string {
  return login ?? 'nobody';
}
