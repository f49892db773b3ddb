import type { Refs } from '../../../../git/formats/refs.ts';
import { resolveCommits } from '../../../../git/history/resolve-commits.ts';
import { fetchCommits } from '../../../../git/mirror/fetch-commits.ts';
import { ownIdentity } from '../../../../git/objects/fast-import.ts';
import type { CommitOnTarget } from '../../../../ports/pull-request-target.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import { fetchFromForks } from '../../../desired/prepare/find-commits.ts';
import { numberOfOwn } from '../../../model/temporary-refs.ts';
import { mergeTitle } from '../../pull-requests/merge/merge-title.ts';

export type FoundContext = Pick<
  RepositoryContext,
  | 'source'
  | 'sourceName'
  | 'target'
  | 'targetName'
  | 'mirror'
  | 'fetched'
  | 'rewriting'
  | 'readRefs'
  | 'signal'
  | 'options'
>;

/**
 * Of branches with our names whose state was lost: ours is what the source or the fork of the pull request still gives by
 * its hash, what migrator itself committed, and what the target merged at its request. Nothing is fetched from the target:
 * a resume must not find in the mirror what others have pushed there.
 * @param branches of the target
 * @returns those names that are ours
 */
export async function findOwnCommits(
  context: FoundContext,
  branches: Refs,
): Promise<ReadonlySet<string>> {
  const ofSource = await findOfSource(context, branches);
  const merges = new Map<string, readonly string[]>();
  const ours = new Set<string>();
  for (const [ref, oid] of branches) {
    const commit = ofSource.has(oid) ? null : await readCommit(context, oid);
    if (ofSource.has(oid) || commit?.author === ownIdentity) ours.add(ref);
    else if (commit !== null && isMergeByRequest(ref, commit)) merges.set(ref, commit.parents);
  }
  const given = [...merges].flatMap(([ref, parents]) => parents.map((one) => [ref, one] as const));
  const givenOfSource = await findOfSource(context, given);
  for (const [ref, parents] of merges) {
    const unknown = parents.filter((parent) => !givenOfSource.has(parent));
    const read = await Promise.all(unknown.map((parent) => readCommit(context, parent)));
    if (read.every((commit) => commit?.author === ownIdentity)) ours.add(ref);
  }
  return ours;
}

/** @returns those commits that the mirror, the source or a fork has */
async function findOfSource(
  context: FoundContext,
  branches: Iterable<readonly [ref: string, oid: string]>,
): Promise<ReadonlySet<string>> {
  const { mirror, source, sourceName, options, rewriting } = context;
  const all = [...branches];
  const known = await resolveCommits({ ...mirror, hashes: all.map(([, oid]) => oid) });
  const found = new Set([...known.values()].filter((oid) => oid !== null));
  const missing = [...known].flatMap(([oid, full]) => (full === null ? [oid] : []));
  // A history that was cut has other hashes, and must not be made whole again by the back door.
  if (missing.length === 0 || options.depth !== null) return found;
  const access = source.gitAccess(sourceName);
  // The source has rewritten ones under other names.
  const asked = rewriting === null ? missing : [];
  for (const oid of (await fetchCommits({ ...mirror, access, commits: asked })).fetched)
    found.add(oid);
  const sides = await readSides(
    context,
    all.filter(([, oid]) => !found.has(oid)),
  );
  const ownName = `${sourceName.workspace}/${sourceName.slug}`;
  if (rewriting !== null) {
    const named = sides.filter(({ tip }) => tip !== '');
    const wanted = named.flatMap(({ tip, fork }) => [
      { hash: tip, fork: ownName },
      { hash: tip, fork },
    ]);
    for (const oid of (await fetchFromForks({ repository: context }, wanted)).values())
      found.add(oid);
    return found;
  }
  const isTip = ({ oid, tip }: Side) => tip.length >= shortestHash && oid.startsWith(tip);
  for (const side of sides) if (isTip(side)) found.add(side.oid);
  const elsewhere = sides.filter((side) => !isTip(side) && side.fork !== ownName);
  const wanted = elsewhere.map(({ oid, fork }) => ({ hash: oid, fork }));
  for (const oid of (await fetchFromForks({ repository: context }, wanted)).keys()) found.add(oid);
  return found;
}

/** One end of a pull request: its commit on both hosts. */
interface Side {
  /** On the target. */
  readonly oid: string;
  /** As the source has it; may be abbreviated, and empty where it is unknown. */
  readonly tip: string;
  readonly fork: string | null;
}

async function readSides(
  { source, sourceName, signal }: FoundContext,
  branches: readonly (readonly [ref: string, oid: string])[],
): Promise<readonly Side[]> {
  const sides: Side[] = [];
  for (const [ref, oid] of branches) {
    const number = numberOfOwn(ref);
    if (number === null) continue;
    const side = (await source.pullRequests.find({ ...sourceName, number, signal }))?.source;
    sides.push({ oid, tip: side?.commit ?? '', fork: side?.repository ?? null });
  }
  return sides;
}

/** As the source shortens them. */
const shortestHash = 12;

function readCommit(
  { target, targetName, signal }: FoundContext,
  commit: string,
): Promise<CommitOnTarget | null> {
  return target.pullRequests.readCommit({ ...targetName, commit, signal });
}

/** The target is asked to merge into temporary bases alone. */
function isMergeByRequest(ref: string, { message, parents }: CommitOnTarget): boolean {
  const number = numberOfOwn(ref);
  const isBase = number !== null && ref.endsWith('/base');
  return isBase && parents.length === 2 && message.trim() === mergeTitle(number);
}
