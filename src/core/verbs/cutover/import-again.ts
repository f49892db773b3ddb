import { listRemoteRefs } from '../../git/mirror/refs.ts';
import { repositoryRecords } from '../../journal/repository-records.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { firstOf } from '../../kernel/format/format.ts';
import { type Seen, seeTarget } from '../../replica/apply/import/require-untouched.ts';
import { intendRenaming } from '../../replica/apply/steps/replaced/renaming-intent.ts';
import { type LeaseHandle, withLease } from '../../run/control/keep-lease.ts';
import { continueMigration } from '../migrate/migrate.ts';
import { findWork } from './rollback/find-work.ts';
import type { CutoverPlace, CutoverRepository, CutoverRun } from './run/cutover-request.ts';
import { cutoverRepositories } from './run/repositories.ts';

/**
 * Imports repositories once more from their locked sources. The targets of now are kept under other names: nobody has worked in
 * them. Interrupted at any point, `migrate --resume` continues it.
 * @throws `refused` where people have worked in a target, or a repository could not be imported
 */
export async function importAgain(
  run: CutoverRun,
  place: CutoverPlace,
  slugs: ReadonlySet<string>,
): Promise<void> {
  const { services, migration } = run;
  const { repositories } = await cutoverRepositories({ ...run, store: services.store });
  const again = repositories.filter(({ planned }) => slugs.has(planned.source));
  await withLease(services, migration.id, (lease) => startOver(run, place, { again, lease }));
  const asked = { ...run, wave: slugs, mayHaveWritten: true } as const;
  const outcome = await continueMigration(asked, { ...migration, status: 'running' });
  if (outcome.kind === 'refused') throw notBegun(run, outcome.problems);
  if (outcome.kind !== 'finished') throw new TypeError('nothing was imported');
  if (outcome.stoppedBy !== null) throw outcome.stoppedBy;
  await requireImported(run, slugs);
}

/** Looks through all targets first: where people have worked in one, nothing is begun. */
async function startOver(
  run: CutoverRun,
  place: CutoverPlace,
  { again, lease }: { again: readonly CutoverRepository[]; lease: LeaseHandle },
): Promise<void> {
  const { services, migration } = run;
  const { store } = services;
  const signal = AbortSignal.any([run.signal, lease.lost]);
  const markerKey = await services.loadMarkerKey();
  const of = { services, migration, place: { ...place, markerKey } };
  const looked: { readonly one: CutoverRepository; readonly seen: Seen }[] = [];
  for (const one of again) {
    const name = one.planned.target;
    // Before the long look: what comes while it lasts differs from this.
    const seen = await seeTarget(targetOf(run, place, { name, signal }));
    const work = await findWork({ ...of, one, name, signal });
    if (work.length > 0) throw workedOn(one, work);
    looked.push({ one, seen });
  }
  for (const { one, seen } of looked) {
    const { planned, targetId } = one;
    const records = repositoryRecords({
      ...{ store, writer: lease.writer, migration: migration.id, repository: planned.source },
    });
    const intent = { name: planned.target, wasArchived: false, isOwn: true, seen };
    await intendRenaming(records, targetId, intent);
  }
  const { settings, planText } = migration;
  const sources = again.map(({ planned }) => planned.source);
  await lease.writer.resetRepositories(sources, { settings, planText });
}

function targetOf(
  { services: { target, git } }: CutoverRun,
  { owner }: CutoverPlace,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
) {
  const targetName = { owner: owner.login, name };
  const access = target.gitAccess(targetName);
  const list = () => listRemoteRefs({ git, access, signal });
  return { target, targetName, targetRefs: { list }, signal };
}

function workedOn({ planned }: CutoverRepository, work: readonly string[]): MigratorError {
  const message = `${planned.source} changed since its import, and people have worked in ${planned.target}: ${firstOf(work, 3).join('; ')}`;
  return new MigratorError('refused', message, {
    hint: 'Importing again would lose that work. Copy it by hand, remove it on GitHub, and run the command again. Or remove the locks with --abort.',
  });
}

/** From here on the sources are locked, whatever the first problem says. */
function notBegun({ migration: { id } }: CutoverRun, problems: readonly MigratorError[]): Error {
  const [first] = problems;
  if (first === undefined) return new TypeError('no problem');
  const { code, message, hint } = first;
  return new MigratorError(code, message, {
    hint: `${hint ?? 'Fix this.'} Bitbucket stays locked. Finish the import with: migrator migrate --resume ${id}. Then run the cut-over again, or remove the locks with --abort.`,
    cause: first,
  });
}

/** @throws `refused` naming the first that could not be imported */
async function requireImported(run: CutoverRun, slugs: ReadonlySet<string>): Promise<void> {
  const states = await run.services.store.listRepositories(run.migration.id);
  const failed = states.find(({ source, status }) => slugs.has(source) && status !== 'succeeded');
  if (failed === undefined) return;
  const why = failed.failure?.message ?? failed.reason ?? failed.status;
  throw new MigratorError('refused', `${failed.source} could not be imported again: ${why}`, {
    hint: `Bitbucket stays locked. Finish it with: migrator migrate --resume ${run.migration.id}. Then run the command again, or remove the locks with --abort.`,
  });
}

/** Repositories of a cut-over with the targets that they have since an import. */
export async function withNewTargets(
  run: CutoverRun,
  all: readonly CutoverRepository[],
  slugs: ReadonlySet<string>,
): Promise<readonly CutoverRepository[]> {
  const { repositories } = await cutoverRepositories({ ...run, store: run.services.store });
  const now = new Map(repositories.map((one) => [one.planned.source, one]));
  return all.map((one) => {
    const { source } = one.planned;
    return slugs.has(source) ? (now.get(source) ?? one) : one;
  });
}
