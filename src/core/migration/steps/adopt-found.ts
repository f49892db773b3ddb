import { readCommitText } from '../../git/history/read-commits.ts';
import { resolveCommits } from '../../git/history/resolve-commits.ts';
import { fetchCommits } from '../../git/mirror/fetch-commits.ts';
import type { Refs } from '../../git/mirror/refs.ts';
import { ownIdentity } from '../../git/objects/fast-import.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import { permittedVisibility } from '../../plan/publication.ts';
import { isMoreOpen, type TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryContext } from '../migration-context.ts';
import { intendOwnBranches } from '../own-refs/intend-own-branches.ts';
import { intendRefs } from '../own-refs/intended-refs.ts';
import { wayToTheKey } from '../preflight/check-marker-key.ts';
import { isOwnBranch } from '../pull-requests/branches/temporary-refs.ts';
import { findMarked, recordMarked } from '../pull-requests/repair/adopt-by-markers.ts';
import { targetExists } from '../target-exists.ts';
import { type FindContext, open } from './find-again.ts';

export type AdoptContext = FindContext &
  Pick<
    RepositoryContext,
    'sourceName' | 'targetRefs' | 'wantsPullRequests' | 'mirror' | 'readRefs' | 'markerKey'
  >;

/**
 * After a state was lost: takes over the repository that stands in the target's place, if all that it holds is the source's
 * or bears our markers, and puts its pull requests back into the state.
 * @returns `null` if nothing stands there
 * @throws `target-exists` if it holds anything else, was filled by the holder of another key, or shows to more people what is
 * to be pushed
 */
export async function adoptFound(context: AdoptContext): Promise<TargetRepository | null> {
  const { target, planned, sourceRepository, signal, records, targetName } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return null;
  const { repository } = lookup;
  const permitted = permittedVisibility(planned, sourceRepository);
  if (isMoreOpen(repository.visibility, permitted)) {
    const why = permitted === planned.visibility ? 'the plan says' : 'the source is';
    throw notOurs(context, `it is ${repository.visibility}, and ${why} ${permitted}`);
  }
  const refs = await context.targetRefs.list();
  const { marked, foreign } = await findMarked(context);
  if (foreign.length > 0 && context.wantsPullRequests) {
    // They would all be made a second time.
    const why = `, and ${count(foreign.length, 'pull request')} of this source on it ${foreign.length === 1 ? 'was' : 'were'} created with another marker.key`;
    throw targetExists(context, { why, hint: wayToTheKey });
  }
  const strange = await strangeRefs(context, refs, { hasMarkers: marked.size > 0 });
  const [first] = strange;
  if (first !== undefined) {
    throw notOurs(
      context,
      `it has ${count(strange.length, 'ref')} that the source does not have (${first})`,
    );
  }
  await recordMarked(context, { marked, refs });
  // All of them were the source's at this moment: they may be moved on, also by a resume.
  await intendRefs(context, refs);
  await intendOwnBranches(
    context,
    [...refs].map(([ref, to]) => ({ ref, to })),
    refs,
  );
  await records.recordIntent('repository', sourceRepository.id);
  const many = marked.size === 0 ? '' : ` with ${count(marked.size, 'pull request')} of ours`;
  context.warn(
    `${context.targetFullName} already exists and has only what the source has: migrator uses it${many}`,
  );
  return repository.archived ? open(context) : repository;
}

/** The source may have moved on since: what one of its branches had once is still the source's. */
async function strangeRefs(
  context: AdoptContext,
  there: Refs,
  { hasMarkers }: { hasMarkers: boolean },
): Promise<readonly string[]> {
  const { mirror } = context;
  const refs = await context.readRefs();
  const known = await resolveCommits({ ...mirror, hashes: there.values() });
  const isKnown = (oid: string) => (known.get(oid) ?? null) !== null;
  const others = [...there].filter(
    ([ref, oid]) => refs.get(ref) !== oid && !(refs.has(ref) && isKnown(oid)),
  );
  const own = others.filter(([ref]) => isOwnBranch(ref, refs.keys()));
  const unclear = hasMarkers ? [] : own.filter(([, oid]) => !isKnown(oid));
  const found = await findOwnCommits(context, new Map(unclear));
  const ours = new Set(own.map(([ref]) => ref));
  for (const [ref] of unclear) if (!found.has(ref)) ours.delete(ref);
  return others.flatMap(([ref]) => (ours.has(ref) ? [] : [ref]));
}

function notOurs(context: AdoptContext, why: string): MigratorError {
  return targetExists(context, {
    why: `, and ${why}`,
    hint: 'It is unknown whether the lost state created it. Check it, then use --skip-existing to skip it or --overwrite to replace it.',
  });
}

/**
 * Branches with our names on a target that bears no marker yet: an earlier migration was killed before it opened the first
 * pull request, and its state was lost. Ours is what the source still gives by its hash, and what migrator itself committed.
 * @param branches of the target, with commits that no branch of the source has
 * @returns those names that are ours
 */
async function findOwnCommits(
  { mirror, source, sourceName, target, targetName }: AdoptContext,
  branches: Refs,
): Promise<ReadonlySet<string>> {
  if (branches.size === 0) return new Set();
  const commits = [...new Set(branches.values())];
  const from = source.gitAccess(sourceName);
  const known = await fetchCommits({ ...mirror, access: from, commits });
  const access = target.gitAccess(targetName);
  const unknown = [...known.missing];
  const { fetched } = await fetchCommits({ ...mirror, access, commits: unknown });
  const ours = new Set(known.fetched);
  for (const commit of fetched) {
    const { author } = await readCommitText({ ...mirror, commit });
    if (author === ownIdentity) ours.add(commit);
  }
  return new Set([...branches].flatMap(([ref, oid]) => (ours.has(oid) ? [ref] : [])));
}
