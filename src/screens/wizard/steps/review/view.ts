import { count, formatBytes, formatDuration } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { amountText } from '../../../../core/report/lines/imported-text.ts';
import { gradesInOrder } from '../../../../core/settings/compare/settings-summary.ts';
import { cutLine, type Line, line } from '../../../../ui/text/line.ts';
import { failureView, type LineOptions, marked, pointerAt } from '../../engine/view.ts';
import {
  aheadOf,
  problemGroups,
  type Reviewed,
  type ReviewRow,
  type ReviewSection,
  type ReviewState,
  reviewSections,
  whyNot,
} from '../state/review.ts';
import { type ReviewedState, sectionLines } from './sections.ts';

interface ReviewView {
  readonly lines: readonly Line[];
  /** The rows that get Enter, with their lines. */
  readonly rows: readonly { readonly name: ReviewRow; readonly at: number }[];
}

/** A verdict in three lines, then sections that open. Pure. */
export function reviewView(state: ReviewedState, options: LineOptions): ReviewView {
  const { review } = state;
  const { task, saved } = review;
  const lines: Line[] = [...verdictLines(review, options), []];
  const rows: { name: ReviewRow; at: number }[] = [];
  const add = (name: ReviewRow, text: Line) => {
    const isHere = review.cursor === name;
    const pointer = `${pointerAt(isHere, options.glyphs)} `;
    rows.push({ name, at: lines.length });
    lines.push(line(isHere ? ['selected', pointer] : pointer, ...text));
  };
  if (task.status === 'done') {
    const why = whyNot(review);
    const text = 'Continue to the confirmation';
    add('continue', line(why === null ? ['strong', text] : ['quiet', `${text} (${why})`]));
  }
  const shown = reviewSections.filter((name) => {
    if (name === 'commands') return saved !== null && task.status !== 'failed';
    return task.status === 'done' && (name !== 'settings' || hasSettings(task.value));
  });
  for (const name of shown) {
    const isOpen = review.open.has(name);
    const { opened, closed } = options.glyphs;
    const summary = sectionSummary(name, state);
    add(name, line(`${isOpen ? opened : closed} `, ['title', labels[name].padEnd(10)], summary));
    if (isOpen) lines.push(...indentedSection(name, state, options), []);
  }
  return { lines, rows };
}

const labels: Readonly<Record<ReviewSection, string>> = {
  problems: 'Problems',
  changes: 'Changes',
  settings: 'Settings',
  cost: 'Cost',
  commands: 'Commands',
};

function hasSettings({ dryRun }: Reviewed): boolean {
  return dryRun.result?.settings !== undefined;
}

function indentedSection(
  name: ReviewSection,
  state: ReviewedState,
  options: LineOptions,
): readonly Line[] {
  const width = options.width - 4;
  const lines = sectionLines(name, state, { ...options, width });
  if (lines.length === 0) return [line(['quiet', '    none'])];
  return lines.map((one) => (one.length === 0 ? one : line('    ', ...one)));
}

/** Everything, all sections open. Pure. */
export function reviewLines(state: ReviewedState, options: LineOptions): readonly Line[] {
  const sections = reviewSections.flatMap((name): readonly Line[] => {
    const lines = sectionLines(name, state, options);
    return lines.length === 0 ? [] : [[], line(['title', labels[name]]), ...lines];
  });
  return [...verdictLines(state.review, options), ...sections];
}

function verdictLines(review: ReviewState, options: LineOptions): readonly Line[] {
  const { width, glyphs } = options;
  const { task } = review;
  switch (task.status) {
    case 'idle':
      return [];
    case 'running':
      return [line(['active', 'Checking both hosts ...'])];
    case 'failed':
      return failureView(task.failure, options);
    case 'done':
      return [
        ...outcomeLines(task.value, options),
        line('  ', changesText(review, task.value)),
        line('  ', costText(task.value)),
      ].map((one) => cutLine(one, width, glyphs.ellipsis));
  }
}

