import {
  commandsForOwnHosts,
  equivalentCommands,
  ownNames,
} from '../../../../core/commands/wizard/choices.ts';
import { count } from '../../../../core/kernel/format/format.ts';
import { shellLines } from '../../../../core/kernel/format/shell-quote.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { changeText } from '../../../../core/report/lines/arrival-text.ts';
import { forecastLines, limitedByLines } from '../../../../core/report/lines/forecast-lines.ts';
import { importedText } from '../../../../core/report/lines/imported-text.ts';
import { sharedKeyText } from '../../../../core/settings/compare/shared-keys.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { indented, type LineOptions, marked } from '../../engine/view.ts';
import type { SelectionState } from '../selection/model.ts';
import {
  problemGroups,
  type Reviewed,
  type ReviewSection,
  type ReviewState,
  type SavedPlan,
} from '../state/review.ts';
import { pipelinesList } from './pipelines-list.ts';
import { settingsList } from './settings-list.ts';
import { actionsText, rowsAhead } from './summary.ts';
import { inWizardWords } from './wizard-words.ts';

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
  const reviewed = task.value;
  switch (section) {
    case 'identical':
      return identicalLines(reviewed, options);
    case 'different':
      return differentLines(reviewed, options);
    case 'by-hand': {
      const { settings, pipelines } = reviewed.dryRun.result ?? {};
      return [
        ...(settings === undefined ? [] : settingsList(settings, 'none', options)),
        ...(pipelines === undefined ? [] : pipelinesList(pipelines, 'lost', options)),
      ];
    }
    case 'people':
      return peopleLines(reviewed, options);
    case 'notes':
      return allNotes(review, reviewed).flatMap((note) =>
        marked(options.glyphs.warning, 'warning', note, options.width),
      );
    case 'cost':
      return forecastPart(reviewed, selection.facts.size > 0, options);
    default:
      return problemPart(reviewed, Number(section.slice('problem-'.length)), options);
  }
}

/** Everything that the checks noted, in the words of the screen. Pure. */
export function allNotes({ notes: found }: ReviewState, reviewed: Reviewed): readonly string[] {
  const actions = actionsText(reviewed);
  // The row of people says the same, with a key to change it.
  const isSaid = (note: string) =>
    (reviewed.people?.without.length ?? 0) > 0 && /^(?:No|The) user map\b/.test(note);
  const keys = (reviewed.dryRun.result?.settings?.sharedKeys ?? []).map(sharedKeyText);
  return [...(actions === '' ? [] : [actions]), ...keys, ...reviewed.notes, ...found]
    .filter((note) => !isSaid(note))
    .map((note) => safe(inWizardWords(note)));
}

/** Every repository of a problem, and its detail. */
function problemPart(reviewed: Reviewed, at: number, { width }: LineOptions): readonly Line[] {
  const group = problemGroups(reviewed)[at];
  if (group === undefined) return [];
  const { cause, repositories } = group;
  return [
    ...(repositories.length === 0 ? indented(safe(cause.message), width) : []),
    ...(cause.detail === null ? [] : indented(safe(cause.detail), width, 'quiet')),
    ...repositories.flatMap((name) => indented(safe(name), width)),
  ];
}

function identicalLines(reviewed: Reviewed, options: LineOptions): readonly Line[] {
  const { imported, settings } = reviewed.dryRun.result ?? {};
  const many = count(rowsAhead(reviewed).length, 'repository', 'repositories');
  const good = (text: string) => marked(options.glyphs.succeeded, 'good', text, options.width);
  return [
    ...good(`Branches and tags of ${many}, with their history`),
    ...(imported === undefined ? [] : good('Pull requests, with their authors and dates')),
    ...(settings === undefined ? [] : settingsList(settings, 'exact', options)),
  ];
}

