import { type Failure, MigratorError, toFailure } from '../../kernel/errors.ts';
import type { Program } from '../../kernel/program.ts';
import { type CleanUpTools, cleanUp } from './clean-up.ts';
import type { PipelineRecord } from './pipeline-record.ts';
import { longestLife } from './write-token.ts';

export interface LeftoverReport {
  readonly record: PipelineRecord;
  readonly outcome: 'removed' | 'busy' | 'elsewhere' | 'failed';
  readonly failures: readonly Failure[];
}

/** Milliseconds after which nobody on another machine is still at it. */
const longestRun = 4 * 1000 * longestLife;

/** Finishes what runs that were killed have left on the source and in the vault. */
export async function finishLeftovers(
  tools: CleanUpTools,
  options: {
    records: readonly PipelineRecord[];
    program: Pick<Program, 'pid' | 'hostname' | 'isProcessAlive' | 'clock'>;
    signal: AbortSignal;
  },
): Promise<readonly LeftoverReport[]> {
  const { records, program, signal } = options;
  const reports: LeftoverReport[] = [];
  for (const record of records) {
    if (isBusy(record, program)) reports.push({ record, outcome: 'busy', failures: [] });
    else if (isElsewhere(tools, record)) {
      const failures = [toFailure(elsewhere(record))];
      reports.push({ record, outcome: 'elsewhere', failures });
    } else {
      const failures = await cleanUp(tools, record, { signal });
      const outcome = failures.length === 0 ? 'removed' : 'failed';
      reports.push({ record, outcome, failures });
    }
  }
  return reports;
}

function isBusy(
  { process, at }: PipelineRecord,
  program: Pick<Program, 'pid' | 'hostname' | 'isProcessAlive' | 'clock'>,
): boolean {
  if (process.hostname !== program.hostname) return program.clock.now() - at < longestRun;
  return process.pid !== program.pid && program.isProcessAlive(process.pid);
}

/** Its token and branch are known to other hosts than the ones that are configured now. */
function isElsewhere({ runner, vault }: CleanUpTools, record: PipelineRecord): boolean {
  const { address, namespace } = vault.settings;
  return (
    record.source.host !== runner.hostname ||
    record.vault.address !== address ||
    record.vault.namespace !== namespace
  );
}

function elsewhere({ source, vault }: PipelineRecord): MigratorError {
  return new MigratorError(
    'configuration',
    `What was left of ${source.workspace}/${source.slug} is on ${source.host} and in the vault ${vault.address}`,
    {
      hint: 'Set the credentials of those two, and run migrator secrets cleanup.',
    },
  );
}
