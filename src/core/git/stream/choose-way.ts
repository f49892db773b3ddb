import type { Advertisement } from '../protocol/advertisement.ts';

/** Describes what is known of a repository before a host is asked for its refs. */
export interface TransferFacts {
  /** It is synced, an earlier run has begun it, or a person has reset it: the target may hold some of it. */
  readonly isBegun: boolean;
  /** Nothing is pushed. */
  readonly isOnlyFetched: boolean;
  /** Its history is cut. */
  readonly isCut: boolean;
  /** Its large files become LFS objects. */
  readonly isRewritten: boolean;
  /** Another repository stands on the target, which is renamed when ours is made. */
  readonly replaces: boolean;
  /** Bytes by the source's own count; `null`: unknown. */
  readonly sizeBytes: number | null;
  readonly maxPushBytes: number;
}

/**
 * How a repository's history gets to the target.
 * - `stream`: its pack goes on while it is fetched; the target is made before that, and stays empty if it is refused
 * - `forward`: its pack goes on as it is, once it was inspected and the target was made
 * - `fetch`: its pack is fetched the same way, if there is no mirror yet; git pushes what the target lacks
 * - `git`: git fetches, and packs what it pushes
 */
export type TransferWay = 'stream' | 'forward' | 'fetch' | 'git';

/** Sizes are a little low: hosts pack again what they send. */
const margin = 0.85;
/** Bytes. Below them a stream saves less than a few seconds, and what is refused should leave nothing on the target. */
const streamedFrom = 64 * 1024 * 1024;

/** Pure. */
export function chooseWay(facts: TransferFacts): { way: TransferWay; reason: string } {
  const { isBegun, isOnlyFetched, isCut, isRewritten, replaces, sizeBytes, maxPushBytes } = facts;
  if (isCut) return { way: 'git', reason: 'its history is shallow' };
  if (isRewritten) return { way: 'fetch', reason: 'its large files become LFS objects' };
  if (isOnlyFetched) return { way: 'fetch', reason: 'nothing is pushed' };
  if (sizeBytes !== null && sizeBytes > maxPushBytes * margin)
    return { way: 'git', reason: 'it is too large for one push' };
  if (isBegun) return { way: 'fetch', reason: 'an earlier run started it' };
  if (sizeBytes === null) return { way: 'forward', reason: 'its size is unknown' };
  // What is refused must not cost a repository its name.
  if (replaces) return { way: 'forward', reason: 'it replaces another' };
  if (sizeBytes < streamedFrom) return { way: 'forward', reason: 'it is small' };
  return { way: 'stream', reason: 'it is large' };
}

/** Why only git can fetch what a source lists; `null`: nothing speaks against it. Pure. */
export function reasonAgainstSource({ refs, head, capabilities }: Advertisement): string | null {
  // An empty repository names no capabilities either.
  if (refs.size === 0) return 'Bitbucket has no branches or tags';
  if (!capabilities.has('side-band-64k')) return 'Bitbucket lacks side-band-64k';
  if (capabilities.has(sha256)) return 'it uses SHA-256';
  if (head === null) return 'Bitbucket does not report a default branch';
  return [...refs.keys(), head].every(isPlainRef) ? null : 'a ref has an unusual name';
}

/** Why only git can push to a target; `null`: nothing speaks against it. Pure. */
export function reasonAgainstTarget({ hasRefs, capabilities }: Advertisement): string | null {
  if (hasRefs) return 'the GitHub repository has refs';
  const lacking = ['report-status', 'side-band-64k'].filter((one) => !capabilities.has(one));
  if (lacking.length > 0) return `GitHub lacks ${lacking.join(' and ')}`;
  return capabilities.has(sha256) ? 'GitHub uses SHA-256' : null;
}

const sha256 = 'object-format=sha256';

/**
 * Tells whether a name is one that git accepts for sure, and needs no care anywhere (git-check-ref-format is more
 * lenient). Pure.
 */
function isPlainRef(name: string): boolean {
  if (!/^refs\/(?:heads|tags)\/[^\p{C}\s:\\^~?*[]+$/u.test(name)) return false;
  if (/\.\.|@\{|\/\/|\/$|\.$/.test(name)) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
