import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { MigrationContext } from '../migration-context.ts';
import type { PreflightResult } from '../preflight/preflight.ts';

export interface RunRepositories extends Pick<PreflightResult, 'sources' | 'existing'> {
  readonly context: MigrationContext;
  readonly repositories: readonly PlannedRepository[];
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end the running repositories after their step. */
  readonly drain: AbortSignal;
}
