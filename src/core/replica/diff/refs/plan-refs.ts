import type { Refs } from '../../../git/formats/refs.ts';
import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';

/** Describes what the refs of one repository are compared from. */
export interface RefLists {
  readonly source: Refs;
  readonly target: Refs;
  /** Refs that we have put on the target. */
  readonly baseline: Refs;
  /** Refs that our pushes were to set, where a kill may have hidden the outcome; `null`: deleted. */
  readonly intended: ReadonlyMap<string, string | null>;
  /** True if a ref of the target is one of our own branches. */
  readonly isOwn: (ref: string) => boolean;
  /** Branches of open pull requests of the target, each with its number on the source: deleting one closes it for good. */
  readonly inUse: ReadonlyMap<string, number>;
  /** Branches of all that is open on the target, which people have opened as well, each with its number there. */
  readonly inUseThere: ReadonlyMap<string, number>;
  /** Tags that releases of the target stand on: deleting one makes its release a draft. */
  readonly releasedThere: ReadonlySet<string>;
}

export interface RefPlan {
  /** Each with what the target has now. */
  readonly updates: readonly RefUpdate[];
  readonly skipped: readonly SkippedChange[];
  /** Refs that stay as they are because of others: in use, or with a name that Git cannot hold beside another one. */
  readonly postponed: ReadonlySet<string>;
  /** Refs that we have put on the target, as far as they still are there, before the updates. */
  readonly baseline: Refs;
}

/**
 * Returns what has to be done so that the target has the refs of the source. A ref that holds anything but what we have
 * put there is somebody else's work: it stays. Pure.
 */
export function planRefs(lists: RefLists): RefPlan {
  const { source, target, baseline, intended, inUse } = lists;
  const updates: RefUpdate[] = [];
  const skipped: SkippedChange[] = [];
  const known = new Map<string, string>();
  for (const ref of new Set([...source.keys(), ...baseline.keys(), ...intended.keys()])) {
    const [wanted, there, before] = [source.get(ref), target.get(ref), baseline.get(ref)];
    const wasIntended = intended.has(ref) && (intended.get(ref) ?? undefined) === there;
    if (wasIntended || isOurs({ wanted, there, before })) {
      if (there !== undefined) known.set(ref, there);
      if (wanted !== there) updates.push({ ref, to: wanted ?? null, expected: there ?? null });
      continue;
    }
    if (before !== undefined) known.set(ref, before);
    const kind = wanted === there ? 'foreign' : 'conflict';
    skipped.push({ kind, subject: refText(ref), reason: conflictText({ wanted, there, before }) });
  }
  skipped.push(...onlyOnTarget(lists));
  return withoutBlocked(withoutUsed({ updates, skipped, baseline: known }, lists), {
    target,
    inUse,
  });
}

function onlyOnTarget({ source, target, baseline, intended, isOwn }: RefLists): SkippedChange[] {
  const reason = 'created on GitHub; Bitbucket does not have it';
  return [...target.keys()]
    .filter((ref) => !(source.has(ref) || baseline.has(ref) || intended.has(ref) || isOwn(ref)))
    .map((ref) => ({ kind: 'foreign', subject: refText(ref), reason }));
}

type Values = Record<'wanted' | 'there' | 'before', string | undefined>;

/** As we have put it there, or moved alike on both sides since. */
function isOurs({ wanted, there, before }: Values): boolean {
  return there === before || (before !== undefined && wanted === there);
}

function conflictText({ wanted, there, before }: Values): string {
  if (before === undefined) {
    const commits = wanted === there ? 'at the same commit: left unchanged' : 'with other commits';
    return `created on both sides, ${commits}`;
  }
  if (there === undefined) return 'deleted on GitHub';
  const now = `changed on GitHub, now ${there.slice(0, 12)}`;
  return wanted === undefined ? `deleted on Bitbucket, ${now}` : now;
}

/** Deleting the branch of an open pull request would close it, and deleting the tag of a release would withdraw that. Pure. */
function withoutUsed(
  plan: Omit<RefPlan, 'postponed'>,
  { inUse, inUseThere, releasedThere }: Pick<RefLists, 'inUse' | 'inUseThere' | 'releasedThere'>,
): RefPlan {
  const skipped: SkippedChange[] = [];
  const postponed = new Set<string>();
  for (const { ref, to } of plan.updates) {
    if (to !== null) continue;
    const [number, numberThere] = [inUse.get(ref), inUseThere.get(ref)];
    if (number !== undefined) {
      const reason = `deleted on Bitbucket; pull request ${number} is open on it`;
      skipped.push({ kind: 'note', subject: refText(ref), reason });
    } else if (numberThere !== undefined) {
      const reason = `deleted on Bitbucket; #${numberThere} on GitHub is open on it`;
      skipped.push({ kind: 'conflict', subject: refText(ref), reason });
    } else if (releasedThere.has(ref)) {
      const reason = 'deleted on Bitbucket; a release on GitHub uses it';
      skipped.push({ kind: 'conflict', subject: refText(ref), reason });
    } else continue;
    postponed.add(ref);
  }
  const updates = plan.updates.filter(({ ref }) => !postponed.has(ref));
  return { ...plan, updates, skipped: [...plan.skipped, ...skipped], postponed };
}

