import { exportsArchives, importsArchives } from '../../choices/engine.ts';
import type { KeptOptions } from '../../choices/kept-options.ts';
import { archiveStep } from '../../replica/apply/archive/archive-step.ts';
import { importStep } from '../../replica/apply/import/import-step.ts';
import { importedStep } from '../../replica/apply/imported/imported-step.ts';
import { createStep } from '../../replica/apply/steps/create.ts';
import { fetchStep } from '../../replica/apply/steps/fetch.ts';
import { inspectStep } from '../../replica/apply/steps/inspect.ts';
import { fetchLfsStep, lfsStep } from '../../replica/apply/steps/lfs.ts';
import { pullRequestsStep } from '../../replica/apply/steps/pull-requests.ts';
import { pushStep } from '../../replica/apply/steps/push.ts';
import { settingsStep } from '../../replica/apply/steps/settings.ts';
import { verifyStep } from '../../replica/apply/steps/verify.ts';
import type { RepositoryContext } from '../../replica/context/migration-context.ts';
import type { Step } from '../../replica/context/step.ts';

const localFirst: readonly Step[] = [fetchStep, inspectStep, fetchLfsStep];
const lastSteps: readonly Step[] = [lfsStep, pushStep, pullRequestsStep, settingsStep, verifyStep];

/** Steps of Git: a repository that is refused for its content is not created on the target. */
const gitSteps: readonly Step[] = [...localFirst, createStep, ...lastSteps];
/**
 * Steps of a stream, which needs a target from the first byte on: a repository that is refused for its content leaves
 * it empty.
 */
const streamedSteps: readonly Step[] = [createStep, ...localFirst, ...lastSteps];

/** Steps of an archive in a folder: the target gets nothing. */
const exportSteps: readonly Step[] = [fetchStep, inspectStep, archiveStep];

/** Steps of an import. Afterwards the repository is treated as one that was made by requests: what the importer lacks is pushed. */
const importSteps: readonly Step[] = [
  ...[...localFirst, archiveStep, importStep, createStep],
  ...[lfsStep, pushStep, importedStep, settingsStep, verifyStep],
];

/** @returns `null` for the usual ones, by requests */
function stepsOfEngine(kept: KeptOptions): readonly Step[] | null {
  if (exportsArchives(kept)) return exportSteps;
  return importsArchives(kept) ? importSteps : null;
}

/** Steps of each repository. */
export function countSteps(kept: KeptOptions): number {
  return (stepsOfEngine(kept) ?? gitSteps).length;
}

/** In their order. Pure. */
export function stepsOf({
  kept,
  stream,
}: Pick<RepositoryContext, 'kept' | 'stream'>): readonly Step[] {
  return stepsOfEngine(kept) ?? (stream.isPlanned ? streamedSteps : gitSteps);
}
