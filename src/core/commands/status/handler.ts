import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { count } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../ports/store.ts';
import { retryAdvice } from '../../report/failure-lines.ts';
import type { Theme } from '../../report/reporter.ts';
import { skipReason } from '../../report/skip-reason.ts';
import { SqliteStore } from '../../state/sqlite/sqlite-store.ts';
import { stateFolder } from '../../state/state-folder.ts';
import type { HandlerInput } from '../command-program.ts';

interface StatusFlags {
  readonly list: boolean;
  readonly migration: string | undefined;
  /** The source slug of the one to show with steps and pull requests. */
  readonly repository?: string | undefined;
  readonly watch?: boolean;
  readonly json: boolean;
  readonly plain?: boolean;
  readonly color?: boolean;
  readonly theme?: Theme | undefined;
}

/** `migrator status`: what the state holds. */
export async function showStatus(options: HandlerInput<StatusFlags>): Promise<ExitCode> {
  const { flags, program } = options;
  if (flags.watch === true && (flags.migration === undefined || flags.repository !== undefined)) {
    throw wrong('status --watch needs --migration, and nothing else');
  }
  const isOne = flags.migration !== undefined;
  if (flags.list === isOne || (flags.list && flags.repository !== undefined))
    throw wrong('status needs either --list or --migration');
  const store = new SqliteStore({ ...program, stateFolder: stateFolder(program) });
  try {
    const code = await watched(store, options);
    if (code !== exitCodes.done) return code;
    const text =
      flags.migration === undefined
        ? await list(store, flags.json)
        : await one(store, { ...flags, migration: flags.migration });
    program.stdout.write(text);
    return exitCodes.done;
  } finally {
    await store.close();
  }
}

function wrong(message: string): MigratorError {
  return new MigratorError('usage', message, { hint: 'See migrator status --help.' });
}

/** With --watch: waits for the end of the migration. */
async function watched(
  store: Store,
  { flags, program }: HandlerInput<StatusFlags>,
): Promise<ExitCode> {
  const { migration, watch = false, plain = false, color = true } = flags;
  if (!watch || migration === undefined || (await store.findMigration(migration)) === null) {
    return exitCodes.done;
  }
  const { watchStatus } = await import('./watch-handler.ts');
  return watchStatus({ store, migration, flags: { ...flags, plain, color }, program });
}

async function list(store: Store, json: boolean): Promise<string> {
  const migrations = await Promise.all(
    (await store.listMigrations()).map(async (migration) => ({
      ...migration,
      status: await shownStatus(store, migration),
    })),
  );
  if (json) {
    const overviews = migrations.map((one) => ({ ...facts(one), counts: one.counts }));
    return jsonLine({ migrations: overviews });
  }
  if (migrations.length === 0) return 'No migrations yet.\n';
  return migrations.map((migration) => `${overviewLine(migration)}\n`).join('');
}

async function one(
  store: Store,
  { migration: id, repository, json }: StatusFlags & { migration: string },
): Promise<string> {
  const found = await store.findMigration(id);
  if (found === null) {
    throw new MigratorError('state', `No migration ${safe(id)}`, {
      hint: 'List all migrations with: migrator status --list',
    });
  }
  if (repository !== undefined) {
    // Loaded here, because it needs a parser.
    const { showRepository } = await import('./repository-output.ts');
    return showRepository({ store, migration: found, repository, json });
  }
  const migration = { ...found, status: await shownStatus(store, found) };
  const repositories = await store.listRepositories(id);
  if (json)
    return jsonLine({ ...facts(migration), repositories: repositories.map(repositoryFacts) });
  const width = Math.max(0, ...repositories.map(({ source }) => safe(source).length));
  const lines = [
    `${migration.id}  ${migration.status}`,
    `from ${safe(migration.source.workspace)} to ${safe(migration.target.organization)}, started ${isoTime(migration.createdAt)}`,
    '',
    ...repositories.flatMap((repository) => repositoryLines(repository, width)),
    ...(isOpen(migration.status) ? ['', `Resume:  migrator migrate --resume ${id}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** `interrupted`: its process was killed. */
type ShownStatus = Migration['status'] | 'interrupted';

async function shownStatus(store: Store, { id, status }: Migration): Promise<ShownStatus> {
  return status === 'running' && (await store.findHolder(id)) === null ? 'interrupted' : status;
}

function isOpen(status: ShownStatus): boolean {
  return status === 'interrupted' || status === 'paused' || status === 'completed_with_failures';
}

type Shown<T> = Omit<T, 'status'> & { readonly status: ShownStatus };

function overviewLine(migration: Shown<MigrationOverview>): string {
  const { succeeded, skipped, failed, pending, running, waiting } = migration.counts;
  const open = pending + running + waiting;
  const counts = `${succeeded} succeeded, ${skipped} skipped, ${failed} failed, ${open} open`;
  const where = `${safe(migration.source.workspace)} -> ${safe(migration.target.organization)}`;
  return `${migration.id}  ${migration.status.padEnd(23)}  ${isoTime(migration.createdAt)}  ${where}  ${counts}`;
}

function repositoryLines(repository: RepositoryState, width: number): string[] {
  const { source, target, status, refs, failure, reason } = repository;
  const detail =
    failure?.message ??
    (reason === null ? null : skipReason(reason)) ??
    (refs === null ? '' : count(refs, 'ref'));
  const line = `${status.padEnd(9)}  ${safe(source).padEnd(width)}  ->  ${safe(target)}  ${safe(detail)}`;
  if (failure === null) return [line.trimEnd()];
  const advice = failure.hint === null ? '' : ` ${safe(failure.hint)}`;
  return [line, `           ${retryAdvice(failure)}.${advice}`];
}

/** Without the plan's text, which is long. */
function facts({ id, status, source, target, createdAt, updatedAt }: Shown<Migration>): object {
  const times = { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
  return { migration: id, status, source, target, ...times };
}

function repositoryFacts({ startedAt, finishedAt, ...repository }: RepositoryState): object {
  return {
    ...repository,
    startedAt: startedAt === null ? null : isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
