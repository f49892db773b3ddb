import type { AuditedComment } from '../../../ports/target-audit.ts';
import { isAtLocation, rootKeyOf } from '../../../replica/diff/pull-requests/location.ts';
import { isAddedText } from '../../../replica/model/keys.ts';
import { createdIds } from '../../../replica/recorded/pull-requests/created-ids.ts';
import { textDigest } from '../../../replica/recorded/pull-requests/written-record.ts';
import type { Audit } from '../findings/audit.ts';
import type { Mismatch } from '../findings/finding-collector.ts';
import { type KnownWrite, writeId } from '../findings/known-repository.ts';
import { keptNames, namesByMap } from './lost-user-map.ts';

interface Comparing {
  readonly audit: Audit;
  readonly byTargetId: ReadonlyMap<string, KnownWrite>;
  readonly byId: ReadonlyMap<string, KnownWrite>;
  readonly byDigest: ReadonlyMap<string, KnownWrite>;
  /** Texts that migrator wrote and that are present, as the host returns them. */
  readonly seen: Map<KnownWrite, readonly Mismatch[]>;
  /** Texts that bear the marker of another one. */
  readonly copies: Map<KnownWrite, string[]>;
}

/**
 * All comments of a repository, by the two lists over the whole of it: each is known by its id, and copies by their
 * markers.
 * @returns ids of writes that are missing
 */
export async function compareComments(
  audit: Audit,
  there: ReadonlySet<number>,
): Promise<ReadonlySet<string>> {
  const { target, name, known, signal } = audit;
  // What belongs to a pull request that is gone is gone with it.
  const writes = known.writes.filter(
    ({ pullRequest, targetId }) => there.has(pullRequest.target) && !targetId.startsWith('review:'),
  );
  const comparing: Comparing = {
    audit,
    byTargetId: new Map(writes.map((write) => [write.targetId, write])),
    byId: new Map(writes.map((write) => [writeId(write), write])),
    byDigest: new Map(writes.map((write) => [known.markers.digest(write.key), write])),
    seen: new Map(),
    copies: new Map(),
  };
  const lists = [
    [
      target.audit.listReviewComments({ ...name, signal }),
      createdIds.reviewComment,
      'review-comment',
    ],
    [target.audit.listComments({ ...name, signal }), createdIds.comment, 'comment'],
  ] as const;
  if (there.size > 0 || known.writes.length > 0) {
    for (const [pages, idOf, kind] of lists) {
      for await (const page of pages) {
        for (const comment of page)
          compareFound(comparing, { comment, id: idOf(comment.id), kind });
      }
    }
  }
  return reportAll(comparing, writes);
}

interface Found {
  readonly comment: AuditedComment;
  readonly id: string;
  readonly kind: 'review-comment' | 'comment';
}

function compareFound(comparing: Comparing, { comment, id, kind }: Found): void {
  const { audit, byTargetId, byDigest, seen, copies } = comparing;
  const own = byTargetId.get(id);
  if (own !== undefined) {
    seen.set(own, mismatchesOf(comparing, own, comment));
    return;
  }
  const { pullRequests, unfinished, markers } = audit.known;
  const { number } = comment;
  if (number !== null && unfinished.includes(number)) return;
  const copied = byDigest.get(markers.digestOf(comment.body) ?? '');
  if (copied !== undefined) {
    copies.set(copied, [...(copies.get(copied) ?? []), comment.webUrl]);
    return;
  }
  // Issues have comments as well, and so have pull requests of others.
  if (number === null || !pullRequests.has(number)) return;
  const item = { kind, name: `comment ${comment.id} of #${number}`, url: comment.webUrl } as const;
  audit.collector.add('added-since', item, 'has since been added');
}

function mismatchesOf(
  comparing: Comparing,
  write: KnownWrite,
  comment: AuditedComment,
): readonly Mismatch[] {
  const { pullRequest, written } = write;
  const mismatches = textMismatches(comparing.audit, write, comment.body);
  if (comment.number !== null && comment.number !== pullRequest.target) {
    mismatches.push({
      message: `is in #${comment.number}; it was written to #${pullRequest.target}`,
      advice: moveIt,
    });
  }
  const place = written?.place ?? null;
  if (place === null || comment.place === null) return mismatches;
  const rootKey = rootKeyOf(place);
  if (rootKey !== null)
    return [...mismatches, ...threadMismatches(comparing, write, { comment, rootKey })];
  if (!isAtLocation(place, comment)) {
    mismatches.push({
      message: `is at ${placeText(comment.place)}; it was written at ${place}`,
      advice: moveIt,
    });
  }
  return mismatches;
}

