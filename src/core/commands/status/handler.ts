import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { foldLines, tableLines } from '../../kernel/fold-lines.ts';
import { count, formatDate } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Migration, RepositoryState } from '../../ports/records/migration.ts';
import type { MigrationOverview, Store } from '../../ports/store.ts';
import type { SyncRecord } from '../../replica/recorded/sync-record.ts';
import { failureText, retryAdvice } from '../../report/failure-lines.ts';
import type { Theme } from '../../report/reporter.ts';
import { migrationWord, skipReason, statusWord } from '../../report/status-words.ts';
import type { HandlerInput } from '../command-program.ts';

interface StatusFlags {
  readonly list: boolean;
  readonly migration: string | undefined;
  /** The source slug of the one to show with steps and pull requests. */
  readonly repository?: string | undefined;
  readonly watch?: boolean;
  readonly json: boolean;
  readonly config: string | undefined;
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
  if (flags.list && isOne) throw wrong('status takes --list or --migration, not both');
  if (flags.repository !== undefined && !isOne)
    throw wrong('status --repository needs --migration');
  const store = await program.openStore({ program, config: flags.config });
  try {
    const code = await watched(store, options);
    if (code !== exitCodes.done) return code;
    const columns = program.stdout.columns ?? null;
    const text =
      flags.migration === undefined
        ? await list(store, { json: flags.json, columns })
        : await one(store, { ...flags, migration: flags.migration, columns, program });
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

interface Shape {
  readonly json: boolean;
  /** Of the terminal. */
  readonly columns: number | null;
}

async function list(store: Store, { json, columns }: Shape): Promise<string> {
  const migrations = await Promise.all(
    (await store.listMigrations()).map(async (migration) => ({
      ...migration,
      status: await shownStatus(store, migration),
    })),
  );
  if (json) {
    const overviews = migrations.map((one) => ({ ...facts(one), counts: one.counts }));
    return jsonLine({ type: 'status-list', migrations: overviews });
  }
  if (migrations.length === 0) return 'No migrations yet.\n';
  return `${tableLines(migrations.map(overviewCells), columns).join('\n')}\n`;
}

async function one(
  store: Store,
  options: StatusFlags & Shape & { migration: string; program: HandlerInput<unknown>['program'] },
): Promise<string> {
  const { migration: id, repository, json, columns, program } = options;
  const found = await store.findMigration(id);
  if (found === null) {
    throw new MigratorError('state', `No migration ${safe(id)}`, {
      hint: 'List all migrations with: migrator status --list',
    });
  }
  if (repository !== undefined) {
    // Loaded here, because it needs a parser.
    const { showRepository } = await import('./repository-output.ts');
    return showRepository({ store, migration: found, repository, json, columns });
  }
  const migration = { ...found, status: await shownStatus(store, found) };
  const repositories = await withSyncs(store, id, await store.listRepositories(id));
  const limit = migration.status === 'running' ? await limitOf(store, id, program) : null;
  if (json) {
    const limited = limit === null ? {} : { limited_by: limit };
    const all = repositories.map(repositoryFacts);
    return jsonLine({ type: 'status', ...facts(migration), ...limited, repositories: all });
  }
  const { source, target, createdAt } = migration;
  const lines = [
    `${migration.id}  ${migrationWord(migration.status)}`,
    `${safe(source.workspace)} -> ${safe(target.organization)}, started ${formatDate(createdAt)}`,
    ...(limit === null ? [] : [`limited by: ${safe(limit)}`]),
    ...lastSyncLines(repositories),
    '',
    ...tableLines(
      repositories.map((one) => repositoryCells(one, migration.status)),
      columns,
    ),
    ...(isOpen(migration.status) ? ['', `Resume:  migrator migrate --resume ${id}`] : []),
  ];
  return `${foldLines(lines, columns).join('\n')}\n`;
}

/** Loaded here, because it needs a parser. */
async function limitOf(
  store: Store,
  migration: string,
  program: HandlerInput<unknown>['program'],
): Promise<string | null> {
  const { readLimit } = await import('./read-limit.ts');
  return readLimit({ store, migration, program });
}

interface SyncedState extends RepositoryState {
  /** `null`: it was never synced. */
  readonly sync: SyncRecord | null;
}

async function withSyncs(
  store: Store,
  migration: string,
  repositories: readonly RepositoryState[],
): Promise<readonly SyncedState[]> {
  // Loaded here: the list of migrations does without it.
  const { findSyncRecord } = await import('../../replica/recorded/sync-record.ts');
  const synced: SyncedState[] = [];
  for (const one of repositories) {
    synced.push({ ...one, sync: await findSyncRecord(store, migration, one.source) });
  }
  return synced;
}

function lastSyncLines(repositories: readonly SyncedState[]): readonly string[] {
  const records = repositories.flatMap(({ sync }) => sync ?? []);
  if (records.length === 0) return [];
  const last = formatDate(Math.max(...records.map(({ triedAt }) => triedAt)));
  const open = records.filter(({ outcome }) => outcome === 'partly' || outcome === 'failed').length;
  return [`Last synced ${last}${open === 0 ? '' : `, ${open} not completely`}`];
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

function overviewCells(migration: Shown<MigrationOverview>): readonly string[] {
  const { counts, source, target, createdAt } = migration;
  const { succeeded, skipped, failed, pending, running, waiting } = counts;
  const total = succeeded + skipped + failed + pending + running + waiting;
  // Nothing of it runs any more.
  const begun =
    migration.status === 'interrupted' ? { interrupted: running + waiting } : { running, waiting };
  const others = Object.entries({ skipped, failed, ...begun, queued: pending })
    .filter(([, many]) => many > 0)
    .map(([word, many]) => `, ${many} ${word}`);
  return [
    migration.id,
    migrationWord(migration.status),
    formatDate(createdAt),
    `${safe(source.workspace)} -> ${safe(target.organization)}`,
    `${succeeded} of ${total} done${others.join('')}`,
  ];
}

function repositoryCells(repository: SyncedState, run: ShownStatus): readonly string[] {
  const { source, target, status, refs, failure, reason, sync } = repository;
  const isBegun = status === 'running' || status === 'waiting';
  const name = source === target ? safe(source) : `${safe(source)} -> ${safe(target)}`;
  const first = [run === 'interrupted' && isBegun ? run : statusWord(status), name];
  if (failure !== null) {
    const hint = failure.hint === null ? '' : ` ${safe(failure.hint)}`;
    return [...first, `${failureText(failure)} (${retryAdvice(failure)}).${hint}`];
  }
  if (reason !== null) return [...first, safe(skipReason(reason))];
  const many = refs === null ? '' : count(refs, 'ref');
  return sync === null ? [...first, many] : [...first, many, syncCell(sync)];
}

function syncCell({ outcome, syncedAt, reason }: SyncRecord): string {
  const last = syncedAt === null ? 'never synced' : `synced ${formatDate(syncedAt)}`;
  if (outcome === 'synced') return last;
  const why = reason === null ? 'some changes were skipped' : safe(reason);
  return `${last}; last sync ${outcome}: ${why}`;
}

/** Without the plan's text, which is long. */
function facts({ id, status, source, target, createdAt, updatedAt }: Shown<Migration>): object {
  const times = { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
  return { migration: id, status, source, target, ...times };
}

function repositoryFacts({ startedAt, finishedAt, sync, ...repository }: SyncedState): object {
  return {
    ...repository,
    sync: sync && {
      outcome: sync.outcome,
      reason: sync.reason,
      syncedAt: sync.syncedAt === null ? null : isoTime(sync.syncedAt),
      triedAt: isoTime(sync.triedAt),
    },
    startedAt: startedAt === null ? null : isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
