import type { MigrationOptions } from '../../choices/options.ts';
import type { AcceptedCheck, PlannedRepository } from '../../plan/plan-schema.ts';
import type { ArchiveFormat } from '../../ports/target-importer.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import type { UserMap } from '../../users/user-map.ts';
import type { Pending } from '../repositories/pending-repositories.ts';

/** Describes what is to be checked before anything is written. */
export interface Preflight extends Omit<Pending, 'unfinished'> {
  readonly services: MigrationServices;
  readonly workspace: string;
  readonly organization: string;
  /** The state was lost: targets that hold nothing but what the source has may be ours. */
  readonly adoptsFound: boolean;
  readonly options: MigrationOptions;
  /** Users whose accounts on the target must exist. */
  readonly users: UserMap | null;
  /** True if pull requests of any of them are migrated. */
  readonly wantsPullRequests: boolean;
  /** Tells which repositories the target's importer creates. */
  readonly imports: (planned: PlannedRepository) => boolean;
  /** Slugs of those whose large files are rewritten. */
  readonly rewritten: ReadonlySet<string>;
  readonly archiveFormat: ArchiveFormat;
  /** Targets stay closed until the cut-over. */
  readonly follow: boolean;
  readonly migratesPullRequests: (planned: PlannedRepository) => boolean;
  /** Problems that the plan accepts. */
  readonly accept: readonly AcceptedCheck[];
  /** Part of a command that may have written something already; left out: none. */
  readonly mayHaveWritten?: true;
  readonly signal: AbortSignal;
}
