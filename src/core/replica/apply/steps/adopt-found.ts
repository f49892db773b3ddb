import { intend } from '../../../journal/intents.ts';
import type { MigratorError } from '../../../kernel/errors.ts';
import { count } from '../../../kernel/format/format.ts';
import { permittedVisibility } from '../../../plan/publication.ts';
import { isMoreOpen, type TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { wayToTheKey } from '../../context/require-marker-key.ts';
import { targetExists } from '../../context/target-exists.ts';
import { intendRefs } from '../../recorded/intended-refs.ts';
import { findForeignObjects } from '../closed-target/foreign-objects.ts';
import { openText } from '../closed-target/require-closed.ts';
import { requireUnowned } from '../guard/targets-of-unfinished.ts';
import { changedByOthers } from '../own-refs/changed-by-others.ts';
import { intendOwnBranches } from '../own-refs/intend-own-branches.ts';
import {
  type FoundMarked,
  findMarked,
  recordMarked,
} from '../pull-requests/write/adopt-by-markers.ts';
import { type FindContext, open } from './find-again.ts';
import { judgeFound } from './found/judge-found.ts';

export type AdoptContext = FindContext &
  Pick<
    RepositoryContext,
    | 'store'
    | 'migration'
    | 'targetOwner'
    | 'sourceName'
    | 'targetRefs'
    | 'wantsPullRequests'
    | 'mirror'
    | 'fetched'
    | 'rewriting'
    | 'readRefs'
    | 'markerKey'
    | 'options'
  >;

/**
 * After a state was lost: takes over the repository that stands in the target's place, if all that it holds is the source's
 * or bears our markers, and puts its pull requests back into the state.
 * @returns `null` if nothing stands there
 * @throws `target-exists` if it holds anything else, was filled by the holder of another key, has a pull request without a
 * marker, shows to more people what is to be pushed, or would have to be closed although people may work on it; `refused`
 * where somebody has moved what the lost state had put there
 */
export async function adoptFound(context: AdoptContext): Promise<TargetRepository | null> {
  const { target, planned, sourceRepository, signal, records, targetName } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return null;
  const { repository } = lookup;
  await requireUnowned(context, repository);
  const permitted = permittedVisibility(planned, sourceRepository);
  if (isMoreOpen(repository.visibility, permitted)) {
    const why = permitted === planned.visibility ? 'the plan says' : 'the Bitbucket repository is';
    throw notOurs(context, `it is ${repository.visibility}, and ${why} ${permitted}`);
  }
  const refs = await context.targetRefs.list();
  const { marked, foreign, unmarked } = await findMarked(context);
  if (foreign.length > 0 && context.wantsPullRequests) {
    // They would all be made a second time.
    const why = `, and ${count(foreign.length, 'pull request')} from this Bitbucket repository ${foreign.length === 1 ? 'was' : 'were'} created with another marker.key`;
    throw targetExists(context, { why, hint: wayToTheKey });
  }
  if (context.kept.follow) await requireUnused(context, marked);
  if (unmarked.length > 0 && context.wantsPullRequests) {
    // A migrated one whose text people have replaced would be created a second time.
    const first = `#${unmarked.at(-1)}`;
    const many = count(unmarked.length, 'pull request');
    throw notOurs(context, `it has ${many} without migrator's marker (${first})`);
  }
  const { sources, own, strange, changed } = await judgeFound(context, refs);
  const [first] = strange;
  if (first !== undefined) {
    throw notOurs(
      context,
      `it has ${count(strange.length, 'ref')} that Bitbucket does not have (${first})`,
    );
  }
  if (changed.length > 0) throw changedByOthers(context, changed);
  await recordMarked(context, { marked, refs });
  // All of them were ours at this moment: they may be moved on, also by a resume.
  await intendRefs(context, sources);
  await intendOwnBranches(
    context,
    [...own].map(([ref, to]) => ({ ref, to })),
    refs,
  );
  await intend(records, 'repository', [sourceRepository.id]);
  const many =
    marked.size === 0 ? '' : ` with ${count(marked.size, 'pull request')} opened by migrator`;
  context.warn(
    `${context.targetFullName} already exists and has only what Bitbucket has: migrator uses it${many}`,
  );
  return repository.archived ? open(context) : repository;
}

const check =
  'It is unknown whether the lost state created it. Check it, then use --skip-existing to skip it or --overwrite to replace it.';

function notOurs(context: AdoptContext, why: string, hint = check): MigratorError {
  return targetExists(context, { why: `, and ${why}`, hint });
}

/**
 * A target that follows its source is closed once it is adopted. One that is open, or that people have used, may be what a
 * cut-over has left, of which the lost state knew.
 */
async function requireUnused(context: AdoptContext, marked: FoundMarked['marked']): Promise<void> {
  const { target, targetName, targetFullName: fullName, targetOwner: owner, signal } = context;
  const doors = await target.closure.read({ ...targetName, signal });
  const open = openText({ fullName, doors, owner });
  const cutOver =
    'If a cut-over has opened it, nothing is left to migrate: use --skip-existing to skip it.';
  if (open !== null) {
    const why = `it may be in use: ${open.message}`;
    throw notOurs(
      context,
      why,
      `${cutOver} Otherwise restrict access to it again, and run again. ${open.remedy}`,
    );
  }
  const made = [...marked].map(([number, { targetId }]) => ({
    sourceId: String(number),
    targetId,
  }));
  const [foreign] = await findForeignObjects({ target, targetName, made, signal });
  const [release] = await target.closure.listReleases({ ...targetName, signal });
  if (foreign === undefined && release === undefined) return;
  const what = foreign === undefined ? `release ${release?.tag}` : `#${foreign.number}`;
  throw notOurs(context, `people have used it (${what})`, cutOver);
}
