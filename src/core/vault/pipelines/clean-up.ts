import { type Failure, MigratorError, toFailure } from '../../kernel/errors.ts';
import type { Program } from '../../kernel/program.ts';
import type { PipelineRunner } from '../../ports/pipeline-runner.ts';
import type { VaultClient } from '../http/vault-client.ts';
import type { PipelineRecord, PipelineRecords } from './pipeline-record.ts';
import { longestLife, removePolicy, revokeByAccessor, revokeSelf } from './write-token.ts';

export interface CleanUpTools {
  readonly runner: PipelineRunner;
  readonly vault: VaultClient;
  readonly records: PipelineRecords;
}

/**
 * Removes all that a temporary pipeline has left: its runs, its variables, its branch, its token and its policy. Each is
 * tried even if another failed; as long as one fails the record stays for the next try.
 * @param options.token the pipeline's own, where it is known
 * @returns what could not be removed
 */
export async function cleanUp(
  { runner, vault, records }: CleanUpTools,
  record: PipelineRecord,
  options: { token?: string; signal?: AbortSignal } = {},
): Promise<readonly Failure[]> {
  const { token, signal } = options;
  const { source, branch, variables } = record;
  const { policy, accessor } = record.vault;
  const repository = { workspace: source.workspace, slug: source.slug, signal };
  const steps: readonly (() => Promise<void>)[] = [
    async () => {
      for (const run of await runner.runsOf({ ...repository, branch })) {
        const isOver = run.state === 'succeeded' || run.state === 'failed';
        if (!isOver) await runner.stop({ ...repository, run: run.id });
      }
    },
    () => runner.removeVariables({ ...repository, names: variables }),
    () => runner.deleteBranch({ ...repository, branch }),
    async () => {
      if (token !== undefined && (await revokeSelf(vault, { token, signal }))) return;
      if (accessor !== null) await revokeByAccessor(vault, { accessor, signal });
    },
    async () => {
      if (policy !== null) await removePolicy(vault, { name: policy, signal });
    },
  ];
  const failures: Failure[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (thrown) {
      failures.push(toFailure(thrown));
    }
  }
  if (failures.length === 0) await records.remove(record);
  return failures;
}

export interface LeftoverReport {
  readonly record: PipelineRecord;
  readonly outcome: 'removed' | 'busy' | 'elsewhere' | 'failed';
  readonly failures: readonly Failure[];
}

/** Milliseconds after which no other machine still works on it. */
const longestRun = 4 * 1000 * longestLife;

/** Removes what killed runs have left on the source and in the vault. */
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

/** Tells whether its token and branch are on other hosts than those configured now. */
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
    `Leftovers from ${source.workspace}/${source.slug} are on ${source.host} and in the vault ${vault.address}`,
    {
      hint: 'Set the credentials for both, then run `migrator secrets cleanup`.',
    },
  );
}
