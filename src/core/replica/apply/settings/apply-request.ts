import type { Plan } from '../../../plan/plan-schema.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { OnPhaseProgress } from '../../../report/phase-progress.ts';
import type { SettingsChoice } from '../../../settings/applying/apply-context.ts';
import type { SettingOutcome } from '../../../settings/applying/setting-outcome.ts';
import type { MigrationServices } from '../../context/migration-context.ts';

export interface ApplyMigration {
  readonly services: MigrationServices;
  readonly migration: Migration;
  /** Of the migration, perhaps edited since. */
  readonly plan: Plan;
  readonly planText: string;
  readonly choice: SettingsChoice;
  readonly dryRun: boolean;
  readonly onRepository: (result: RepositorySettingsResult) => void;
  /** Gets what begins and ends in between; left out: nobody looks. */
  readonly onProgress?: OnPhaseProgress;
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new. */
  readonly drain: AbortSignal;
}

/** Describes what became of one repository's settings. */
export interface RepositorySettingsResult {
  /** The source slug. */
  readonly source: string;
  readonly target: string;
  /** Why nothing was looked at; `null` otherwise. */
  readonly skipped: string | null;
  readonly settings: readonly SettingOutcome[];
}