function outcomeLines(reviewed: Reviewed, { width, glyphs }: LineOptions): readonly Line[] {
  const { dryRun, plan } = reviewed;
  const { result } = dryRun;
  const problems = problemGroups(reviewed);
  const where = `${safe(plan.source.workspace)} ${glyphs.arrow} ${safe(plan.target.organization)}`;
  if (result === null) {
    return marked(glyphs.succeeded, 'good', `${where}: already migrated; nothing to do.`, width);
  }
  if (problems.length > 0) {
    const text = `${count(problems.length, 'problem')} to fix first: ${where}`;
    return marked(glyphs.failed, 'bad', text, width);
  }
  const bytes = result.repositories.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const size = bytes === 0 ? '' : `, ${formatBytes(bytes)}`;
  const many = count(aheadOf(dryRun), 'repository', 'repositories');
  return marked(glyphs.succeeded, 'good', `${where}: ${many} ready${size}`, width);
}

const actionTexts = {
  create: 'to create',
  replace: 'to replace',
  again: 'to start over',
  'go-on': 'to resume',
  rewrite: 'to rewrite',
  skip: 'skipped',
  done: 'done',
  blocked: 'blocked',
} as const;

function changesText(review: ReviewState, { dryRun, notes }: Reviewed): string {
  const repositories = dryRun.result?.repositories ?? [];
  const counts = Object.entries(actionTexts).flatMap(([action, text]) => {
    const many = repositories.filter((one) => one.action === action).length;
    return many === 0 ? [] : [`${many.toLocaleString('en-US')} ${text}`];
  });
  const open = repositories.filter(({ visibility }) => visibility !== 'private').length;
  const all = notes.length + review.notes.length;
  return [
    ...counts,
    ...(open === 0 ? [] : [`${open} not private`]),
    ...(all === 0 ? [] : [count(all, 'note')]),
  ].join(', ');
}

/** Requests and time of the selected mode. */
function costText({ dryRun, choices }: Reviewed): string {
  const { forecast: known, imported } = dryRun.result ?? {};
  if (known === undefined) {
    if (imported !== undefined)
      return `${imported.unknown > 0 ? 'Pull requests' : amountText(imported)}: through GitHub's importer, no content-creating requests`;
    return choices.options.pullRequests ? 'No pull requests' : 'Pull requests are not migrated';
  }
  if (known.repositories.length === 0 && known.unknown.length > 0)
    return 'Pull requests: not counted';
  const mode = choices.options.comments ?? 'threaded';
  const requests = known.all.costs[mode].creating;
  const time = known.times[mode].mergedByPush;
  const takes = time < 60_000 ? 'under 1m' : formatDuration(time);
  const least = known.unknown.length > 0 ? 'at least ' : '';
  return `Pull requests: ${least}${count(requests, 'content-creating request')}, ${takes}`;
}

/** Settings as numbers. */
function gradesText({ dryRun }: Reviewed): string {
  const grades = dryRun.result?.settings?.grades;
  if (grades === undefined) return '';
  return gradesInOrder
    .filter((grade) => grades[grade] > 0)
    .map((grade) => `${grades[grade].toLocaleString('en-US')} ${grade}`)
    .join(', ');
}

/** Beside the name of a section. */
function sectionSummary(name: ReviewSection, { review, isDemo }: ReviewedState): string {
  const { task, saved } = review;
  if (name === 'commands') {
    if (isDemo) return 'for your own hosts';
    return saved === null ? '' : `saved ${safe(saved.choices.files.plan)}`;
  }
  if (task.status !== 'done') return '';
  const { notes } = task.value;
  switch (name) {
    case 'problems': {
      const many = problemGroups(task.value).length;
      return many === 0 ? 'none' : String(many);
    }
    case 'changes': {
      const renamed = notes.length === 0 ? '' : ', names';
      return `repositories${renamed}, visibility, notes`;
    }
    case 'settings':
      return gradesText(task.value);
    case 'cost':
      return 'results, requests and time in each mode';
  }
}
