import { createHash } from 'node:crypto';
import type { MigrationOptions } from '../../choices/options.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { Reread } from '../../replica/diff/pull-requests/changed-rows.ts';

/** Describes what the process that begins a run has settled for all that join it. */
export interface RunRecord {
  readonly options: MigrationOptions;
  /** Slugs of repositories with targets whose replacement was confirmed. */
  readonly replaced: readonly (readonly [string, TargetRepository])[];
  /** Of a sync. */
  readonly sync?: { readonly reread: Reread; readonly includeSecrets: boolean };
  /** Of a migration: the digest of what else processes read when they join. */
  readonly read?: string;
}

/** Equal for two runs where a process that has joined the one may go on with the other. */
export function writeRunRecord({ options, ...others }: RunRecord): string {
  // Each process has workers of its own.
  return JSON.stringify({ options: { ...options, workers: 1 }, ...others });
}

export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** @throws `state` where it is nothing that this program has written */
export function readRunRecord(migration: string, { options: text }: SharedRun): RunRecord {
  try {
    const { options, replaced, sync } = JSON.parse(text) as Partial<RunRecord>;
    if (options !== undefined && replaced !== undefined)
      return { options, replaced, ...(sync && { sync }) };
  } catch {
    // Reported below.
  }
  throw new MigratorError('state', `Cannot read the run options of migration ${migration}`, {
    hint: 'Restart the command that started this migration.',
    retry: 'fatal',
  });
}
