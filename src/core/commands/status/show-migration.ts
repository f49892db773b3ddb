import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Store } from '../../ports/store.ts';
import { follows } from '../../replica/apply/guard/list-unfinished.ts';
import { countRecords } from '../../replica/recorded/pull-requests/pull-request-record.ts';
import { findSyncRecord } from '../../replica/recorded/sync-record.ts';
import { pageOf, pageText } from '../../report/page.ts';
import type { Theme } from '../../report/reporter.ts';
import type { RunState } from '../../report/run/run-state.ts';
import { toDosOf } from '../../report/summary/to-dos.ts';
import { lastChange, readTargetsReached } from '../../verbs/cutover/targets-reached.ts';
import type { CommandProgram } from '../command-program.ts';
import { readLeftToDo } from '../left-to-do.ts';
import { newestMigration } from '../newest-migration.ts';
import { withSameConfig } from '../next-step.ts';
import { shownStatus } from './migration-facts.ts';
import { migrationLines } from './migration-lines.ts';
import { migrationReport, type Written } from './migration-report.ts';
import { readRun } from './read-run.ts';

export interface StatusFlags {
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

/** `status --migration`: one migration, or one repository of it; with --watch after the end of its run. */
export async function showMigration(options: {
  store: Store;
  flags: StatusFlags;
  program: CommandProgram;
}): Promise<ExitCode> {
  const { store, flags, program } = options;
  const { json, repository, watch = false, plain = false, color = true } = flags;
  const id = flags.migration ?? (await newestMigration(store));
  if ((await store.findMigration(id)) === null) throw unknown(id);
  if (watch) {
    const { watchStatus } = await import('./watch-handler.ts');
    const watched = { store, migration: id, flags: { ...flags, plain, color }, program };
    const code = await watchStatus(watched);
    if (code !== exitCodes.done) return code;
  }
  // Again, because it may have ended in the meantime.
  const migration = await store.findMigration(id);
  if (migration === null) throw unknown(id);
  const page = pageOf(program.stdout, flags, program);
  if (repository !== undefined) {
    const { showRepository } = await import('./repository-output.ts');
    const { columns } = page;
    program.stdout.write(await showRepository({ store, migration, repository, json, columns }));
    return exitCodes.done;
  }
  const now = program.clock.now();
  const { run, isOver } = await readRun(store, id, program);
  const repositories = await Promise.all(
    (await store.listRepositories(id)).map(async (one) => ({
      ...one,
      sync: await findSyncRecord(store, id, one.source),
    })),
  );
  const { targets, changedAt, rolledBackSources, lockedSince } = await readTargetsReached(
    store,
    id,
  );
  const updatedAt = lastChange(migration, { changedAt });
  const shown = { ...migration, status: await shownStatus(store, migration), updatedAt };
  const isMeant = (source: string) => !rolledBackSources.has(source);
  const left = isOver ? await readLeftToDo(store, { migration: id, run, isMeant }) : null;
  const written = await writtenBefore(store, id, run);
  const report = migrationReport({
    ...{ migration: shown, repositories, run, targets, rolledBackSources, written, isOver, now },
    ...{ lockedSince, follows: follows(migration) },
    ...(left !== null && { toDos: toDosOf(left, null) }),
  });
  program.stdout.write(
    json
      ? jsonLine({ type: 'status', ...report })
      : pageText(
          page,
          withSameConfig(
            migrationLines(report, page, { follows: follows(migration) }),
            flags.config,
          ),
        ),
  );
  return exitCodes.done;
}

/** Counts the pull requests of repositories that the last run did not touch: its events do not tell of them. */
async function writtenBefore(store: Store, id: string, run: RunState): Promise<Written> {
  const all = [...run.repositories.values()].filter(
    ({ pullRequests, status }) => pullRequests === null && status === 'succeeded',
  );
  const counts = all.map(async ({ source }) => {
    const rows = await store.listObjects(id, source, 'pull-request');
    const arrived = countRecords(rows.filter(({ targetId }) => targetId !== null));
    return [source, { total: arrived.own, comments: arrived.comments }] as const;
  });
  return new Map(await Promise.all(counts));
}

function unknown(id: string): MigratorError {
  return new MigratorError('state', `No migration ${safe(id)}`, {
    hint: 'List all migrations with: migrator status --list',
  });
}
