import { join } from 'node:path';
import { type MigratorError, toFailure } from '../../kernel/errors.ts';
import { type ExitCode, exitCodes, worstExitCode } from '../../kernel/exit-codes.ts';
import { foldLines, tableLines } from '../../kernel/fold-lines.ts';
import { count, formatBytes } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { acceptedText } from '../../plan/judgements.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { storedOptions } from '../../replica/context/stored-plan.ts';
import { problemLines } from '../../report/failure-lines.ts';
import { groupProblems } from '../../report/group-problems.ts';
import {
  forecastLines,
  limitedByLines,
  repositoryForecastLines,
} from '../../report/lines/forecast-lines.ts';
import { amountText, importedText } from '../../report/lines/imported-text.ts';
import { settingsLines } from '../../report/lines/settings-lines.ts';
import type { EndCheck } from '../../report/proof.ts';
import { migrationWord } from '../../report/status-words.ts';
import type { MigrateOutcome } from '../../run/preflight/migrate-request.ts';
import { namesCostText } from '../../run/preflight/names-to-rewrite.ts';
import { type DryRunResult, dryRunResult } from '../../verbs/migrate/dry-run/dry-run-result.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';
import { workersGoOnText } from './workers-go-on.ts';

/** Writes the outcome of a run as lines or JSON. */
export function reportOutcome(ended: {
  app: App;
  program: CommandProgram;
  outcome: MigrateOutcome;
  plan: Plan;
  summary: readonly string[];
  /** Suggests the next commands. */
  saysMore: boolean;
  /** The comparison that followed. */
  check: EndCheck | null;
  /** A rollback has taken everything away that the migration created. */
  isRolledBack: boolean;
}): ExitCode {
  const { app, program, outcome, plan } = ended;
  const isJson = app.output.mode === 'json';
  const print = (lines: readonly string[]) => {
    if (isJson) return;
    const folded = foldLines(lines, program.stdout.columns ?? null);
    program.stdout.write(folded.map((line) => `${line}\n`).join(''));
  };
  switch (outcome.kind) {
    case 'refused':
      return reportProblems(ended, outcome.problems);
    case 'dry-run': {
      const result = dryRunResult({ ...outcome, plan });
      if (isJson) program.stdout.write(jsonLine(result));
      const { workspace } = plan.source;
      print(dryRunLines(result, program.stdout.columns ?? null, workspace));
      return reportProblems(ended, outcome.preflight.problems);
    }
    case 'nothing-to-do': {
      const { id, status } = outcome.migration;
      const why = outcome.isOtherMap
        ? 'no pull requests have names that the user map could change'
        : 'nothing was changed';
      const kept = storedOptions(outcome.migration);
      const over = '--reset-repo NAME starts one repository over.';
      const hint =
        kept.export !== null
          ? `${over} To import its archives, see: ${join(kept.export, `runbook-${id}.md`)}`
          : `${over} Compare everything with: migrator verify --migration ${id}`;
      if (ended.isRolledBack) {
        app.say(`Migration ${id} was rolled back: nothing was changed.`);
        app.say('To migrate again, make a new plan, or start repositories over with --reset-repo.');
      } else {
        app.say(`Migration ${id} of this plan is already ${migrationWord(status)}: ${why}.`);
        app.say(hint);
      }
      const type = 'nothing-to-do';
      if (isJson) program.stdout.write(jsonLine({ type, migration: id, status, hint }));
      return exitCodes.done;
    }
    case 'finished': {
      print(ended.summary);
      if (outcome.isContinued === true) app.say(workersGoOnText(outcome.migration));
      const code = codeOf(ended, outcome);
      if (ended.saysMore) print(nextLines(outcome.migration, { code, check: ended.check }));
      return code;
    }
  }
}

function codeOf(
  ended: { app: App; program: CommandProgram; plan: Plan },
  { stoppedBy, counts }: Extract<MigrateOutcome, { kind: 'finished' }>,
): ExitCode {
  if (stoppedBy === null) return counts.failed > 0 ? exitCodes.someFailed : exitCodes.done;
  return stoppedBy.code === 'interrupted'
    ? exitCodes.interrupted
    : reportProblems(ended, [stoppedBy]);
}

