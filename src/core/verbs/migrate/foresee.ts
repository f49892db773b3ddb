import type { Foresee, MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { noNamesToRewrite } from '../../run/preflight/names-to-rewrite.ts';
import { dryRun } from './dry-run/dry-run.ts';
import { prepareRun } from './prepare-run.ts';

/**
 * Checks everything, and reports what a run would do now. Writes nothing.
 * @throws MigratorError as `migrate` does
 */
export async function foresee(
  given: Foresee,
): Promise<Extract<MigrateOutcome, { kind: 'dry-run' | 'nothing-to-do' }>> {
  const prepared = await prepareRun(given);
  switch (prepared.kind) {
    case 'nothing-to-do':
      return prepared;
    case 'begin': {
      const { run, chosen } = prepared;
      const begun = { known: null, chosen, names: noNamesToRewrite };
      return { kind: 'dry-run', ...(await dryRun(run, begun)) };
    }
    case 'resume':
      return { kind: 'dry-run', ...(await dryRun(prepared.run, prepared.resumed)) };
  }
}
