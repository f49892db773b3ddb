import { MigratorError } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { tableLines } from '../../kernel/fold-lines.ts';
import { formatDate } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { type Palette, terminalStyles } from '../../kernel/format/palette.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { MigrationOverview, Store } from '../../ports/store.ts';
import { follows } from '../../replica/apply/guard/list-unfinished.ts';
import { migrationWord, waitsForCutover } from '../../report/status-words.ts';
import type { CommandProgram, HandlerInput } from '../command-program.ts';
import { isoTime, migrationFacts, type Shown, shownStatus } from './migration-facts.ts';
import type { StatusFlags } from './show-migration.ts';

/** `migrator status`: what the state holds. */
export async function showStatus({ flags, program }: HandlerInput<StatusFlags>): Promise<ExitCode> {
  const { list, watch = false, migration, repository } = flags;
  if (watch && (list || repository !== undefined))
    throw wrong('status --watch shows one migration: combine it only with --migration');
  if (list && migration !== undefined) throw wrong('status takes --list or --migration, not both');
  if (repository !== undefined && migration === undefined)
    throw wrong('status --repository needs --migration');
  const store = await program.openStore({ program, config: flags.config });
  try {
    if (migration === undefined && !watch) {
      program.stdout.write(await listText(store, flags, program));
      return exitCodes.done;
    }
    // Loaded here: the list of migrations does without it.
    const { showMigration } = await import('./show-migration.ts');
    return await showMigration({ store, flags, program });
  } finally {
    await store.close();
  }
}

function wrong(message: string): MigratorError {
  return new MigratorError('usage', message, { hint: 'See migrator status --help.' });
}

async function listText(
  store: Store,
  { json, plain = false, color = true }: StatusFlags,
  program: CommandProgram,
): Promise<string> {
  const { stdout, environment } = program;
  const migrations = await Promise.all(
    (await store.listMigrations()).map(async (migration) => ({
      ...migration,
      status: await shownStatus(store, migration),
      ...(await reachedBy(store, migration, await percentOf(store, migration, program))),
    })),
  );
  if (json) {
    const overviews = migrations.map((one) => {
      const { percent, counts, reached, stage, targets, lockedSince } = one;
      const far = { reached, stage, targets, lockedSince };
      return { ...migrationFacts(one), percent, counts, ...far };
    });
    return jsonLine({ type: 'status-list', migrations: overviews });
  }
  if (migrations.length === 0)
    return 'No migrations yet.\nNext: migrator discover --workspace <workspace> --output inventory.json\n';
  const colors = terminalStyles(stdout, { environment, plain, color });
  const rows = migrations.map((one) => overviewCells(one, colors));
  return `${tableLines(rows, stdout.columns ?? null).join('\n')}\n`;
}

/** Loaded here: without migrations nothing needs it. */
async function reachedBy(store: Store, migration: MigrationOverview, percent: number) {
  const reached = await import('../../verbs/cutover/targets-reached.ts');
  const { lastChange, onTargetText, readTargetsReached, reachedText, stageOf } = reached;
  const { unfinishedText } = await import('../../verbs/cutover/halfway.ts');
  const { targets, changedAt, lockedSince } = await readTargetsReached(store, migration.id);
  const of = { isCompleted: migration.status === 'completed', follows: follows(migration) };
  return {
    reached: reachedText(targets),
    stage: stageOf(targets, of),
    updatedAt: lastChange(migration, { changedAt }),
    percent: reached.withoutRolledBack(percent, targets),
    targets,
    lockedSince: lockedSince === null ? null : isoTime(lockedSince),
    onTarget: onTargetText(targets),
    halfway: unfinishedText(targets, lockedSince),
  };
}

/** The percentage that the migration shows by itself. */
async function percentOf(
  store: Store,
  { id, status, counts }: MigrationOverview,
  program: CommandProgram,
): Promise<number> {
  const { failed, pending, running, waiting } = counts;
  if (status === 'completed' || failed + pending + running + waiting === 0) return 100;
  // Loaded here: migrations that are through do without it.
  const { readPercent } = await import('./read-run.ts');
  return readPercent(store, id, program);
}

function overviewCells(
  migration: Shown<MigrationOverview> &
    Record<'reached' | 'onTarget' | 'halfway', string | null> & { readonly percent: number },
  colors: Palette,
): readonly string[] {
  const { counts, source, target, createdAt, status, reached, onTarget, halfway } = migration;
  const { succeeded, skipped, failed, pending, running, waiting } = counts;
  const total = succeeded + skipped + failed + pending + running + waiting;
  // Nothing of it runs any more.
  const begun =
    status === 'interrupted' ? { interrupted: running + waiting } : { running, waiting };
  const others = Object.entries({ skipped, failed, ...begun, queued: pending })
    .filter(([, many]) => many > 0)
    .map(([word, many]) => `, ${many} ${word}`);
  const waits = status === 'completed' && reached === null && follows(migration);
  const state = `${migrationWord(status)}${waits ? waitsForCutover : ''}`;
  const word = reached ?? (waits && halfway !== null ? halfway : state);
  return [
    colors.accent(migration.id),
    status === 'completed' && onTarget === null && !waits
      ? colors.good(word)
      : status === 'completed_with_failures'
        ? colors.bad(word)
        : word,
    formatDate(createdAt),
    `${safe(source.workspace)} -> ${safe(target.organization)}`,
    `${migration.percent}%`,
    `${onTarget ?? `${succeeded} of ${total} done`}${others.join('')}`,
  ];
}
