import { writtenRecords } from '../../journal/repository-records.ts';
import { isTooOpen } from '../../plan/publication.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import { isMoreOpen, type Visibility } from '../../ports/records/repository.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { readBaseline } from '../../replica/recorded/migrated-baseline.ts';
import { openedArchived } from '../../replica/recorded/target-documents.ts';
import { type LeaseHandle, withLease } from '../../run/control/keep-lease.ts';
import type { MigrateOutcome, RunRequest } from '../../run/preflight/migrate-request.ts';
import { continueMigration } from '../migrate/migrate.ts';
import type {
  Difference,
  RepairAction,
  RepositoryFindings,
  Verification,
} from './findings/difference.ts';
import { type KnownRepository, readKnownRepository } from './findings/known-repository.ts';
import { markForRepair } from './mark-for-repair.ts';

export interface Repair
  extends Pick<RunRequest, 'services' | 'events' | 'plan' | 'options' | 'signal' | 'drain'> {
  readonly migration: Migration;
  /** Compares; done while the migration is ours, so that nobody else writes in between. */
  readonly verify: (lease: LeaseHandle) => Promise<Verification>;
}

export type RepairOutcome =
  /** There is nothing that could be mended. */
  | { readonly kind: 'nothing-to-repair'; readonly found: Verification }
  | {
      readonly kind: 'done';
      readonly found: Verification;
      readonly outcome: MigrateOutcome;
      /** Slugs of what the repair worked on, and of what it may have changed by the way; the others were equal. */
      readonly toCompare: ReadonlySet<string>;
    };

/**
 * Creates what is missing, and only that: the state is corrected, and the migration continues with its own steps.
 * Interrupted at any point, `migrate --resume` continues it.
 * @throws `state` while another process runs the migration
 */
export async function repair(run: Repair): Promise<RepairOutcome> {
  const { services, migration } = run;
  const { found, isBroken, toCompare } = await withLease(services, migration.id, async (lease) => {
    const { writer } = lease;
    const verified = await run.verify(lease);
    const broken = verified.repositories.filter((one) => repairsOf(one).length > 0);
    // A repair that was killed may have left Actions and rulesets off.
    const isBroken = broken.length > 0 || (await hasUnfinishedRepair(run));
    // First: from here on the migration counts as one that has to go on.
    if (isBroken) await writer.setStatus('paused');
    for (const one of broken) await open(run, writer, one);
    return { found: verified, isBroken, toCompare: await findToCompare(run, verified) };
  });
  if (!isBroken) return { kind: 'nothing-to-repair', found };
  const asked = { ...run, mayHaveWritten: true } as const;
  const outcome = await continueMigration(asked, { ...migration, status: 'paused' });
  return { kind: 'done', found, outcome, toCompare };
}

/** A team or ruleset of the organization may explain a difference of a repository that is not itself repaired. */
async function findToCompare(run: Repair, found: Verification): Promise<ReadonlySet<string>> {
  const differ = found.repositories.filter(
    (one) => one.unverified !== null || one.notes.length > 0 || one.differences.some(isOpen),
  );
  const unfinished = await listUnfinished(run);
  return new Set([...differ, ...unfinished].map(({ source }) => source));
}

function isOpen({ verdict }: Difference): boolean {
  return verdict === 'defect' || verdict === 'not-applied';
}

/** Lists the repositories that a resumed migration works on. */
async function listUnfinished({
  services: { store },
  migration,
}: Repair): Promise<readonly RepositoryState[]> {
  const states = await store.listRepositories(migration.id);
  return states.filter(({ status }) => status !== 'succeeded' && status !== 'skipped');
}

async function hasUnfinishedRepair(run: Repair): Promise<boolean> {
  const { services, migration } = run;
  for (const { source } of await listUnfinished(run)) {
    const { refs } = await readBaseline(services.store, migration.id, source);
    if (refs?.isPinned === true) return true;
  }
  return false;
}

function repairsOf({ differences }: RepositoryFindings): readonly RepairAction[] {
  return differences.flatMap(({ repair }) => repair ?? []);
}

async function open(
  run: Repair,
  writer: MigrationWriter,
  findings: RepositoryFindings,
): Promise<void> {
  const { services, migration, signal } = run;
  const { store, target } = services;
  const states = await store.listRepositories(migration.id);
  const state = states.find(({ source }) => source === findings.source);
  if (state === undefined) return;
  const markerKey = await services.loadMarkerKey();
  const known = await readKnownRepository({ store, migration: migration.id, state, markerKey });
  if (known === null) return;
  await markForRepair({ writer, known, repairs: repairsOf(findings) });
  const name = { owner: migration.target.organization, name: state.target, signal };
  const lookup = await target.findRepository(name);
  if (lookup.state !== 'present') return;
  // An archived one takes nothing. The settings step archives it again.
  if (lookup.repository.archived) {
    await openedArchived.save(writtenRecords(writer, state.source), true);
    await target.updateRepository({ ...name, archived: false });
  }
  const { visibility } = lookup.repository;
  const wanted = known.baseline.settings?.visibility ?? null;
  if (wanted === null || !isMoreOpen(visibility, wanted)) return;
  // People decide who sees it.
  if (!(await showsPrivate(run, known, visibility))) return;
  // At once: what was made public by mistake is not to stay so while the rest is mended. The settings step opens, and looks
  // at the source before.
  await target.updateRepository({ ...name, visibility: wanted });
}

async function showsPrivate(
  { services: { source }, plan, signal }: Repair,
  { state }: KnownRepository,
  visibility: Visibility,
): Promise<boolean> {
  const planned = plan.repositories.find((one) => one.source === state.source);
  if (planned === undefined) return false;
  const { workspace } = plan.source;
  const found = await source.findRepository({ workspace, slug: state.source, signal });
  return isTooOpen(visibility, planned, found);
}