/** Git cannot hold `a` and `a/b` at the same time: what stays on the target may keep a new ref from it. Pure. */
function withoutBlocked(
  plan: RefPlan,
  { target, inUse }: Pick<RefLists, 'target' | 'inUse'>,
): RefPlan {
  const deleted = new Set(plan.updates.flatMap(({ ref, to }) => (to === null ? [ref] : [])));
  const staying = new Set([...target.keys()].filter((ref) => !deleted.has(ref)));
  const folders = new Map([...staying].flatMap((ref) => parentsOf(ref).map((at) => [at, ref])));
  const skipped: SkippedChange[] = [];
  const blocked: string[] = [];
  const updates = plan.updates.filter(({ ref, to, expected }) => {
    if (to === null || expected !== null) return true;
    const inTheWay = parentsOf(ref).find((parent) => staying.has(parent)) ?? folders.get(ref);
    if (inTheWay === undefined) return true;
    blocked.push(ref);
    const user = plan.postponed.has(inTheWay) ? inUse.get(inTheWay) : undefined;
    skipped.push(blockedText(ref, inTheWay, user));
    return false;
  });
  const postponed = new Set([...plan.postponed, ...blocked]);
  return { ...plan, updates, skipped: [...plan.skipped, ...skipped], postponed };
}

/** @param user the pull request that keeps the other one on the target */
function blockedText(ref: string, inTheWay: string, user: number | undefined): SkippedChange {
  const [subject, other] = [refText(ref), refText(inTheWay)];
  if (user === undefined) {
    const reason = `GitHub has ${other}, and Git cannot have both`;
    return { kind: 'conflict', subject, reason };
  }
  return {
    kind: 'refused',
    subject,
    reason: `GitHub has ${other} for its open pull request ${user}, and Git cannot have ${shortName(ref)} beside it`,
    hint: `Merge or decline pull request ${user} on Bitbucket, or delete ${subject} there.`,
  };
}

/** `refs/heads/a` and `refs/heads/a/b` of `refs/heads/a/b/c`. Pure. */
function parentsOf(ref: string): string[] {
  const parts = ref.split('/');
  return parts.slice(2, -1).map((_, index) => parts.slice(0, index + 3).join('/'));
}

/** `main`, `v1`. Pure. */
function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, '');
}

/** `branch main`, `tag v1`. Pure. */
export function refText(ref: string): string {
  return ref.replace(/^refs\/heads\//, 'branch ').replace(/^refs\/tags\//, 'tag ');
}

/** Updates in the order in which they may go to the target. */
export interface RefPhases {
  /** Deleted first, because new refs need their place. */
  readonly inTheWay: readonly RefUpdate[];
  readonly first: readonly RefUpdate[];
  /** A base that contains a head merges its pull request. */
  readonly bases: readonly RefUpdate[];
  /** Last: deleting a branch closes its pull request. */
  readonly deletions: readonly RefUpdate[];
}

/**
 * @param options.bases full names of the branches that open pull requests go to
 * @param options.defaultBranch short name; goes first, because a target without branches makes its first one the default. Pure.
 */
export function inPhases(
  updates: readonly RefUpdate[],
  { bases, defaultBranch }: { bases: ReadonlySet<string>; defaultBranch: string | null },
): RefPhases {
  const writes = updates.filter(({ to }) => to !== null);
  const created = writes.flatMap(({ ref, expected }) => (expected === null ? [ref] : []));
  const names = new Set(created);
  const parents = new Set(created.flatMap(parentsOf));
  const isInTheWay = ({ ref, to }: RefUpdate) =>
    to === null && (parents.has(ref) || parentsOf(ref).some((parent) => names.has(parent)));
  const isDefault = ({ ref }: RefUpdate) => ref === `refs/heads/${defaultBranch}`;
  const others = writes.filter(({ ref }) => !bases.has(ref));
  return {
    inTheWay: updates.filter(isInTheWay),
    first: [...others.filter(isDefault), ...others.filter((one) => !isDefault(one))],
    bases: writes.filter(({ ref }) => bases.has(ref)),
    deletions: updates.filter((one) => one.to === null && !isInTheWay(one)),
  };
}
