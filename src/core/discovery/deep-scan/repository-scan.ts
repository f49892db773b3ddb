import type { SourceRepository } from '../../ports/records/repository.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import type { InventoryRepository } from '../inventory-schema.ts';
import { collectPeople } from './collect-people.ts';
import { addEach, commentsOf, noConversation } from './count-conversation.ts';
import type { DeepRecord } from './deep-records.ts';

type Listed = Extract<DeepRecord, { kind: 'listed' }>;
type Conversation = Extract<DeepRecord, { kind: 'conversation' }>;

/** Describes what is known of one repository so far. */
export interface RepositoryScan {
  readonly repository: SourceRepository;
  listed: Listed | null;
  usesLfs: boolean | null;
  /** By the number of the pull request. */
  readonly conversations: Map<number, Conversation>;
}

export type DeepFacts = Pick<InventoryRepository, 'pull_requests' | 'uses_lfs' | 'people'>;

export function newScan(
  repository: SourceRepository,
  records: readonly DeepRecord[],
): RepositoryScan {
  // A repository without a branch holds nothing at all.
  const isEmpty = repository.defaultBranch === null && repository.isDefaultBranchUnknown !== true;
  const usesLfs = isEmpty ? false : null;
  const scan: RepositoryScan = { repository, listed: null, usesLfs, conversations: new Map() };
  for (const record of records) learn(scan, record);
  return scan;
}

export function learn(scan: RepositoryScan, record: DeepRecord): void {
  if (record.kind === 'listed') scan.listed = record;
  else if (record.kind === 'lfs') scan.usesLfs = record.usesLfs;
  else if (record.kind === 'conversation') scan.conversations.set(record.number, record);
}

/** Returns pull requests whose comments have not been read yet. */
export function unreadConversations({ listed, conversations }: RepositoryScan) {
  return (listed?.conversations ?? []).filter(({ number }) => !conversations.has(number));
}

export function isComplete(scan: RepositoryScan, withPeople: boolean): boolean {
  const { listed, usesLfs } = scan;
  if (listed === null || usesLfs === null) return false;
  return !withPeople || unreadConversations(scan).length === 0;
}

/** @returns `null` if its pull requests could not be listed */
export function deepFacts(scan: RepositoryScan): DeepFacts | null {
  const { listed, usesLfs } = scan;
  if (listed === null) return null;
  const conversations = [...scan.conversations.values()].map(({ counts }) => counts);
  const areRead = unreadConversations(scan).length === 0;
  return {
    pull_requests: {
      ...withRead(listed, scan.conversations),
      ...(areRead ? { conversations: conversations.reduce(addEach, noConversation) } : {}),
    },
    ...(usesLfs === null ? {} : { uses_lfs: usesLfs }),
    people: peopleSeen([scan]).length,
  };
}

/** Adds counts that were read, because the source reports none. */
function withRead(
  { counts, conversations }: Listed,
  read: RepositoryScan['conversations'],
): Listed['counts'] {
  const { comments_unknown: unknown = 0, ...known } = counts;
  const found = conversations
    .filter(({ commentCount }) => commentCount === null)
    .flatMap(({ number }) => read.get(number) ?? [])
    .map((record) => commentsOf(record.counts));
  const left = unknown - found.length;
  return {
    ...known,
    ...(left > 0 ? { comments_unknown: left } : {}),
    comments: found.reduce((sum, count) => sum + count, known.comments ?? 0),
    with_comments: (known.with_comments ?? 0) + found.filter((count) => count > 0).length,
  };
}

export function peopleSeen(scans: Iterable<RepositoryScan>): readonly SeenPerson[] {
  const tally = collectPeople();
  for (const { listed, conversations } of scans) {
    for (const record of [listed, ...conversations.values()]) {
      for (const { person, times } of record?.people ?? []) tally.add(person, times);
    }
  }
  return tally.all();
}

/** How much of .gitattributes is read, in bytes. */
export const maxAttributesBytes = 1_000_000;

/** Tells whether a .gitattributes gives the LFS filter to anything. What a later line takes back is not looked for. */
export function namesLfs(attributes: string): boolean {
  return /^[ \t]*[^#\s][^\r\n]*\sfilter=lfs(\s|$)/m.test(attributes);
}
