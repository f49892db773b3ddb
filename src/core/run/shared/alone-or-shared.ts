import { randomUUID } from 'node:crypto';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type {
  MigrationContext,
  MigrationServices,
  Sharing,
} from '../../replica/context/migration-context.ts';
import { noTaskOptions } from '../../work/shared-queue.ts';
import { type OpenContext, openContext } from '../control/open-context.ts';
import { migrationWork, type RepositoryWork } from '../repositories/repository-work.ts';
import { runRepositories } from '../repositories/run-repositories.ts';
import { claimedWork } from './claimed-work.ts';
import { type LeadRepositories, type Led, leadRepositories } from './lead-repositories.ts';
import { organizationWriter } from './organization-writer.ts';
import { migratedOutcomes } from './other-processes/run-outcomes.ts';
import { type RunRecord, writeRunRecord } from './run-record.ts';

/** A run that others may join. */
export interface RunToShare {
  readonly sharing: Sharing;
  readonly run: SharedRun;
}

/**
 * `null` where one process works on a migration.
 * @param earlier what others may have joined: one that goes on as before is the same run, so that they need not leave it, which
 *   each could with its longest repository only
 */
export function runToShare(
  { sharing }: Pick<MigrationServices, 'sharing'>,
  task: SharedRun['task'],
  record: RunRecord,
  earlier: SharedRun | null = null,
): RunToShare | null {
  if (sharing === null) return null;
  const options = writeRunRecord(record);
  const isSame = earlier?.task === task && earlier.options === options;
  return { sharing, run: { id: isSame ? earlier.id : randomUUID(), task, options } };
}

/** Opens the context of a run that this process leads: it writes about the organization as the migration, or in turn with others. */
export async function contextOfRun(
  shared: RunToShare | null,
  { writer, ...given }: Omit<OpenContext, 'withWriter'> & { readonly writer: RepositoryWriter },
): Promise<MigrationContext> {
  const { services, migration, signal } = given;
  const withWriter: OpenContext['withWriter'] =
    shared === null
      ? (use) => use(writer)
      : organizationWriter({
          ...{ services, runs: shared.sharing.runs, signal },
          ...{ migration: migration.id, run: shared.run.id },
        });
  return { ...(await openContext({ ...given, withWriter })), writer };
}

type SharedParts = Pick<LeadRepositories, 'workBy' | 'outcomes' | 'decide'>;

export interface AloneOrShared
  extends Omit<LeadRepositories, keyof RunToShare | keyof SharedParts> {
  readonly alone: () => RepositoryWork;
  readonly shared: (run: RunToShare) => SharedParts;
}

/** Works through the repositories by itself, or with all processes that join. */
export function runAloneOrShared(
  run: RunToShare | null,
  { alone, shared, ...work }: AloneOrShared,
): Promise<Led> {
  if (run === null) return runRepositories({ ...work, work: alone() });
  return leadRepositories({ ...work, ...run, ...shared(run) });
}

/** How repositories are migrated by this process, or by several. */
export function migrating(
  work: Pick<LeadRepositories, 'since' | 'isOwn'> & {
    readonly context: MigrationContext;
    readonly findSource: Parameters<typeof claimedWork>[2];
  },
): Pick<AloneOrShared, 'alone' | 'shared'> {
  const { context, findSource } = work;
  const { store, migration } = context;
  return {
    alone: () => migrationWork(context, findSource),
    shared: ({ sharing: { runs } }) => ({
      outcomes: migratedOutcomes({ ...work, store, runs, migration }),
      decide: () => noTaskOptions,
      workBy: (claim) => claimedWork(context, claim, findSource),
    }),
  };
}
