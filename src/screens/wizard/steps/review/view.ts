import { equivalentCommands } from '../../../../core/commands/wizard/choices.ts';
import type { Failure } from '../../../../core/kernel/errors.ts';
import { count, formatBytes } from '../../../../core/kernel/format/format.ts';
import { shellLines } from '../../../../core/kernel/format/shell-quote.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { existingHint } from '../../../../core/migration/preflight/find-planned-targets.ts';
import type { DryRunResult } from '../../../../core/migration/run/dry-run-result.ts';
import { forecastLines } from '../../../../core/report/lines/forecast-lines.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { glyphsOf } from '../../../../ui/theme/glyphs.ts';
import { failureView, type LineOptions, marked } from '../../view.ts';
import { optionLabels } from '../options/view.ts';
import type { SelectionState } from '../selection/model.ts';
import { aheadOf, type Reviewed, type ReviewState, type SavedPlan } from './state.ts';

/** What would happen, problems, costs, and the equivalent commands. Pure. */
export function reviewLines(
  { review, selection }: { readonly review: ReviewState; readonly selection: SelectionState },
  { width, glyphs = glyphsOf({}) }: Pick<LineOptions, 'width'> & Partial<LineOptions>,
): readonly Line[] {
  const options = { width, glyphs };
  const { task, saved } = review;
  const lines: Line[] = [];
  if (task.status === 'failed') lines.push(...failureView(task.failure, options), []);
  if (task.status === 'running') lines.push(line(['active', 'Checking both hosts ...']), []);
  if (task.status === 'done') {
    lines.push(...outcomeLines(task.value, options), ...noteLines(review, task.value, options));
    lines.push(...forecastPart(task.value, selection.facts.size > 0, options));
  }
  if (saved !== null && task.status !== 'failed') lines.push(...savedLines(saved, options));
  return lines;
}

function outcomeLines({ dryRun, plan }: Reviewed, options: LineOptions): readonly Line[] {
  const { width, glyphs } = options;
  const { problems, result } = dryRun;
  const where = `${safe(plan.source.workspace)} ${glyphs.arrow} ${safe(plan.target.organization)}`;
  if (result === null) {
    return marked(glyphs.succeeded, 'good', `${where}: already migrated; nothing to do.`, width);
  }
  const many = aheadOf(dryRun);
  const head =
    problems.length === 0
      ? marked(
          glyphs.succeeded,
          'good',
          `${where}: ${count(many, 'repository', 'repositories')} ready`,
          width,
        )
      : [line(['bad', `${count(problems.length, 'problem')} to fix first`])];
  const failures = problems
    .slice(0, mostProblems)
    .flatMap((one) => failureView(inTermsOfOptions(one), options));
  const more = problems.length - mostProblems;
  return [
    ...head,
    ...failures,
    ...(more > 0 ? [line(`and ${more} more`)] : []),
    ...countsLines(result, options),
    [],
  ];
}

const mostProblems = 20;

/** Names the option instead of the flags. */
function inTermsOfOptions(problem: Failure): Failure {
  if (problem.hint !== existingHint) return problem;
  const hint = `Set "${optionLabels.existing}" in the options, or clear the repository in the selection.`;
  return { ...problem, hint };
}

const actions: Readonly<Record<DryRunResult['repositories'][number]['action'], string>> = {
  create: 'to create',
  replace: 'to replace; the old ones are renamed and kept',
  again: 'to start over',
  'go-on': 'to resume',
  rewrite: 'to rewrite with the changed user map',
  skip: 'skipped: already on the target',
  done: 'already done',
  blocked: 'blocked by problems',
};

function countsLines({ repositories }: DryRunResult, { width }: LineOptions): readonly Line[] {
  const lines: Line[] = [];
  for (const [action, words] of Object.entries(actions)) {
    const those = repositories.filter((one) => one.action === action);
    if (those.length === 0) continue;
    const bytes = those.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
    const shown = bytes === 0 ? '' : ` (${formatBytes(bytes)})`;
    const many = those.length.toLocaleString('en-US').padStart(6);
    const texts = wrap(`${words}${shown}`, width - 7);
    lines.push(
      ...texts.map((text, row) => line(['strong', row === 0 ? many : ' '.repeat(6)], ` ${text}`)),
    );
    if (action !== 'replace') continue;
    for (const { target } of those.slice(0, 10))
      lines.push(line(['warning', `         ${safe(target)}`]));
  }
  const open = repositories.filter(({ visibility }) => visibility !== 'private').length;
  if (open > 0) {
    const text = `${count(open, 'repository', 'repositories')} will not be private on the target`;
    lines.push(...wrap(text, width - 7).map((part) => line('       ', ['warning', part])));
  }
  return lines;
}

function noteLines(
  review: ReviewState,
  { notes }: Reviewed,
  options: LineOptions,
): readonly Line[] {
  const all = [...notes, ...review.notes];
  if (all.length === 0) return [];
  const lines = all
    .slice(0, 30)
    .flatMap((note) => marked(options.glyphs.warning, 'warning', safe(note), options.width));
  const more = all.length - 30;
  return [line(['title', 'Notes']), ...lines, ...(more > 0 ? [line(`and ${more} more`)] : []), []];
}

function forecastPart(
  { dryRun, choices }: Reviewed,
  isScanned: boolean,
  { width }: LineOptions,
): readonly Line[] {
  const known = dryRun.result?.forecast;
  if (known === undefined) {
    const isOff = !choices.options.pullRequests;
    return isOff ? [line(['title', 'Pull requests']), line('Not migrated.'), []] : [];
  }
  if (known.repositories.length === 0 && known.unknown.length > 0) {
    const text = `Pull requests of ${count(known.unknown.length, 'repository', 'repositories')} are not counted. A deep scan, on the repository list, counts them and shows how long they take.`;
    return [
      line(['title', 'Cost of the pull requests']),
      ...wrap(text, width).map((one) => line(one)),
      [],
    ];
  }
  const mode = choices.options.comments ?? 'threaded';
  const lines = forecastLines(known, { width })
    // The screen offers the scan itself.
    .filter((text) => isScanned || !text.startsWith('Count them with:'))
    .flatMap((text) => (text.length <= width ? [text] : wrap(text, width)))
    .map((text) => (`${text} `.startsWith(`${mode} `) ? line(['strong', text]) : line(text)));
  return [line(['title', 'Cost of the pull requests']), ...lines, []];
}

function savedLines({ choices }: SavedPlan, { width }: LineOptions): readonly Line[] {
  const { files } = choices;
  const commands = equivalentCommands(choices).flatMap((words) =>
    shellLines(words, width).map((text) => line(text)),
  );
  return [
    line(
      ['title', 'Saved '],
      safe(files.plan),
      choices.selection.isListed ? `, ${safe(files.repositories)}` : '',
    ),
    ...wrap('The same commands, with the credentials in the environment:', width).map((text) =>
      line(['quiet', text]),
    ),
    ...commands,
  ];
}
