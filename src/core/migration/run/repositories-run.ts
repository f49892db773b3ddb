import type { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { RunCounts } from '../../ports/events.ts';
import type { SourceRepository, TargetRepository } from '../../ports/records/repository.ts';
import type { MigrationContext } from '../migration-context.ts';

export interface RunRepositories {
  readonly context: MigrationContext;
  readonly repositories: readonly PlannedRepository[];
  readonly sources: ReadonlyMap<string, SourceRepository>;
  /** To be left as they are, by slug. */
  readonly existing: ReadonlyMap<string, TargetRepository>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end the running repositories after their step. */
  readonly drain: AbortSignal;
}

export interface RepositoriesOutcome {
  readonly counts: RunCounts;
  /** Why the run ended before all repositories had their turn. */
  readonly stoppedBy: MigratorError | null;
}
