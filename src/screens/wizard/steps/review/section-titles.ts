import { count } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import type { Role } from '../../../../ui/theme/theme.ts';
import type { LineOptions } from '../../engine/view.ts';
import { problemGroups, type Reviewed, type reviewSections } from '../state/review.ts';
import { allNotes, type ReviewedState } from './sections.ts';
import { settingsOfGrade } from './settings-list.ts';

type Section = (typeof reviewSections)[number];

/** Names of the sections. */
export const titles: Readonly<Record<Section, string>> = {
  identical: 'Identical',
  different: 'Changed',
  'by-hand': 'By hand',
  people: 'People',
  notes: 'Notes',
  cost: 'Cost',
  commands: 'Commands',
};

/** Columns of a name. */
export const labelWidth = 11;

/** A section with its sign and what it comes to. Pure. */
export function sectionTitle(name: Section, summary: string, { glyphs }: LineOptions): Line {
  const signs: Partial<Record<typeof name, readonly [Role, string]>> = {
    identical: ['good', glyphs.succeeded],
    different: ['warning', glyphs.different],
    'by-hand': ['bad', glyphs.failed],
    people: ['warning', glyphs.warning],
    notes: ['warning', glyphs.warning],
  };
  const sign = signs[name];
  return line(
    ...(sign === undefined ? ['  '] : [[sign[0], `${sign[1]} `] as const]),
    ['title', titles[name].padEnd(labelWidth)],
    summary,
  );
}

/** Beside the name of a section; `null` where there is nothing to say. Pure. */
export function sectionSummary(name: Section, { review, isDemo }: ReviewedState): string | null {
  const { task, saved } = review;
  if (name === 'commands') {
    if (saved === null || task.status === 'failed') return null;
    return isDemo ? 'for your own hosts' : `plan saved to ${safe(saved.choices.files.plan)}`;
  }
  if (task.status !== 'done' || task.value.dryRun.result === null) return null;
  if (problemGroups(task.value).length > 0 && name !== 'notes') return null;
  const reviewed = task.value;
  const { result } = reviewed.dryRun;
  const { forecast, settings } = result ?? {};
  switch (name) {
    case 'identical':
      return identicalText(reviewed);
    case 'different':
      return differentText(reviewed);
    case 'by-hand':
      return byHandText(reviewed);
    case 'people':
      return peopleText(reviewed);
    case 'notes':
      return notesText(allNotes(review, reviewed));
    case 'cost':
      return forecast === undefined && settings === undefined
        ? null
        : 'time and requests in detail';
  }
}

function byHandText({ dryRun }: Reviewed): string | null {
  const { settings, pipelines } = dryRun.result ?? {};
  const { lost = 0 } = pipelines ?? {};
  const parts = lost === 0 ? [] : [`${count(lost, 'pipeline construct')} lost`];
  if (settings === undefined || settings.grades.none === 0) return parts[0] ?? null;
  const groups = settingsOfGrade(settings, 'none').length;
  const manual = `${count(settings.grades.none, 'setting')} in ${count(groups, 'group')}`;
  return [manual, ...parts].join(', ');
}

/** The first, and how many there are. */
function notesText([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  return others.length === 0 ? first : `${others.length + 1}: ${first}`;
}

function identicalText({ dryRun }: Reviewed): string {
  const { imported, settings } = dryRun.result ?? {};
  const exact = settings?.grades.exact ?? 0;
  return [
    'branches and tags',
    ...(imported === undefined ? [] : ['pull requests with authors and dates']),
    ...(exact === 0 ? [] : [count(exact, 'setting')]),
  ].join(', ');
}

function differentText({ dryRun }: Reviewed): string | null {
  const { forecast, settings, pipelines } = dryRun.result ?? {};
  const { changed = 0 } = pipelines ?? {};
  const { total = 0 } = forecast?.all.facts ?? {};
  const { stricter = 0, looser = 0 } = settings?.grades ?? {};
  const parts = [
    ...(total === 0
      ? []
      : [`${count(total, 'pull request')}: created by your account, dated today`]),
    ...(stricter === 0 ? [] : [`${count(stricter, 'setting')} stricter`]),
    ...(looser === 0 ? [] : [`${count(looser, 'setting')} looser`]),
    ...(changed === 0 ? [] : [`${count(changed, 'pipeline construct')} changed`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function peopleText({ people, dryRun }: Reviewed): string | null {
  const outside = dryRun.result?.settings?.outside?.length ?? 0;
  const without = people?.without.length ?? 0;
  const parts = [
    ...(without === 0
      ? []
      : [
          `${without} of ${people?.seen ?? 0} in pull requests ${without === 1 ? 'has' : 'have'} no GitHub login: plain text`,
        ]),
    ...(outside === 0 ? [] : [`${outside} not in the organization`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
