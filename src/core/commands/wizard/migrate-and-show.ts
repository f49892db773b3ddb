import { type ExitCode, exitCodes } from '../../kernel/exit-codes.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import type { AppFlags } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { runMigrate } from '../migrate/handler.ts';
import { showResult } from '../result/handler.ts';
import type { RunResult } from '../run-result.ts';

type RunMigrate = Parameters<typeof runMigrate>[0];

interface MigrateAndShow {
  readonly program: CommandProgram;
  readonly flags: AppFlags;
  /** For files; empty: the current one. */
  readonly folder: string;
  readonly isDemo: boolean;
  /** Writes a command so that another terminal finds this migration; left out where it needs nothing else. */
  readonly typed?: (command: string) => string;
  /** Pages that show a pull request next to its original, of hosts that have such. */
  readonly pullRequestPages?: () => Promise<ReadonlyMap<string, string>>;
  /** Command line that does the same. */
  readonly commandLine: string | null;
  readonly run: Omit<RunMigrate, 'program' | 'onEnded'>;
  /** The plan has every repository of the workspace. */
  readonly isWhole: boolean;
}

type Ended = Parameters<NonNullable<RunMigrate['onEnded']>>[0];

/**
 * Migrates, and shows the result until the person leaves it; then the summary stays on the terminal. A retry resumes the
 * migration, and shows its result again.
 */
export async function migrateAndShow(options: MigrateAndShow): Promise<ExitCode> {
  const { program, flags, folder, run, isDemo, typed = asIs } = options;
  const ended: Ended[] = [];
  const isShown = program.openResultView !== null && !flags.plain;
  const onEnded = isShown ? (one: Ended) => void ended.push(one) : undefined;
  const exitCode = await runMigrate({ ...run, program, onEnded });
  const [one] = ended;
  if (one === undefined) return exitCode;
  let last: 'left' | 'retry' = 'left';
  let seen: Parameters<Ended['summarize']>[0] = { ...one, hasReport: false };
  try {
    if (one.wasLive && exitCode !== exitCodes.interrupted) {
      // A report outlives the demo: it goes into the person's folder.
      const folders = { folder, reportFolder: isDemo ? '' : folder };
      const result = await resultOf(one, options);
      const shown = { program, flags, ...folders, typed, result };
      const { end, result: left } = await showResult(shown);
      last = end;
      // A report that was written on the screen has a seal of its own, and after a cut-over none follows.
      seen = { check: left.check, follows: left.follows, hasReport: left.report !== null };
    }
  } finally {
    if (last === 'left') writeLines(program.stdout, one.summarize(seen));
  }
  if (last === 'left' || one.run.migration === null) return exitCode;
  const resumed = { ...run.flags, plan: undefined, resume: one.run.migration };
  return migrateAndShow({ ...options, run: { ...run, flags: resumed } });
}

const asIs = (command: string) => command;

async function resultOf(
  { run, check, left, exitCode, webUrl, follows }: Ended,
  options: MigrateAndShow,
): Promise<RunResult> {
  const { commandLine, isWhole, typed = asIs } = options;
  return {
    ...{ run, check, left, exitCode, webUrl, follows, commandLine, isWhole },
    statusCommand: typed(`migrator status --migration ${run.migration ?? ''}`),
    plan: options.run.flags.plan ?? null,
    pullRequestPages: (await options.pullRequestPages?.()) ?? new Map<string, string>(),
    report: null,
    notice: null,
  };
}