/** As the state notes where a comment was put. */
function placeText({ path, side, line, startLine, isFile }: Place): string {
  if (isFile || line === null) return path;
  const lines = startLine === null ? line : `${startLine}-${line}`;
  return [path, ...(side === null ? [] : [side]), lines].join(' ');
}

type Place = NonNullable<AuditedComment['place']>;

/** Of a thread whose first comment is gone this is a consequence. */
const inAnotherThread = 'is in another thread';
const moveIt =
  'comments cannot be moved, and migrator deletes nothing. By hand: check both places and delete the wrong one; the next --repair restores a deleted comment.';

/** Returns what a text on the target is compared by; also of reviews. */
export function textMismatches(
  { known, isMapLost, target, collector }: Audit,
  write: KnownWrite,
  body: string,
): Mismatch[] {
  const { pullRequest, key, written } = write;
  if (written === null) return [];
  const digest = textDigest(body);
  // A run that was broken off may have sent its edit, or not.
  if (digest === written.digest || digest === written.rewriting) return [];
  if (isMapLost && namesByMap(body, target.webUrl)) {
    collector.add('expected', itemOfWrite(write), keptNames);
    return [];
  }
  const hasMarker = known.markers.bears(body, key);
  const message = hasMarker
    ? 'has different text'
    : "has different text, without migrator's marker";
  const repair = { what: 'rewrite', number: pullRequest.source, key, found: digest } as const;
  return [{ message, repair }];
}

function threadMismatches(
  { byId }: Comparing,
  { pullRequest }: KnownWrite,
  { comment, rootKey }: { comment: AuditedComment; rootKey: string },
): Mismatch[] {
  const root = byId.get(writeId({ pullRequest, key: rootKey }));
  const rootId = createdIds.threadRoot(root?.targetId ?? '');
  if (rootId === null || comment.rootId === rootId) return [];
  return [{ message: inAnotherThread, advice: moveIt }];
}

function reportAll(comparing: Comparing, writes: readonly KnownWrite[]): ReadonlySet<string> {
  const { audit, seen, copies } = comparing;
  const missing = new Set(writes.filter((write) => !seen.has(write)).map(writeId));
  const torn = new Set<string>();
  for (const write of seen.keys()) {
    const root = rootOf(write);
    if (root !== null && missing.has(root)) torn.add(root);
  }
  for (const write of writes) {
    const found = seen.get(write);
    const copied = copies.get(write) ?? [];
    const mismatches = found === undefined ? [missingDefect(write, { copied, torn })] : [...found];
    if (found !== undefined && copied.length > 0) mismatches.push(doubled(copied));
    audit.collector.compare(
      itemOfWrite(write),
      mismatches.filter(
        ({ message }) => message !== inAnotherThread || !missing.has(rootOf(write) ?? ''),
      ),
    );
  }
  return missing;
}

function rootOf({ pullRequest, written }: KnownWrite): string | null {
  const key = rootKeyOf(written?.place ?? null);
  return key === null ? null : writeId({ pullRequest, key });
}

function missingDefect(
  write: KnownWrite,
  { copied, torn }: { copied: readonly string[]; torn: ReadonlySet<string> },
): Mismatch {
  const { pullRequest, key } = write;
  if (copied.length > 0) {
    const message = `is missing, but has a copy: ${copied[0]}`;
    return {
      message,
      advice:
        'writing it again would duplicate it. By hand: delete the copy, and the next --repair restores it in its place; or keep the copy.',
    };
  }
  if (torn.has(writeId(write))) {
    return {
      message: 'is missing, but its replies remain',
      advice:
        'writing it again would start a second thread. By hand: delete the replies too, and the next --repair restores the thread.',
    };
  }
  return { message: 'is missing', repair: { what: 'write', number: pullRequest.source, key } };
}

function doubled(copies: readonly string[]): Mismatch {
  return {
    message: `appears ${copies.length + 1} times: ${copies.join(', ')}`,
    advice: 'migrator deletes nothing. By hand: delete the copy and keep the first.',
  };
}

export function itemOfWrite({ targetId, pullRequest, url, key }: KnownWrite) {
  const { kind, id } = createdIds.parse(targetId) ?? { kind: 'comment', id: '' };
  return {
    kind: kind === 'comment' && isAddedText(key) ? 'added-comment' : kind,
    name: `${kind === 'review' ? 'review' : 'comment'} ${id} of #${pullRequest.target}`,
    url,
    sourceNumber: pullRequest.source,
  } as const;
}
