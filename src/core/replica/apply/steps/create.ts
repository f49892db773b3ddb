import * as z from 'zod';
import { readData } from '../../../journal/document.ts';
import { type Created, once } from '../../../journal/once.ts';
import type { Waiting } from '../../../journal/wait-until-visible.ts';
import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step } from '../../context/step.ts';
import { targetExists } from '../../context/target-exists.ts';
import { createdData } from '../../recorded/target-documents.ts';
import { closeTarget } from '../closed-target/close-target.ts';
import { requireUnowned } from '../guard/targets-of-unfinished.ts';
import { beginOwnBranches } from '../own-refs/intend-own-branches.ts';
import { hasToWrite, pauseRulesets } from '../settings/pausing/pause-rulesets.ts';
import { type AdoptContext, adoptFound } from './adopt-found.ts';
import { findAgain } from './find-again.ts';
import { type ActionsContext, pauseActions } from './pause-actions.ts';
import { type RenameContext, renameExisting } from './replaced/rename-existing.ts';

type CreateContext = AdoptContext &
  RenameContext &
  ActionsContext &
  Waiting &
  Pick<RepositoryContext, 'kept'>;

/** Kept with the intent: people may edit the source's description before the answer is known. */
const askedFor = z.object({ description: z.string() });

/** How far the target's clock may be from ours, in milliseconds, when both say when something was made. */
const clockTolerance = 300_000;
/**
 * The repository on the target: private and empty, with Actions off while it is filled. Made once: an intent is
 * recorded before the request, and where its answer was lost the target is asked, after the settle time.
 */
export const createStep: Step<CreateContext> = {
  name: 'create',
  async run(context) {
    const { sourceRepository, records } = context;
    const known = await records.findObject('repository', sourceRepository.id);
    const { id, webUrl, how, created } = await ensureRepository(context, known);
    if (id !== known?.targetId) await beginOwnBranches(context);
    if (id !== known?.targetId && created !== undefined) await createdData.save(records, created);
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
): Promise<Found> {
  let intent = known;
  if (known !== null && known.targetId !== null) {
    const there = await findAgain(context, known.targetId);
    if (there !== null) return { ...there, how: 'found again' };
    intent = null;
  }
  const madeRoom = await renameExisting(context);
  if (intent === null && context.kept.adopts_found) {
    const found = await adoptFound(context);
    if (found !== null) return { ...found, how: 'reused' };
  }
  return createOnce(context, { intent, madeRoom });
}

interface Found extends Pick<TargetRepository, 'id' | 'webUrl'> {
  /** For people. */
  readonly how: string;
  /** Describes what it was created with; left out where it has been there. */
  readonly created?: Parameters<typeof createdData.save>[1];
}

async function createOnce(
  context: CreateContext,
  { intent, madeRoom }: { intent: CreatedObject | null; madeRoom: boolean },
): Promise<Found> {
  const { clock, sourceRepository, targetFullName } = context;
  const enteredAt = clock.now();
  const intendedAt = intent?.intendedAt ?? enteredAt;
  const { description } = sourceRepository;
  const descriptions = [readData(askedFor, intent)?.description ?? description, description];
  const found: { how: string; created?: Found['created'] } = { how: 'found again' };
  const result = await once(
    { ...context, enteredAt },
    {
      ...{ kind: 'repository', id: sourceRepository.id, known: intent ?? undefined },
      data: JSON.stringify({ description } satisfies z.infer<typeof askedFor>),
      failure: `${targetFullName} could not be created`,
      async send() {
        const repository = await send(context, madeRoom ? pausesUntilFree : []);
        found.how = 'created, private';
        found.created = {
          description: repository.description,
          defaultBranch: repository.defaultBranch,
        };
        return asCreated(repository);
      },
      async find() {
        const adopted = await adopt(context, { intendedAt, descriptions });
        if (adopted === null) return null;
        found.created = { description: adopted.description };
        return asCreated(adopted);
      },
    },
  );
  if (result === null) throw new TypeError('nothing was created');
  return { ...found, id: result.targetId, webUrl: result.targetUrl };
}

function asCreated({ id, webUrl }: TargetRepository): Created {
  return { targetId: id, targetUrl: webUrl };
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

/** Finds the repository that a request since then may have created. */
async function adopt(
  context: CreateContext,
  { intendedAt, descriptions }: { intendedAt: number; descriptions: readonly string[] },
): Promise<TargetRepository | null> {
  const { target, signal, targetName } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') return null;
  const refs = await context.targetRefs.list();
  const isYounger = Date.parse(lookup.repository.createdAt) >= intendedAt - clockTolerance;
  const isUnused = refs.size === 0 && isYounger;
  if (isUnused && (await isAsRequested(context, lookup.repository, descriptions))) {
    await requireUnowned(context, lookup.repository);
    if (lookup.repository.visibility === 'private') return lookup.repository;
    throw new MigratorError(
      'refused',
      `${context.targetFullName} on ${target.hostname} is ${lookup.repository.visibility}, although migrator asked for a private repository`,
      { hint: `Nothing was pushed to it. Delete ${context.targetFullName}, and resume.` },
    );
  }
  throw targetExists(context, {
    hint: 'It is not the one this migration created. Check it, and change the target name in the plan.',
  });
}

/** Tells whether nobody has used it, and it is as ours would be: others may have taken the name in the meantime. */
async function isAsRequested(
  { target, targetName, signal }: CreateContext,
  { description, topics }: TargetRepository,
  descriptions: readonly string[],
): Promise<boolean> {
  if (!descriptions.map(target.normalizeDescription).includes(description)) return false;
  if (topics !== null && topics.length > 0) return false;
  const { hasIssues, pullRequestPolicy } = await target.closure.read({ ...targetName, signal });
  if (!hasIssues || pullRequestPolicy === 'collaborators_only') return false;
  return (await target.pullRequests.newestNumber({ ...targetName, signal })) === 0;
}
