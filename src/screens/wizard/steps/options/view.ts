import { factsOf } from '../../../../core/forecast/facts.ts';
import { type Forecast, forecast } from '../../../../core/forecast/forecast.ts';
import { count, formatDuration } from '../../../../core/kernel/format/format.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import {
  choicesOf,
  controlOf,
  isTyped,
  type OptionName,
} from '../../../../core/options/controls.ts';
import type { SourceKind } from '../../../../core/ports/records/repository.ts';
import type { UserMapCheck } from '../../../../core/wizard/check-user-map.ts';
import type { PlanLimit } from '../../../../core/wizard/plan-limit.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { cutPath } from '../../../../ui/text/text-width.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import {
  choiceRows,
  failureView,
  type LineOptions,
  marked,
  pointerAt,
  type View,
} from '../../engine/view.ts';
import { workersText } from '../selection/limit.ts';
import type { SelectionState } from '../selection/model.ts';
import { type OptionsState, optionNames } from '../state/options.ts';
import { largeLines } from './large-files.ts';
import { ownerChoices, ownerLines } from './organization.ts';

interface ViewOptions extends LineOptions {
  /** Of the selected repositories; `null` where some were not scanned. */
  readonly forecast: Forecast | null;
  /** `null` while it is unknown. */
  readonly limit: PlanLimit | null;
  /** Slugs of selected repositories that are large enough for such files. */
  readonly large: readonly string[];
}

/** Pure. */
export function optionText(name: OptionName, value: string | number | boolean): string {
  return controlOf(name).texts?.[String(value)] ?? String(value);
}

const labelWidth = 14;

/** Pure. */
export function optionsView(state: OptionsState, options: ViewOptions): View {
  const lines: Line[] = [];
  let [from, to] = [0, 0];
  let group: Group;
  for (const name of optionNames(state)) {
    const own = controlOf(name).group;
    if (own !== undefined && own !== group) lines.push([], line(['title', titles[own]]));
    group = own;
    const isHere = name === state.focus;
    if (isHere) from = lines.length;
    lines.push(fieldLine(state, name, options));
    if (isHere) lines.push(...aboutLines(state, options));
    if (name === 'organization') lines.push(...ownerLines(state, options));
    if (name === 'userMap') lines.push(...mapLines(state, options));
    if (isHere) to = lines.length - 1;
  }
  return { lines, from, to };
}

type Group = ReturnType<typeof controlOf>['group'];

const titles = { contents: 'What is migrated', way: 'How' } as const;

/** Below the row at the cursor. */
function aboutLines(state: OptionsState, options: ViewOptions): readonly Line[] {
  const { width, glyphs } = options;
  const { focus, settingsCost } = state;
  const indent = glyphs.pointer.length + 1;
  const room = width - indent;
  const requests = count(settingsCost ?? 0, 'request');
  const isLeftOut = focus === 'pullRequests' && !state.standard.pullRequests;
  const lines = [
    ...choiceLines(state, { width: room, glyphs }),
    ...wrap(controlOf(focus).hint, room).map((text) => line(['quiet', text])),
    ...(focus === 'settings' && settingsCost !== null
      ? wrap(`Reading them takes at least ${requests} to Bitbucket.`, room).map((one) => line(one))
      : []),
    ...(focus === 'largeFiles' ? largeLines(state, { ...options, width: room }) : []),
    ...(focus === 'comments' ? hoursLines(state, { ...options, width: room }) : []),
    ...(isLeftOut
      ? marked(
          glyphs.warning,
          'warning',
          'migrator.yaml skips them (pull_requests.migrate: false)',
          room,
        )
      : []),
  ];
  return lines.map((one) => line(' '.repeat(indent), ...one));
}

/** Every choice of the row at the cursor, on one row where they fit. */
function choiceLines(state: OptionsState, options: LineOptions): readonly Line[] {
  const { focus, values } = state;
  const { width, glyphs } = options;
  if (focus === 'organization') return ownerChoices(state, options);
  if (isTyped(focus)) return [];
  const all: readonly (string | number | boolean)[] = choicesOf(focus);
  if (all.length > mostChoices) return [];
  const choices = all.map((value) => ({
    text: optionText(focus, value),
    isOn: value === values[focus],
  }));
  return choiceRows(choices, { width, glyphs });
}

/** More of them are a range of numbers. */
const mostChoices = 6;

