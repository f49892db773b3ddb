import { randomUUID } from 'node:crypto';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { SharedRun } from '../../ports/state/shared-run.ts';
import type { MigrationOptions } from '../choices/options.ts';
import type { MigrationContext, MigrationServices, Sharing } from '../migration-context.ts';
import { migrationWork } from '../run/repository-work.ts';
import { runRepositories } from '../run/run-repositories.ts';
import { claimedWork } from './claimed-work.ts';
import { type Coordinate, type Coordinated, coordinate } from './coordinate.ts';
import { organizationWriter } from './organization-writer.ts';
import { writeRunRecord } from './run-record.ts';

/** A run that others may join. */
export interface RunToShare {
  readonly sharing: Sharing;
  readonly run: SharedRun;
}

/** `null` where one process works on a migration. */
export function runToShare(
  { sharing }: Pick<MigrationServices, 'sharing'>,
  options: MigrationOptions,
  replaced: ReadonlyMap<string, TargetRepository>,
): RunToShare | null {
  if (sharing === null) return null;
  const record = writeRunRecord({ options, replaced: [...replaced] });
  return { sharing, run: { id: randomUUID(), task: 'migrate', options: record } };
}

/** The right to write about the organization: that of the migration, or one that several processes take in turn. */
export function organizationWriterOf(
  shared: RunToShare | null,
  options: {
    services: MigrationServices;
    migration: { readonly id: string };
    writer: RepositoryWriter;
    signal: AbortSignal;
  },
): <T>(use: (writer: RepositoryWriter) => Promise<T>) => Promise<T> {
  const { services, migration, writer, signal } = options;
  if (shared === null) return (use) => use(writer);
  const { sharing, run } = shared;
  return organizationWriter({
    ...{ services, runs: sharing.runs, migration: migration.id, run: run.id, signal },
  });
}

/** Works through the repositories by itself, or with all processes that join. */
export function runAloneOrTogether(
  shared: RunToShare | null,
  turns: Omit<Coordinate, keyof RunToShare | 'workBy' | 'context'> & {
    readonly context: MigrationContext;
    readonly findSource: Parameters<typeof claimedWork>[2];
  },
): Promise<Coordinated> {
  const { context, findSource } = turns;
  if (shared === null) {
    return runRepositories({ ...turns, work: migrationWork(context, findSource) });
  }
  return coordinate({
    ...{ ...turns, ...shared },
    workBy: (claim) => claimedWork(context, claim, findSource),
  });
}