/** Reports all problems, for people by cause. The gravest decides the exit code. */
export function reportProblems(
  { app, program, plan }: { app: App; program: CommandProgram; plan: Plan },
  problems: readonly MigratorError[],
): ExitCode {
  // Two checks may find the same problem.
  const distinct = new Map(
    problems.map((problem) => [`${problem.code} ${problem.message}`, toFailure(problem)]),
  );
  const failures = [...distinct.values()];
  if (app.output.mode === 'json') {
    for (const failure of failures) program.stdout.write(jsonLine({ type: 'error', ...failure }));
  } else {
    for (const group of groupProblems(failures, plan)) {
      const lines = problemLines(group, app.output);
      for (const line of lines) program.stderr.write(`${line}\n`);
    }
  }
  return worstExitCode(problems.map(({ code }) => code));
}

/** The commands that usually come next. Pure. */
export function nextLines(
  migration: string,
  { code, check }: { readonly code: ExitCode; readonly check: EndCheck | null },
): readonly string[] {
  const status = `migrator status --migration ${migration}`;
  // What is not complete is resumed first.
  if (code !== exitCodes.done) return [`Details: ${status}`];
  const verify = `migrator verify --migration ${migration}`;
  const isVerified = check?.kind === 'verified';
  const first = isVerified ? `Next:    ${verify} --output verification.html` : `Verify:  ${verify}`;
  return ['', first, `Details: ${status}`];
}

/** A line for each repository. */
export function dryRunLines(
  result: DryRunResult,
  columns: number | null,
  workspace?: string,
): readonly string[] {
  const rows = result.repositories.map((row) => {
    const { source, target, action, visibility, sizeBytes, imported } = row;
    return [
      actionWords[action],
      source === target ? safe(source) : `${safe(source)} -> ${safe(target)}`,
      visibility,
      sizeBytes === null ? '' : formatBytes(sizeBytes),
      ...(imported === undefined ? [] : [amountText(imported)]),
    ];
  });
  return [
    ...tableLines(rows, columns),
    '',
    ...forecastPart(result, workspace),
    ...(result.imported === undefined ? [] : [`${importedText(result.imported)}.`, '']),
    ...(result.settings === undefined ? [] : [...settingsLines(result.settings), '']),
    ...(result.accepted ?? []).map((one) => `${safe(acceptedText(one))}.`),
    ...(result.names === undefined ? [] : [`${namesCostText(result.names)}.`, '']),
    closingLine(result),
  ];
}

function closingLine({ repositories }: DryRunResult): string {
  const of = (wanted: Action) => repositories.filter(({ action }) => action === wanted).length;
  const [created, replaced, unfinished] = [of('create'), of('replace'), of('go-on')];
  const archives = of('archive');
  if (archives > 0) return `${count(archives, 'archive')} would be written. Nothing was written.`;
  const parts = [
    ...(created > 0 || replaced === 0
      ? [`${count(created, 'repository', 'repositories')} would be created`]
      : []),
    ...(replaced > 0
      ? [
          `${count(replaced, 'repository', 'repositories')} would be replaced (${replaced === 1 ? 'the old one is' : 'the old ones are'} renamed and kept)`,
        ]
      : []),
    ...(unfinished > 0 ? [`${unfinished} resumed`] : []),
  ];
  return `${parts.join(', and ')}. Nothing was written.`;
}

function forecastPart({ forecast }: DryRunResult, workspace?: string): readonly string[] {
  if (forecast === undefined) return [];
  const each = forecast.repositories.length > 1 ? [...repositoryForecastLines(forecast), ''] : [];
  const lines = forecastLines(forecast, workspace === undefined ? {} : { workspace });
  return [...each, ...lines, ...limitedByLines(forecast), ''];
}

type Action = DryRunResult['repositories'][number]['action'];

const actionWords: Readonly<Record<Action, string>> = {
  create: 'create',
  archive: 'write archive',
  replace: 'replace',
  again: 'start over',
  'go-on': 'resume',
  rewrite: 'rewrite',
  skip: 'skip',
  done: 'done',
  blocked: 'blocked',
};