function differentLines({ dryRun }: Reviewed, options: LineOptions): readonly Line[] {
  const { forecast, settings, pipelines } = dryRun.result ?? {};
  const { glyphs, width } = options;
  const { missingNumbers: missing = 0, total = 0 } = forecast?.all.facts ?? {};
  const texts = [
    ...(total === 0
      ? []
      : [
          `${count(total, 'pull request')}: created by your account, dated today. Each shows its author and date in its text.`,
        ]),
    ...(forecast?.all.arrival?.changed ?? []).map((change) => pullRequestText(changeText(change))),
    ...(missing === 0
      ? []
      : [`${count(missing, 'number')} missing on Bitbucket: filled with closed placeholders`]),
  ];
  return [
    ...texts.flatMap((text) => marked(glyphs.different, 'warning', text, width)),
    ...(settings === undefined
      ? []
      : [
          ...settingsList(settings, 'looser', options),
          ...settingsList(settings, 'stricter', options),
        ]),
    ...(pipelines === undefined ? [] : pipelinesList(pipelines, 'changed', options)),
  ];
}

/** `1 superseded: closed` with the noun. */
function pullRequestText(text: string): string {
  return text.replace(/^([\d,]+) /, (_, many: string) =>
    many === '1' ? '1 pull request ' : `${many} pull requests `,
  );
}

function peopleLines({ people, dryRun }: Reviewed, { width, glyphs }: LineOptions) {
  const { without = [] } = people ?? {};
  const { settings } = dryRun.result ?? {};
  const outside = settings?.outside ?? [];
  const added = settings?.teams ?? [];
  return [
    ...without.flatMap((name) => marked(glyphs.warning, 'warning', safe(name), width)),
    ...outside.flatMap((login) =>
      marked(glyphs.warning, 'warning', `${safe(login)} is not in the organization`, width),
    ),
    ...added.flatMap(({ name, members, incomplete }) => {
      const others = incomplete ? ', others unknown' : '';
      return indented(`Team ${safe(name)}: ${count(members, 'member')}${others}`, width);
    }),
  ];
}

function forecastPart(
  { dryRun, choices }: Reviewed,
  isScanned: boolean,
  { width }: LineOptions,
): readonly Line[] {
  const { forecast: known, imported, settings } = dryRun.result ?? {};
  const plain = (text: string) => wrap(text, width).map((one) => line(one));
  const others = [
    ...(imported === undefined ? [] : plain(`${importedText(imported)}.`)),
    ...(settings === undefined ? [] : plain(settingsCost(settings.forecast))),
  ];
  if (known === undefined) return others;
  if (known.repositories.length === 0 && known.unknown.length > 0) {
    const text = `Pull requests of ${count(known.unknown.length, 'repository', 'repositories')} are not counted. A deep scan in the repository list counts them and shows how long they take.`;
    return [...plain(text), ...others];
  }
  const mode = choices.options.comments ?? 'threaded';
  return (
    [...forecastLines(known, { width }), ...limitedByLines(known)]
      // The screen offers the scan itself.
      .filter((text) => isScanned || !text.startsWith('Count them with:'))
      .map((text) => inWizardWords(text).replace(/^--comments/, 'Comments  '))
      .flatMap((text) => (text.length <= width ? [text] : wrap(text, width)))
      .map((text) => (`${text} `.startsWith(`${mode} `) ? line(['strong', text]) : line(text)))
      .concat(others)
  );
}

function settingsCost({ reads, writes }: { readonly reads: number; readonly writes: number }) {
  return `Settings: about ${count(reads, 'read')} and ${count(writes, 'write')} on GitHub.`;
}

function savedLines(
  { choices }: SavedPlan,
  isDemo: boolean,
  { width }: LineOptions,
): readonly Line[] {
  const head = isDemo
    ? `For your own hosts: replace ${ownNames.workspace} and ${ownNames.organization}, with credentials in the environment:`
    : 'The same commands, with the credentials in the environment:';
  const all = isDemo ? commandsForOwnHosts(choices) : equivalentCommands(choices);
  const commands = all.flatMap((words) => shellLines(words, width).map((text) => line(text)));
  return [...wrap(head, width).map((text) => line(['quiet', text])), ...commands];
}
