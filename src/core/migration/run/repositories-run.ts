import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { MigrationContext } from '../migration-context.ts';
import type { RepositoryWork } from './repository-work.ts';

export interface RunRepositories {
  readonly context: MigrationContext;
  readonly work: RepositoryWork;
  readonly repositories: readonly PlannedRepository[];
  /** Those that are skipped, by slug. */
  readonly skipped: ReadonlyMap<string, SkippedRepository>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end the running repositories after their step. */
  readonly drain: AbortSignal;
}

export interface SkippedRepository {
  readonly reason: string;
  /** Of the target. */
  readonly webUrl: string | null;
}
