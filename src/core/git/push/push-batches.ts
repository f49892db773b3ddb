import type { Refs } from '../formats/refs.ts';

/** A ref that is to be pushed. */
export interface RefToPush {
  readonly ref: string;
  /** Object to push; nullHash() for a ref that is to be deleted. */
  readonly oid: string;
}

/** Git compares so many quickly one by one. */
export const fewRefs = 50;

/** Bytes besides a name that stands in a refspec twice and in a lease: the option, an object, separators. */
const bytesBesides = 90;

/** Bytes of refspecs and leases on one command line; macOS takes 1 MiB with the environment, Linux twice that. */
const mostArgumentBytes = 800_000;

/** Returns what is still to be pushed: the default branch, then branches, then tags, each by name. Pure. */
export function refsInOrder(
  refs: Refs,
  defaultBranch: string | null,
  existing: Refs | undefined,
): RefToPush[] {
  const first = `refs/heads/${defaultBranch ?? ''}`;
  return [...refs]
    .filter(([ref, oid]) => existing?.get(ref) !== oid)
    .map(([ref, oid]) => ({ ref, oid }))
    .sort((a, b) => rank(a.ref, first) - rank(b.ref, first) || (a.ref < b.ref ? -1 : 1));
}

/** Groups that one command takes. Pure. */
export function intoBatches(refs: readonly RefToPush[], most: number): RefToPush[][] {
  const batches: RefToPush[][] = [];
  let batch: RefToPush[] = [];
  let bytes = 0;
  for (const ref of refs) {
    const size = 3 * Buffer.byteLength(ref.ref) + bytesBesides;
    if (batch.length > 0 && (batch.length >= most || bytes + size > mostArgumentBytes)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(ref);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function rank(ref: string, first: string): number {
  if (ref === first) return 0;
  return ref.startsWith('refs/heads/') ? 1 : 2;
}

/**
 * A branch or tag may itself be called `refs/heads/main`. Beside the real `refs/heads/main` git then refuses a
 * refspec that names it ("matches more than one"); and if the other side has only the odd one, git takes it for the one
 * that is meant. So the odd ones go last, in a push of their own.
 */
const oddName = /^refs\/(?:heads|tags)\/(refs\/(?:heads|tags)\/.+)$/;

interface PushPlan {
  /** Refspecs of a push that must go first. */
  readonly deletions: readonly string[];
  /** Refs to push then, one group after the other. */
  readonly groups: readonly (readonly RefToPush[])[];
  /** Objects that the target has. */
  readonly onTarget: ReadonlySet<string>;
}

/** Returns what is still to be pushed, so that no name is ambiguous when its turn comes. Pure. */
export function planPush(options: {
  refs: Refs;
  existing?: Refs;
  defaultBranch: string | null;
}): PushPlan {
  const { refs, defaultBranch } = options;
  const existing = new Map(options.existing);
  const onTarget = new Set(existing.values());
  const inTheWay = namesInTheWay(refs, existing);
  for (const name of inTheWay) existing.delete(name);
  return {
    deletions: inTheWay.map((name) => `:${name}`),
    groups: withoutAmbiguity(refsInOrder(refs, defaultBranch, existing)),
    onTarget,
  };
}

/** Returns what is to be pushed, in groups that may follow each other; each keeps its order. Pure. */
export function withoutAmbiguity(wanted: readonly RefToPush[]): RefToPush[][] {
  const groups: RefToPush[][] = [];
  for (const ref of wanted) {
    const group = depth(ref.ref);
    groups[group] = [...(groups[group] ?? []), ref];
  }
  return groups.filter((group) => group !== undefined);
}

/**
 * Refs of the target that keep a ref with a changed object from being pushed, because its name would be ambiguous
 * there. They are among those that are migrated, and must be deleted before, and pushed again. Pure.
 */
export function namesInTheWay(refs: Refs, existing: Refs): string[] {
  return [...existing.keys()].filter((name) => {
    const meant = oddName.exec(name)?.[1];
    if (meant === undefined || !refs.has(name)) return false;
    return refs.has(meant) && refs.get(meant) !== existing.get(meant);
  });
}

function depth(name: string): number {
  const meant = oddName.exec(name)?.[1];
  return meant === undefined ? 0 : 1 + depth(meant);
}
