import { namesText } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { indented, type LineOptions, pointerAt } from '../../engine/view.ts';
import {
  type ExistingChoice,
  existingChoices,
  isExisting,
  problemGroups,
  type Reviewed,
  type ReviewRow,
  type ReviewSection,
  reviewSections,
  whyNot,
} from '../state/review.ts';
import { labelWidth, sectionSummary, sectionTitle, titles } from './section-titles.ts';
import { type ReviewedState, sectionLines } from './sections.ts';
import { createdTexts, takesTexts } from './summary.ts';
import { groupText, verdictLines } from './verdict.ts';
import { inWizardWords } from './wizard-words.ts';

interface ReviewView {
  readonly lines: readonly Line[];
  /** The rows that get Enter, with their lines. */
  readonly rows: readonly { readonly name: ReviewRow; readonly at: number }[];
}

/** One verdict, what is created and what it takes, then rows that open. Pure. */
export function reviewView(state: ReviewedState, options: LineOptions): ReviewView {
  const { review } = state;
  const { glyphs } = options;
  const lines: Line[] = [...verdictLines(review, options), []];
  const rows: { name: ReviewRow; at: number }[] = [];
  for (const part of partsOf(state, options)) {
    if (!isRow(part)) {
      lines.push(...part);
      continue;
    }
    const isHere = review.cursor === part.name;
    const pointer = `${pointerAt(isHere, glyphs)} `;
    rows.push({ name: part.name, at: lines.length });
    lines.push(line(isHere ? ['selected', pointer] : pointer, ...part.text));
  }
  return { lines, rows };
}

interface Row {
  readonly name: ReviewRow;
  readonly text: Line;
}

/** Rows, and lines between them. */
type Part = Row | readonly Line[];

function isRow(part: Part): part is Row {
  return 'name' in part;
}

function partsOf(state: ReviewedState, options: LineOptions): readonly Part[] {
  const { task } = state.review;
  const sections = reviewSections.flatMap((name) => {
    const summary = sectionSummary(name, state);
    if (summary === null) return [];
    return sectionParts(name, sectionTitle(name, summary, options), { state, options });
  });
  if (task.status !== 'done') return sections;
  const problems = problemGroups(task.value);
  if (problems.length > 0) return [...problemParts(task.value, { state, options }), ...sections];
  const why = whyNot(state.review);
  const text = 'Continue to the confirmation';
  return [
    [...factLines(task.value, state.isDemo, options), []],
    {
      name: 'continue',
      text: line(why === null ? ['strong', text] : ['quiet', `${text} (${why})`]),
    },
    ...sections,
  ];
}

interface Shown {
  readonly state: ReviewedState;
  readonly options: LineOptions;
}

function sectionParts(name: ReviewSection, text: Line, { state, options }: Shown): readonly Part[] {
  const { glyphs } = options;
  const isOpen = state.review.open.has(name);
  const row = { name, text: line(`${isOpen ? glyphs.opened : glyphs.closed} `, ...text) };
  return isOpen ? [row, [...indentedSection(name, state, options), []]] : [row];
}

function problemParts(reviewed: Reviewed, shown: Shown): readonly Part[] {
  const { options } = shown;
  const groups = problemGroups(reviewed);
  const parts = groups.flatMap((group, at): readonly Part[] => {
    const { hint } = group.cause;
    const title = problemLine(reviewed, at, groups.length, options);
    // The verdict has said everything of the only one.
    const isSaid = groups.length === 1 && group.repositories.length === 0 && isExisting(group);
    const own = isSaid ? [] : sectionParts(`problem-${at}`, title, shown);
    if (!isExisting(group)) {
      return [...own, hint === null ? [] : hangingHint(safe(inWizardWords(hint)), options)];
    }
    const texts = existingTexts(group.repositories.length > 0);
    const ways = existingChoices.map((name) => ({ name, text: line(texts[name]) }));
    return [...ways, ...own];
  });
  return [...parts, [[]]];
}

/** Everything, all sections open. Pure. */
export function reviewLines(state: ReviewedState, options: LineOptions): readonly Line[] {
  const { review } = state;
  const reviewed = review.task.status === 'done' ? review.task.value : null;
  const problems = reviewed === null ? [] : problemGroups(reviewed);
  const problemPart = problems.flatMap((group, at): readonly Line[] => [
    ...(reviewed === null
      ? []
      : wrap(groupText(reviewed, group), options.width).map((one) => line(one))),
    ...sectionLines(`problem-${at}`, state, options),
    ...(group.cause.hint === null
      ? []
      : indented(safe(inWizardWords(group.cause.hint)), options.width)),
  ]);
  const sections = reviewSections.flatMap((name): readonly Line[] => {
    const lines = sectionLines(name, state, options);
    return lines.length === 0 ? [] : [[], line(['title', titles[name]]), ...lines];
  });
  return [
    ...verdictLines(review, options),
    ...(problemPart.length === 0 ? [] : [[], ...problemPart]),
    ...(reviewed === null ? [] : factLines(reviewed, state.isDemo, options)),
    ...sections,
  ];
}

/** Ways out where one repository exists already, or several. Pure. */
export function existingTexts(isPlural: boolean): Readonly<Record<ExistingChoice, string>> {
  return {
    skip: isPlural ? 'Skip them' : 'Skip it',
    overwrite: isPlural
      ? 'Replace them; the old ones are renamed and kept'
      : 'Replace it; the old one is renamed and kept',
    organization: 'Use another organization',
  };
}

const factWidth = 9;

function factLines(reviewed: Reviewed, isDemo: boolean, { width }: LineOptions): readonly Line[] {
  const facts = (label: string, texts: readonly string[]) =>
    texts
      .flatMap((text) => wrap(text, width - factWidth - 2))
      .map((text, at) => line('  ', ['title', (at === 0 ? label : '').padEnd(factWidth)], text));
  return [
    ...facts('Creates', createdTexts(reviewed)),
    ...facts('Takes', takesTexts(reviewed, isDemo)),
  ];
}

function problemLine(reviewed: Reviewed, at: number, many: number, { glyphs }: LineOptions): Line {
  const group = problemGroups(reviewed)[at];
  if (group === undefined) return [];
  const names = namesText(group.repositories.map(safe), 3);
  // The verdict says the only one already.
  if (many === 1)
    return names === ''
      ? line(['title', 'Details'])
      : line(['title', 'Affects'.padEnd(labelWidth)], names);
  return line(['bad', `${glyphs.failed} `], groupText(reviewed, group));
}

function hangingHint(hint: string, { width }: LineOptions): readonly Line[] {
  return wrap(hint, width - 6).map((text) => line('      ', text));
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
