import { type Failure, toFailure } from '../../kernel/errors.ts';
import type { PipelineRunner } from '../../ports/pipeline-runner.ts';
import type { VaultClient } from '../http/vault-client.ts';
import type { PipelineRecord, PipelineRecords } from './pipeline-record.ts';
import { removePolicy, revokeByAccessor, revokeSelf } from './write-token.ts';

export interface CleanUpTools {
  readonly runner: PipelineRunner;
  readonly vault: VaultClient;
  readonly records: PipelineRecords;
}

/**
 * Takes away all that a temporary pipeline has left: its runs, its variables, its branch, its token and its policy.
 * Each is tried whatever became of the others; as long as one fails the record stays, and so does the next try.
 * @param options.token the pipeline's own, where it is known
 * @returns what could not be taken away
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
