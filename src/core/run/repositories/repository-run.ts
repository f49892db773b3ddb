import { existsSync } from 'node:fs';
import { importsArchives } from '../../choices/engine.ts';
import { isDamagedMirror } from '../../git/errors/damaged-mirror.ts';
import { noMark, type StepName, type StepState, wasReset } from '../../ports/records/migration.ts';
import type { PullRequestCounts, RepositorySync } from '../../ports/records/run-results.ts';
import { resumeAfterFailure } from '../../replica/apply/settings/pausing/pause-rulesets.ts';
import { resumeActionsAfterFailure } from '../../replica/apply/steps/pause-actions.ts';
import { ownToReplace } from '../../replica/apply/steps/replaced/renaming-intent.ts';
import { ownArchivePath } from '../../replica/context/archive-path.ts';
import type { RepositoryContext } from '../../replica/context/migration-context.ts';
import { readPhase } from '../../replica/context/target-phase.ts';
import type { ActiveTime } from '../../work/pausing/active-time.ts';
import { stepsOf } from './engine-steps.ts';
import { enterStep } from './enter-step.ts';
import { leaveMirror } from './keep-mirror.ts';
import { type RepositoryRun, repositoryContext } from './repository-context.ts';
import { withinTime } from './within-time.ts';

export interface RepositoryResult {
  readonly refs: number;
  readonly lfsObjects: number;
  readonly pullRequests: PullRequestCounts | null;
  readonly webUrl: string | null;
  /** Missing where it was migrated. */
  readonly sync?: RepositorySync;
}

/**
 * Migrates one repository, or as far as it comes. What is done already is not done again.
 * @returns what the target holds, and its page
 * @throws MigratorError; of code `interrupted` when the run was asked to stop
 */
export function runRepository(run: RepositoryRun): Promise<RepositoryResult> {
  return withinTime(run, async (activeTime) => {
    const { context, planned } = run;
    const { id } = run.sourceRepository;
    const known = await context.store.listSteps(context.migration, planned.source);
    const before = await context.writer.findObject(planned.source, 'repository', id);
    const repository = repositoryContext({
      ...run,
      signal: activeTime.signal,
      // One whose state was lost may have begun it as well.
      isResumed: known.length > 0 || before !== null || context.kept.adopts_found,
      wasReset: wasReset(before),
      readPhase: () =>
        readPhase(context.store, {
          ...{ migration: context.migration, repository: planned.source },
          follow: context.kept.follow,
        }),
    });
    const isOurs = ownToReplace(await repository.records.listObjects('replaced')) !== null;
    // Begun for the first time, or again: then somebody may want what has changed without showing in a list.
    if (known.length === 0 && !isOurs) await repository.forgetRead();
    try {
      await runSteps({ run, repository, known, activeTime });
    } catch (error) {
      // Also when the run is stopped.
      const ending = { ...repository, signal: run.signal };
      await resumeAfterFailure(ending);
      await resumeActionsAfterFailure(ending);
      throw error;
    } finally {
      repository.stream.drop();
      await repository.readAhead.drop();
    }
    const refs = await repository.readRefs();
    const { records } = repository;
    const made = await records.findObject('repository', id);
    if (wasReset(made)) await records.saveObjectData('repository', id, noMark);
    // One that was taken over would remove the other's mirror.
    await context.writer.checkLease();
    await leaveMirror(repository);
    const steps = await records.listSteps();
    return {
      refs: refs.size,
      lfsObjects: factsOf(steps, 'lfs').lfsObjects ?? 0,
      pullRequests:
        factsOf(steps, 'pull-requests').pullRequests ??
        factsOf(steps, 'archive').pullRequests ??
        null,
      webUrl: made?.targetUrl ?? null,
    };
  });
}

async function runSteps(options: {
  run: RepositoryRun;
  repository: RepositoryContext;
  known: readonly StepState[];
  activeTime: ActiveTime;
}): Promise<void> {
  const { run, repository, known, activeTime } = options;
  const { directory } = repository.mirror;
  const { kept } = repository;
  const archive = importsArchives(kept) ? ownArchivePath(directory, kept) : null;
  const finished = finishedSteps(known, { directory, archive });
  const steps = stepsOf(repository);
  const firstOpen = () => steps.find(({ name }) => !finished.has(name));
  const { saveStep: save } = repository.records;
  let hasFetchedAnew = false;
  for (let step = firstOpen(); step !== undefined; step = firstOpen()) {
    try {
      const stepsDone = finished.size;
      await enterStep({ run, repository, activeTime, step, save, stepsDone });
      finished.add(step.name);
    } catch (error) {
      if (hasFetchedAnew || !isDamagedMirror(error)) throw error;
      hasFetchedAnew = true;
      repository.warn('The local copy was missing or damaged; fetching again');
      repository.stream.drop();
      await repository.readAhead.drop();
      await repository.forgetMirror();
      for (const name of localSteps) finished.delete(name);
    }
  }
}

/**
 * Reads the facts that a step has left for its successors. A state of an earlier version holds a bare number of LFS
 * objects.
 */
function factsOf(
  steps: readonly StepState[],
  name: StepName,
): { lfsObjects?: number; pullRequests?: PullRequestCounts } {
  const data = steps.find((step) => step.name === name)?.data ?? null;
  const facts: unknown = data === null ? {} : JSON.parse(data);
  return typeof facts === 'number' ? { lfsObjects: facts } : (facts ?? {});
}

/** Steps whose results lie in the mirror. */
const localSteps: readonly StepName[] = ['fetch', 'fetch-lfs'];

/** They refuse a history for what is in it, and say what to change on the source. */
const refusingSteps: readonly StepName[] = ['inspect', 'fetch-lfs', 'push'];

const lfsSteps: readonly StepName[] = ['fetch-lfs', 'lfs'];
/** They write to the target that `create` has made or found again. */
const writingSteps: readonly StepName[] = ['lfs', 'push', 'pull-requests', 'settings'];

/** Steps that need not be entered again. Without its mirror a repository has to be fetched once more. */
function finishedSteps(
  known: readonly StepState[],
  { directory, archive }: { directory: string; archive: string | null },
): Set<StepName> {
  const finished = known.filter(({ status }) => status === 'done' || status === 'skipped');
  const names = new Set(finished.map(({ name }) => name));
  if (!existsSync(directory)) for (const name of localSteps) names.delete(name);
  if (archive !== null && !names.has('import') && !existsSync(archive)) names.delete('archive');
  // What was refused may have been mended on the source since.
  const isRefused = known.some(
    ({ name, status }) => refusingSteps.includes(name) && status === 'failed',
  );
  if (isRefused) for (const name of [...localSteps, 'inspect'] as const) names.delete(name);
  // Refs that were found missing are pushed again, branches of ours among them.
  if (known.some(({ name, status }) => name === 'verify' && status === 'failed')) {
    names.delete('push');
    names.delete('pull-requests');
  }
  // What was left behind may be wanted now, and the target may have refused the refs for lack of it.
  const leftBehind = known.some(({ name, status }) => name === 'lfs' && status === 'skipped');
  if (leftBehind && !names.has('push')) for (const name of lfsSteps) names.delete(name);
  if (!writingSteps.every((name) => names.has(name))) {
    // Somebody may have put another repository in the target's place since: what is written to is looked at again.
    names.delete('create');
    names.delete('settings');
  }
  return names;
}
