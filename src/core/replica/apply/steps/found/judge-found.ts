import type { Refs } from '../../../../git/formats/refs.ts';
import { areAncestors } from '../../../../git/history/ancestry.ts';
import { resolveCommits } from '../../../../git/history/resolve-commits.ts';
import { isOwnBranch } from '../../../model/temporary-refs.ts';
import { type FoundContext, findOwnCommits } from './find-own-commits.ts';

/** Refs of a target whose state was lost. */
export interface FoundRefs {
  /** The source's, with its value or an earlier one: they may be moved on. */
  readonly sources: Refs;
  /** With our names and our commits. */
  readonly own: Refs;
  /** Of the source or with our names, and moved by somebody else. */
  readonly changed: readonly string[];
  /** Anything else. */
  readonly strange: readonly string[];
}

/** Tells whose the refs of a target are of which no state knows what was pushed there. */
export async function judgeFound(context: FoundContext, there: Refs): Promise<FoundRefs> {
  const { mirror } = context;
  const refs = await context.readRefs();
  const known = await resolveCommits({ ...mirror, hashes: there.values() });
  const isOfSource = ([ref, oid]: readonly [string, string]) =>
    refs.has(ref) && (refs.get(ref) === oid || (known.get(oid) ?? null) !== null);
  const ofSource = [...there].filter(isOfSource);
  const changed = await findMoved(context, refs, new Map(ofSource));
  const others = [...there].filter((entry) => !isOfSource(entry));
  const named = new Map(others.filter(([ref]) => isOwnBranch(ref, refs.keys())));
  const ours = await findOwnCommits(context, named);
  return {
    sources: new Map(ofSource.filter(([ref]) => !changed.includes(ref))),
    own: new Map([...named].filter(([ref]) => ours.has(ref))),
    changed: [...changed, ...[...named.keys()].filter((ref) => !ours.has(ref))],
    strange: others.flatMap(([ref]) => (named.has(ref) ? [] : [ref])),
  };
}

/**
 * The source may have added to a branch since: that is pushed as well. A branch that the target had further already was set
 * back by somebody, and a tag does not move.
 */
async function findMoved(
  context: FoundContext,
  wanted: Refs,
  there: Refs,
): Promise<readonly string[]> {
  const { target, targetName, mirror, signal } = context;
  const differing = [...there].flatMap(([ref, oid]) => {
    const to = wanted.get(ref);
    return to === undefined || to === oid ? [] : [{ ref, ancestor: oid, descendant: to }];
  });
  if (differing.length === 0) return [];
  const isForward = await areAncestors({ ...mirror, pairs: differing });
  const moved: string[] = [];
  for (const [index, { ref, descendant: commit }] of differing.entries()) {
    const isAddedTo =
      ref.startsWith('refs/heads/') &&
      isForward[index] === true &&
      (await target.pullRequests.readCommit({ ...targetName, commit, signal })) === null;
    if (!isAddedTo) moved.push(ref);
  }
  return moved;
}
