import { lstat } from 'node:fs/promises';
import { requireFittingFormat } from '../../choices/engine.ts';
import { loadConfig } from '../../config/load-config.ts';
import { withConfig } from '../../config/with-config.ts';
import type { Inventory } from '../../discovery/inventory-schema.ts';
import type { Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { checkOutputs, type NamedFile } from '../../kernel/files/check-outputs.ts';
import { writeResult } from '../../kernel/files/write-result.ts';
import { writeLines } from '../../kernel/fold-lines.ts';
import { count, namesText } from '../../kernel/format/format.ts';
import { jsonLine } from '../../kernel/format/json.ts';
import { terminalStyles } from '../../kernel/format/palette.ts';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import { type PlanChoices, planOf, planText, splitPlan } from '../../plan/build-plan.ts';
import { planForecast } from '../../plan/plan-forecast.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { maxPlanBytes } from '../../plan/read-plan.ts';
import { sourceTokensOf } from '../../ports/credentials/source-tokens.ts';
import { isTargetLimited } from '../../ports/credentials/target-credentials.ts';
import { estimateLine, withVerbose } from '../../report/lines/estimate-line.ts';
import { forecastLines, limitedByLines } from '../../report/lines/forecast-lines.ts';
import { pipelinesAhead, pipelinesLines } from '../../report/lines/pipelines-lines.ts';
import { settingsAhead, settingsLines } from '../../report/lines/settings-lines.ts';
import type { CommandProgram } from '../command-program.ts';
import { sayNext } from '../next-step.ts';

/** `migrator plan`: builds the plan or its parts, and reports notes and the forecast. */
export async function writePlans(options: {
  inventory: Inventory;
  /** Of reading the inventory. */
  warnings: readonly string[];
  choices: PlanChoices;
  split: number | undefined;
  output: string | undefined;
  /** Files that must not be overwritten. */
  inputs: readonly NamedFile[];
  force: boolean;
  json: boolean;
  /** With the explanations. */
  isVerbose: boolean;
  /** Named again in the next command. */
  userMap: string | undefined;
  config: string | undefined;
  program: CommandProgram;
  /** True if the target has rate limits by default, for the forecast. */
  targetIsLimited: boolean;
}): Promise<void> {
  const { program, output, split } = options;
  if (split !== undefined && (output === undefined || output === '-')) {
    throw new MigratorError(
      'usage',
      '--split needs --output: it writes numbered files next to it',
      {
        hint: 'For example --split 50 --output plan.json writes plan-1.json, plan-2.json, ...',
      },
    );
  }
  const { plan, notes } = planOf(
    options.inventory,
    options.choices,
    program.naming.resolveRepositoryNames,
  );
  const { engine = 'rest', archive_format: format = 'github' } = plan;
  requireFittingFormat({ engine, archive_format: format }, plan);
  const say = (line: string) => program.stderr.write(`${safe(line)}\n`);
  const parts = split === undefined ? [plan] : splitPlan(plan, split);
  const paths = parts.map((_, index) =>
    split === undefined ? output : numbered(output ?? '', index + 1),
  );
  const texts = parts.map(planText);
  if (texts.some((text) => Buffer.byteLength(text) > maxPlanBytes)) {
    throw new MigratorError('input-file', 'The plan is too large to read back', {
      hint: 'Write several plans: --split 1000 --output plan.json',
    });
  }
  const { force } = options;
  const outputs = paths.map((path) => ({ flag: '--output', path }));
  await checkOutputs({ outputs, inputs: options.inputs, force, uid: program.uid });
  for (const [index, text] of texts.entries()) {
    await writeResult({
      text,
      path: paths[index],
      repositories: parts[index]?.repositories.length ?? 0,
      isPrivate: parts[index]?.repositories.some(({ settings }) => settings !== undefined),
      force,
      json: options.json,
      program,
    });
  }
  const reported = [reportForecast, reportSettings, reportPipelines].map((report) =>
    report({ ...options, plan }),
  );
  if (reported.includes('in brief')) say(withVerbose(reported[1] === 'in brief'));
  const colors = terminalStyles(program.stderr, program);
  const warnings = [...options.warnings, ...notes, ...visibilityNotes(plan)];
  const labelled = warnings.map((text) => `${colors.warning('warning')}  ${safe(text)}`);
  print(program, labelled, false);
  if (split !== undefined) await warnOfOlder({ output: output ?? '', parts: parts.length, say });
  const [first] = paths;
  if (first === undefined || first === '-') return;
  const { userMap } = options;
  const map = userMap === undefined ? '' : ` --user-map ${shellValue(userMap)}`;
  sayNext(program, options, safe(`migrator migrate --plan ${shellValue(first)}${map} --dry-run`));
}

/** Says what people outside will see, and from when on. Pure. */
function visibilityNotes({ repositories, follow }: Plan): readonly string[] {
  return (['public', 'internal'] as const).flatMap((visibility) => {
    const names = repositories.filter((one) => one.visibility === visibility);
    if (names.length === 0) return [];
    const many = count(names.length, 'repository', 'repositories');
    const listed = namesText(
      names.map(({ target }) => target),
      3,
    );
    const when = follow === true ? ' after the cut-over, and private until then' : '';
    return [`${many} will be ${visibility} on GitHub${when}: ${listed}`];
  });
}

/** An earlier split into more parts leaves files that `plan-*.json` would match. */
async function warnOfOlder(options: {
  output: string;
  parts: number;
  say: (line: string) => void;
}): Promise<void> {
  const next = numbered(options.output, options.parts + 1);
  const isThere = await lstat(next).then(
    () => true,
    () => false,
  );
  if (isThere) options.say(`${next} is from an earlier run and not one of these ${options.parts}.`);
}

interface Reported {
  readonly inventory: Inventory;
  readonly plan: Plan;
  readonly output: string | undefined;
  readonly json: boolean;
  readonly isVerbose: boolean;
  readonly program: CommandProgram;
  readonly targetIsLimited: boolean;
}

/** Without its explanations, or with all that there is. */
type Shown = 'whole' | 'in brief';

/** The same way as the forecast. */
function reportSettings({
  plan,
  output,
  json,
  isVerbose,
  program,
  targetIsLimited,
}: Reported): Shown {
  const ahead = settingsAhead(plan, { targetIsLimited });
  if (ahead === null) return 'whole';
  if (json) {
    const hasRoom = output !== undefined && output !== '-';
    if (hasRoom) program.stdout.write(jsonLine({ type: 'settings', ...ahead }));
    return 'whole';
  }
  const colors = terminalStyles(program.stderr, program);
  print(program, settingsLines(ahead, { colors, brief: !isVerbose }), isVerbose);
  return isVerbose ? 'whole' : 'in brief';
}

function reportPipelines({ plan, json, isVerbose, program }: Reported): Shown {
  const ahead = pipelinesAhead(plan);
  // With --json the plan itself has them.
  if (ahead === null || json) return 'whole';
  const colors = terminalStyles(program.stderr, program);
  print(program, pipelinesLines(ahead, { colors, brief: !isVerbose }), isVerbose);
  return isVerbose ? 'whole' : 'in brief';
}

/** To standard error; with --json to standard output, if the plan has its own file. */
function reportForecast(options: Reported): Shown {
  const { inventory, plan, output, json, isVerbose, program, targetIsLimited } = options;
  const sourceTokens = sourceTokensOf(program.environment);
  const ahead = planForecast(inventory, plan, { targetIsLimited, sourceTokens });
  if (ahead === null) return 'whole';
  if (json) {
    const hasRoom = output !== undefined && output !== '-';
    if (hasRoom && ahead !== 'unlooked') {
      program.stdout.write(jsonLine({ type: 'forecast', ...ahead }));
    }
    return 'whole';
  }
  if (ahead === 'unlooked') {
    print(program, ['For a forecast of pull requests, run discover with --deep.'], false);
    return 'whole';
  }
  const mode = plan.options.pull_requests?.comments ?? 'threaded';
  print(program, [estimateLine(ahead, mode)], false);
  if (isVerbose) print(program, [...forecastLines(ahead), ...limitedByLines(ahead)], true);
  return isVerbose || ahead.all.facts.total === 0 ? 'whole' : 'in brief';
}

/** To standard error; a part of several lines stands apart. */
function print({ stderr }: CommandProgram, lines: readonly string[], isApart: boolean): void {
  writeLines(stderr, isApart ? ['', ...lines] : lines);
}

/** `plan.json` becomes `plan-1.json`. */
function numbered(path: string, number: number): string {
  const match = /^(.*?)(\.[^./]*)?$/s.exec(path);
  return `${match?.[1] ?? path}-${number}${match?.[2] ?? ''}`;
}

/**
 * Tells whether the target that the environment and migrator.yaml name limits everybody by itself. A plan asks no host
 * and needs neither: it ignores an invalid default file.
 * @throws `configuration` if the file that was named cannot be used
 */
export async function isNamedTargetLimited(
  environment: Variables,
  file: string | undefined,
): Promise<boolean> {
  const config = await (file === undefined ? loadConfig(file).catch(() => ({})) : loadConfig(file));
  return isTargetLimited(withConfig(environment, config));
}
