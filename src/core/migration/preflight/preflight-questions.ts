import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { UserMap } from '../../users/user-map.ts';
import type { MigrationOptions } from '../choices/options.ts';
import type { MigrationServices } from '../migration-context.ts';

/** What is to be checked before anything is written. */
export interface Preflight {
  readonly services: MigrationServices;
  readonly workspace: string;
  readonly organization: string;
  /** Those that are not finished already. */
  readonly repositories: readonly PlannedRepository[];
  /** Slugs of those whose creation this migration has begun: their target may exist. */
  readonly begun: ReadonlySet<string>;
  /** Ids of targets that this migration made and now starts over, by slug. */
  readonly made: ReadonlyMap<string, string>;
  /** The newest number of ours on the target, by slug; left out where it is not known. */
  readonly newestMade: ReadonlyMap<string, number>;
  /** The state was lost: targets that hold nothing but what the source has may be ours. */
  readonly adoptsFound: boolean;
  readonly options: MigrationOptions;
  /** Whose targets have to be there. */
  readonly users: UserMap | null;
  /** Whether pull requests of any of them are migrated. */
  readonly wantsPullRequests: boolean;
  /** Whether those of one are. */
  readonly migratesPullRequests: (planned: PlannedRepository) => boolean;
  readonly signal: AbortSignal;
}
