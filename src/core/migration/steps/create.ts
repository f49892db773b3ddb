import { type Waiting, waitUntilVisible } from '../../journal/wait-until-visible.ts';
import { hasCode, MigratorError } from '../../kernel/errors.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import { closeTarget } from '../closed-target/close-target.ts';
import type { RepositoryContext } from '../migration-context.ts';
import { beginOwnBranches } from '../own-refs/intend-own-branches.ts';
import { requireUnowned } from '../preflight/targets-of-unfinished.ts';
import { hasToWrite, pauseRulesets } from '../settings/kinds/pause-rulesets.ts';
import { targetExists } from '../target-exists.ts';
import { type AdoptContext, adoptFound } from './adopt-found.ts';
import { findAgain } from './find-again.ts';
import { type ActionsContext, pauseActions } from './pause-actions.ts';
import { type RenameContext, renameExisting } from './replaced/rename-existing.ts';
import type { Step } from './step.ts';

type CreateContext = AdoptContext &
  RenameContext &
  ActionsContext &
  Waiting &
  Pick<RepositoryContext, 'settings'>;

/** How far the target's clock may be from ours, in milliseconds, when both say when something was made. */
const clockTolerance = 300_000;
/** After so many lost answers in a row the target is taken to be unavailable. */
const maxAttempts = 3;

/**
 * The repository on the target: private and empty, with Actions off while it is filled. Made once: an intent is
 * recorded before the request, and where its answer was lost the target is asked, after the settle time.
 */
export const createStep: Step<CreateContext> = {
  name: 'create',
  async run(context) {
    const { sourceRepository, records } = context;
    const known = await records.findObject('repository', sourceRepository.id);
    const { id, webUrl, how } = await ensureRepository(context, known);
    if (id !== known?.targetId) await beginOwnBranches(context);
    await records.recordResult('repository', sourceRepository.id, {
      targetId: id,
      targetUrl: webUrl,
    });
    await records.saveRepository({ webUrl });
    await closeTarget(context);
    if (await hasToWrite(context)) {
      await pauseActions(context);
      await pauseRulesets(context);
    }
    return { status: 'done', summary: how };
  },
};

/** Milliseconds between attempts: a name may still seem to be taken a moment after it was left. */
const pausesUntilFree = [1000, 3000];

async function ensureRepository(
  context: CreateContext,
  known: CreatedObject | null,
): Promise<Pick<TargetRepository, 'id' | 'webUrl'> & { readonly how: string }> {
  let intent = known;
  if (known !== null && known.targetId !== null) {
    const there = await findAgain(context, known.targetId);
    if (there !== null) return { ...there, how: 'found again' };
    intent = null;
  }
  const madeRoom = await renameExisting(context);
  if (intent === null && context.settings.adopts_found) {
    const found = await adoptFound(context);
    if (found !== null) return { ...found, how: 'reused' };
  }
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (intent !== null) {
      const adopted = await adopt(context, intent);
      if (adopted !== null) return { ...adopted, how: 'found again' };
    }
    const mayBeMade = intent !== null;
    intent = await context.records.recordIntent('repository', context.sourceRepository.id);
    const made = await create(context, { mayBeMade, madeRoom });
    if (made !== null) return { ...made, how: 'created, private' };
  }
  throw new MigratorError(
    'unavailable',
    `${context.targetFullName} could not be created: ${context.target.hostname} did not respond`,
    {
      hint: 'Resume when the host responds again.',
      retry: 'yes',
    },
  );
}

/**
 * `null` when the answer was lost. After a refusal the intent is forgotten, unless an earlier request may have made
 * what is there: a repository that somebody else makes must not be mistaken for ours when the migration is resumed.
 */
async function create(
  context: CreateContext,
  { mayBeMade, madeRoom }: { mayBeMade: boolean; madeRoom: boolean },
): Promise<TargetRepository | null> {
  const { sourceRepository } = context;
  try {
    return await send(context, madeRoom ? pausesUntilFree : []);
  } catch (error) {
    if (hasCode(error, 'ambiguous-write')) return null;
    // The target said no: the request made nothing.
    const isRefusal = hasCode(error, 'target-exists', 'permission', 'credentials', 'refused');
    if (isRefusal && !mayBeMade) {
      await context.records.forgetIntent('repository', sourceRepository.id);
    }
    throw error;
  }
}

/** @param pauses the name may still seem to be taken a moment after a repository has left it */
async function send(context: CreateContext, pauses: readonly number[]): Promise<TargetRepository> {
  const { target, targetOwner: owner, planned, sourceRepository, waitingClock, signal } = context;
  const { description } = sourceRepository;
  const request = { owner, name: planned.target, description, signal };
  for (const pause of pauses) {
    try {
      return await target.createRepository(request);
    } catch (error) {
      if (!hasCode(error, 'target-exists')) throw error;
      await waitingClock.sleep(pause, signal);
    }
  }
  return target.createRepository(request);
}

/** What an earlier request of ours may have made, once enough time has passed for it to be seen. */
async function adopt(
  context: CreateContext,
  intent: CreatedObject,
): Promise<TargetRepository | null> {
  const { target, signal, targetName } = context;
  await waitUntilVisible(context, intent.intendedAt);
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return null;
  const refs = await context.targetRefs.list();
  const isYounger = Date.parse(lookup.repository.createdAt) >= intent.intendedAt - clockTolerance;
  if (refs.size === 0 && isYounger && (await isAsRequested(context, lookup.repository))) {
    await requireUnowned(context, lookup.repository);
    if (lookup.repository.visibility === 'private') return lookup.repository;
    throw new MigratorError(
      'refused',
      `${context.targetFullName} on ${target.hostname} is ${lookup.repository.visibility}, although migrator asked for a private repository`,
      { hint: `Nothing was pushed into it. Delete ${context.targetFullName}, and resume.` },
    );
  }
  throw targetExists(context, {
    hint: 'It is not the one this migration created. Check it, and change the target name in the plan.',
  });
}

/** Tells whether nobody has used it, and it is as ours would be: others may have taken the name in the meantime. */
async function isAsRequested(
  { target, sourceRepository, targetName, signal }: CreateContext,
  { description, topics }: TargetRepository,
): Promise<boolean> {
  if (description !== target.normalizeDescription(sourceRepository.description)) return false;
  if (topics !== null && topics.length > 0) return false;
  const { hasIssues, pullRequestPolicy } = await target.closure.read({ ...targetName, signal });
  if (!hasIssues || pullRequestPolicy === 'collaborators_only') return false;
  return (await target.pullRequests.newestNumber({ ...targetName, signal })) === 0;
}
