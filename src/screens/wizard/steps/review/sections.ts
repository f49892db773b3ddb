import { equivalentCommands } from '../../../../core/commands/wizard/choices.ts';
import type { Failure } from '../../../../core/kernel/errors.ts';
import { count, formatBytes } from '../../../../core/kernel/format/format.ts';
import { shellLines } from '../../../../core/kernel/format/shell-quote.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { targetOptions } from '../../../../core/options/targets.ts';
import { forecastLines, limitedByLines } from '../../../../core/report/lines/forecast-lines.ts';
import { importedText } from '../../../../core/report/lines/imported-text.ts';
import { settingsLines } from '../../../../core/report/lines/settings-lines.ts';
import { existingHint } from '../../../../core/run/preflight/find-planned-targets.ts';
import type { DryRunResult } from '../../../../core/verbs/migrate/dry-run/dry-run-result.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { failureView, type LineOptions, marked, screenLines } from '../../engine/view.ts';
import type { SelectionState } from '../selection/model.ts';
import {
  problemGroups,
  type Reviewed,
  type ReviewSection,
  type ReviewState,
  type SavedPlan,
} from '../state/review.ts';

export interface ReviewedState {
  /** Its files are removed at its end. */
  readonly isDemo: boolean;
  readonly review: ReviewState;
  readonly selection: SelectionState;
}

/** The content of a section; empty where it has none. Pure. */
export function sectionLines(
  section: ReviewSection,
  { review, selection, isDemo }: ReviewedState,
  options: LineOptions,
): readonly Line[] {
  const { task, saved } = review;
  if (section === 'commands') return saved === null ? [] : savedLines(saved, isDemo, options);
  if (task.status !== 'done') return [];
  const { dryRun } = task.value;
  switch (section) {
    case 'problems':
      return problemGroups(task.value).flatMap(({ cause, repositories }) =>
        failureView(inTermsOfOptions(cause), options, repositories),
      );
    case 'changes':
      return [
        ...(dryRun.result === null ? [] : countsLines(dryRun.result, options)),
        ...noteLines(review, task.value, options),
      ];
    case 'settings':
      return settingsPart(dryRun.result, options);
    case 'cost':
      return forecastPart(task.value, selection.facts.size > 0, options);
  }
}

/** Names the option instead of the flags. */
function inTermsOfOptions(problem: Failure): Failure {
  if (problem.hint !== existingHint) return problem;
  const hint = `Set "${targetOptions.existing.control.label}" in the options, or clear the repository in the selection.`;
  return { ...problem, hint };
}

const actions: Readonly<Record<DryRunResult['repositories'][number]['action'], string>> = {
  archive: 'write archive',
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
  return [...notes, ...review.notes].flatMap((note) =>
    marked(options.glyphs.warning, 'warning', safe(note), options.width),
  );
}

function forecastPart(
  { dryRun, choices }: Reviewed,
  isScanned: boolean,
  { width }: LineOptions,
): readonly Line[] {
  const { forecast: known, imported } = dryRun.result ?? {};
  const ofImports =
    imported === undefined ? [] : wrap(`${importedText(imported)}.`, width).map((one) => line(one));
  if (known === undefined) {
    if (imported !== undefined) return ofImports;
    const isOff = !choices.options.pullRequests;
    return isOff ? [line('Pull requests are not migrated.')] : [];
  }
  if (known.repositories.length === 0 && known.unknown.length > 0) {
    const text = `Pull requests of ${count(known.unknown.length, 'repository', 'repositories')} are not counted. A deep scan in the repository list counts them and shows how long they take.`;
    return wrap(text, width).map((one) => line(one));
  }
  const mode = choices.options.comments ?? 'threaded';
  return (
    [...forecastLines(known, { width }), ...limitedByLines(known)]
      // The screen offers the scan itself.
      .filter((text) => isScanned || !text.startsWith('Count them with:'))
      .flatMap((text) => (text.length <= width ? [text] : wrap(text, width)))
      .map((text) => (`${text} `.startsWith(`${mode} `) ? line(['strong', text]) : line(text)))
      .concat(ofImports)
  );
}

function settingsPart(result: DryRunResult | null, { width }: LineOptions): readonly Line[] {
  if (result?.settings === undefined) return [];
  return screenLines(settingsLines(result.settings, { withExact: true }), width);
}

function savedLines(
  { choices }: SavedPlan,
  isDemo: boolean,
  { width }: LineOptions,
): readonly Line[] {
  const head = isDemo
    ? 'The same commands for your own hosts, with credentials in the environment:'
    : 'The same commands, with the credentials in the environment:';
  const commands = equivalentCommands(choices).flatMap((words) =>
    shellLines(words, width).map((text) => line(text)),
  );
  return [...wrap(head, width).map((text) => line(['quiet', text])), ...commands];
}
