import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { failureView, type LineOptions, marked } from '../../engine/view.ts';
import {
  aheadOf,
  isExisting,
  problemGroups,
  type Reviewed,
  type ReviewState,
} from '../state/review.ts';
import { openedTexts, sizeText, uncertainTexts } from './summary.ts';
import { inWizardWords } from './wizard-words.ts';

/** Warns of what more people will read, then gives one verdict. Pure. */
export function verdictLines({ task }: ReviewState, options: LineOptions): readonly Line[] {
  switch (task.status) {
    case 'idle':
      return [];
    case 'running':
      return [line(['active', 'Checking both hosts ...'])];
    case 'failed': {
      const { failure } = task;
      const hint = failure.hint === null ? null : inWizardWords(failure.hint);
      return failureView({ ...failure, hint }, options);
    }
    case 'done':
      return [...warningLines(task.value, options), ...verdict(task.value, options)];
  }
}

function warningLines(reviewed: Reviewed, { width, glyphs }: LineOptions): readonly Line[] {
  const { replaced } = reviewed.dryRun;
  const kept =
    replaced.length === 1
      ? '1 existing repository is replaced; the old one is renamed and kept'
      : `${replaced.length} existing repositories are replaced; the old ones are renamed and kept`;
  return [
    ...openedTexts(reviewed).flatMap((text) => marked(glyphs.warning, 'bad', text, width)),
    ...(replaced.length === 0 ? [] : marked(glyphs.warning, 'warning', kept, width)),
    ...uncertainTexts(reviewed).flatMap((text) => marked(glyphs.warning, 'warning', text, width)),
  ];
}

function verdict(reviewed: Reviewed, { width, glyphs }: LineOptions): readonly Line[] {
  const { dryRun, plan } = reviewed;
  const where = `${safe(plan.source.workspace)} ${glyphs.arrow} ${safe(plan.target.organization)}`;
  const groups = problemGroups(reviewed);
  if (groups.length > 0) {
    return marked(glyphs.failed, 'bad', `Cannot start: ${causeText(reviewed)}`, width);
  }
  if (dryRun.result === null || aheadOf(dryRun) === 0) {
    const { length } = plan.repositories;
    const all = length === 1 ? '1 selected repository is' : `${length} selected repositories are`;
    const text = `Nothing to do: the ${all} already on GitHub`;
    return marked(glyphs.succeeded, 'good', text, width);
  }
  const many = count(aheadOf(dryRun), 'repository', 'repositories');
  const size = sizeText(reviewed);
  const text = `Ready: ${many}, ${where}${size === '' ? '' : `, ${size}`}`;
  const isGrave = openedTexts(reviewed).length + dryRun.replaced.length > 0;
  return isGrave
    ? marked(glyphs.warning, 'warning', text, width)
    : marked(glyphs.succeeded, 'good', text, width);
}

function causeText(reviewed: Reviewed): string {
  const groups = problemGroups(reviewed);
  const [first] = groups;
  if (groups.length > 1 || first === undefined) return count(groups.length, 'problem');
  return groupText(reviewed, first);
}

/** A group of problems in a sentence. Pure. */
export function groupText(
  { plan }: Pick<Reviewed, 'plan'>,
  group: ReturnType<typeof problemGroups>[number],
): string {
  const { cause, repositories } = group;
  if (repositories.length === 0) return safe(inWizardWords(cause.message));
  const many = count(repositories.length, 'repository', 'repositories');
  return isExisting(group)
    ? `${many} already exist in ${safe(plan.target.organization)}`
    : `${safe(inWizardWords(cause.message))} (${many})`;
}