function fieldLine(state: OptionsState, name: OptionName, options: ViewOptions): Line {
  const { width, glyphs, limit } = options;
  const isHere = name === state.focus;
  const pointer = pointerAt(isHere, glyphs);
  const head = line([
    isHere ? 'selected' : 'quiet',
    `${pointer} ${controlOf(name).label.padEnd(labelWidth)} `,
  ]);
  if (!isTyped(name)) {
    const value = state.values[name];
    const text =
      name === 'workers' ? workersText(limit, state.values.workers) : optionText(name, value);
    return isHere
      ? [
          ...head,
          ...line(['key', `${glyphs.previous} `], ['strong', text], ['key', ` ${glyphs.next}`]),
        ]
      : [...head, ...line(text)];
  }
  const text = state[name];
  const space = width - pointer.length - labelWidth - 2;
  if (!isHere && text.text !== '') {
    return [...head, ...line(cutPath(text.text, space, glyphs.ellipsis))];
  }
  const typed = textLine(text, { width: space, glyphs, hasCursor: isHere });
  if (text.text !== '') return [...head, ...typed];
  return [...head, ...typed, ...line(['quiet', controlOf(name).empty ?? ''])];
}

function mapLines({ check, userMap }: OptionsState, options: ViewOptions): readonly Line[] {
  const { width, glyphs } = options;
  if (userMap.text.trim() === '' || check.status === 'idle') return [];
  if (check.status === 'running')
    return [line(['active', `  ${glyphs.waiting} checking the users ...`])];
  if (check.status === 'failed') return failureView(check.failure, options);
  return checkedLines(check.value, { width, glyphs });
}

function namesText(all: readonly string[]): string {
  const more = all.length > 5 ? ` and ${all.length - 5} more` : '';
  return `${all.slice(0, 5).map(safe).join(', ')}${more}`;
}

function checkedLines(
  { rows, mapped, unknown, unmatched, unused, seen }: UserMapCheck,
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const people = unmatched.map(({ person }) => person.displayName);
  return [
    ...marked(
      glyphs.succeeded,
      'good',
      `${count(rows, 'row')}, ${mapped} mapped to GitHub users`,
      width,
    ),
    ...(unknown.length === 0
      ? []
      : marked(glyphs.failed, 'bad', `GitHub has no user ${namesText(unknown)}`, width)),
    ...(unused === ''
      ? []
      : marked(glyphs.warning, 'warning', `Bitbucket has no user ${safe(unused)}`, width)),
    ...(people.length === 0
      ? []
      : marked(
          glyphs.warning,
          'warning',
          `${people.length} of ${count(seen, 'person', 'people')} seen in pull requests ${people.length === 1 ? 'is' : 'are'} not mapped: ${namesText(people)}`,
          width,
        )),
    ...(seen === 0
      ? marked(glyphs.pending, 'quiet', 'A deep scan shows who is missing.', width)
      : []),
  ];
}

function hoursLines(
  state: OptionsState,
  { forecast: known, glyphs, width }: ViewOptions,
): readonly Line[] {
  if (known === null) {
    return marked(
      glyphs.pending,
      'quiet',
      'A deep scan shows how many hours each choice takes.',
      width,
    );
  }
  return (['threaded', 'compact', 'folded'] as const).map((mode) => {
    const { mergedByPush, mergedByRequest } = known.times[mode];
    const hours = timeText(mergedByPush);
    const most =
      mergedByRequest > mergedByPush + 60_000 ? `, at most ${timeText(mergedByRequest)}` : '';
    const text = `${mode.padEnd(9)} ${hours}${most}, ${count(known.all.costs[mode].creating, 'content-creating request')}`;
    return mode === state.values.comments ? line(['strong', text]) : line(text);
  });
}

function timeText(milliseconds: number): string {
  return milliseconds < 60_000 ? 'under a minute' : formatDuration(milliseconds);
}

/** `null` where some of the selected repositories were not scanned. Pure. */
export function selectionForecast(
  { selected, facts }: Pick<SelectionState, 'selected' | 'facts'>,
  hosts: { readonly kind?: SourceKind; readonly targetIsLimited?: boolean | undefined } = {},
): Forecast | null {
  const inputs = [...selected].map((source) => ({
    source,
    facts: factsOf(facts.get(source) ?? {}),
  }));
  return inputs.length === 0 || inputs.some((one) => one.facts === null)
    ? null
    : forecast(inputs, hosts);
}
