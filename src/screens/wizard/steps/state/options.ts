import type { Config } from '../../../../core/config/config-schema.ts';
import type { LargeFilesFound } from '../../../../core/discovery/large-files/find-large-files.ts';
import {
  allOptionNames,
  choicesOf,
  controlOf,
  defaultValues,
  isNullable,
  isTyped,
  type ListedValues,
  type OptionName,
  type TypedOption,
  type WizardOptions,
} from '../../../../core/options/controls.ts';
import { pullRequestOptions } from '../../../../core/options/pull-requests.ts';
import { runOptions } from '../../../../core/options/table.ts';
import { type RunValues, runValues, type Values } from '../../../../core/options/values.ts';
import type { UserMapCheck } from '../../../../core/wizard/check-user-map.ts';
import {
  paste,
  presetOf,
  type TextState,
  textOf,
  typeKey,
} from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import { noOwners, type OwnerAction, type OwnerState, reduceOwner, turnOwner } from './owner.ts';

export type OptionsState = Readonly<Record<TypedOption, TextState>> &
  OwnerState & {
    readonly values: ListedValues;
    readonly focus: OptionName;
    /** Of making repositories public or internal. */
    readonly publication: 'unconfirmed' | 'asked' | 'confirmed';
    /** Slugs of the private repositories for which the word was typed. */
    readonly published: readonly string[];
    /** GitHub's importer takes exports of the source. */
    readonly hasExports: boolean;
    /** The source has pipelines. */
    readonly hasPipelines: boolean;
    readonly check: Task<UserMapCheck>;
    readonly largeFiles: Task<LargeFilesFound>;
    /** Requests that reading settings takes; `null` while it is unknown. */
    readonly settingsCost: number | null;
    /** The defaults, by the configuration. */
    readonly standard: RunValues<typeof runOptions & typeof pullRequestOptions>;
  };

export type OptionsAction =
  | OwnerAction
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  /** The whole text of the field. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'focus'; readonly name: OptionName }
  | { readonly type: 'publication'; readonly publication: 'unconfirmed' | 'asked' }
  | { readonly type: 'published'; readonly repositories: readonly string[] }
  /** Of the selected repositories, those that are private. */
  | { readonly type: 'selected'; readonly closed: readonly string[] }
  /** Of repositories that exist on GitHub. */
  | { readonly type: 'set'; readonly existing: ListedValues['existing'] }
  /** The next choice of the field, or the one before. */
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | { readonly type: 'source'; readonly hasExports: boolean; readonly hasPipelines: boolean }
  | { readonly type: 'config'; readonly config: Config }
  | { readonly type: 'check'; readonly check: Task<UserMapCheck> }
  | { readonly type: 'large-files'; readonly task: Task<LargeFilesFound> }
  | { readonly type: 'settings-cost'; readonly requests: number | null };

export type OptionsSlice = Slice<'options', OptionsState, OptionsAction>;

export function initialOptions(last: Partial<WizardOptions>): OptionsState {
  const isKept = (name: OptionName) =>
    !isTyped(name) &&
    (last[name] ?? null) !== null &&
    controlOf(name).forgets?.includes(String(last[name])) !== true;
  const kept = allOptionNames.filter(isKept).map((name) => [name, last[name]]);
  return {
    organization: presetOf(last.organization ?? ''),
    userMap: presetOf(last.userMap ?? ''),
    groups: presetOf(last.groups ?? ''),
    values: { ...defaultValues, ...Object.fromEntries(kept) },
    focus: 'organization',
    ...{ publication: 'unconfirmed', published: [] },
    ...noOwners,
    ...{ hasExports: false, hasPipelines: false },
    ...{ check: idle, largeFiles: idle, settingsCost: null },
    standard: standardOf({}),
  };
}

function standardOf({ migration = {}, pull_requests = {} }: Config): OptionsState['standard'] {
  return {
    ...runValues(runOptions, { file: migration }),
    ...runValues(pullRequestOptions, { file: pull_requests }),
  };
}

/** The fields in the order of the screen. Pure. */
export function optionNames({
  values,
  hasExports,
  hasPipelines,
}: Pick<OptionsState, 'values' | 'hasExports' | 'hasPipelines'>): readonly OptionName[] {
  const all: Values = values;
  const shown: OptionName[] = [];
  for (const name of allOptionNames) {
    const { needs, when = {}, unless = {}, needsExports, needsPipelines } = controlOf(name);
    const fits = (hasExports || !needsExports) && (hasPipelines || !needsPipelines);
    // A value that is not shown does not hold.
    const holds = ([other, value]: readonly [string, unknown]) =>
      all[other] === value && shown.some((one) => one === other);
    const isWanted = Object.entries(when).every(holds) && fits;
    if (!isWanted || Object.entries(unless).some(holds)) continue;
    if (needs?.some((one) => all[one] === true) ?? true) shown.push(name);
  }
  return optionGroups.flatMap((group) => shown.filter((name) => controlOf(name).group === group));
}

/** The most important rows first. */
const optionGroups = [undefined, 'contents', 'way'] as const;

/** Pure. */
export function reduceOptions(state: OptionsState, action: OptionsAction): OptionsState {
  // What is typed then goes into the field of the word.
  const isAsked = state.publication === 'asked';
  if (isAsked && (action.type === 'key' || action.type === 'paste')) return state;
  switch (action.type) {
    case 'key':
      return edit(state, (text) => typeKey(text, action.stroke));
    case 'paste':
      return edit(state, (text) => paste(text, action.text, ''));
    case 'text':
      return edit(state, () => paste(textOf(''), action.text, ''));
    case 'move': {
      const names = optionNames(state);
      const at = names.indexOf(state.focus);
      const to = names[Math.max(0, Math.min(names.length - 1, at + action.by))];
      return to === undefined ? state : { ...state, focus: to };
    }
    case 'focus':
      return { ...state, focus: action.name };
    case 'publication':
      return { ...state, publication: action.publication };
    case 'published':
      return { ...state, publication: 'confirmed', published: action.repositories };
    case 'selected':
      return action.closed.every((slug) => state.published.includes(slug))
        ? state
        : { ...state, publication: 'unconfirmed' };
    case 'set':
      return { ...state, values: { ...state.values, existing: action.existing } };
    case 'turn':
      return turn(state, action.by);
    case 'owners':
    case 'owner':
      return reduceOwner(state, action);
    case 'source':
      return { ...state, hasExports: action.hasExports, hasPipelines: action.hasPipelines };
    case 'config':
      return withConfig(state, action.config);
    case 'check':
      return { ...state, check: action.check };
    case 'large-files':
      return { ...state, largeFiles: action.task };
    case 'settings-cost':
      return { ...state, settingsCost: action.requests };
  }
}

function edit(state: OptionsState, change: (text: TextState) => TextState): OptionsState {
  const { focus } = state;
  if (!isTyped(focus)) return state;
  const text = change(state[focus]);
  if (text === state[focus]) return state;
  const isOther = focus === 'userMap' && text.text !== state.userMap.text;
  return { ...state, [focus]: text, ...(isOther ? { check: idle } : {}) };
}

function turn(state: OptionsState, by: 1 | -1): OptionsState {
  const { focus } = state;
  if (focus === 'organization') return turnOwner(state, by);
  if (isTyped(focus)) return state;
  // No flag migrates pull requests that the configuration leaves out.
  if (focus === 'pullRequests' && !state.standard.pullRequests) return state;
  const choices: readonly unknown[] = choicesOf(focus);
  const values = { ...state.values, [focus]: next(choices, state.values[focus], by) };
  const changed = { ...state, values };
  return focus === 'visibility' ? { ...changed, publication: 'unconfirmed' } : changed;
}

function next<T>(all: readonly T[], now: T, by: 1 | -1): T {
  const at = all.indexOf(now);
  return all[(Math.max(0, at) + (at === -1 ? 0 : by) + all.length) % all.length] ?? now;
}

function withConfig(state: OptionsState, config: Config): OptionsState {
  const standard = standardOf(config);
  const values: Values = state.values;
  const earlier: Values = state.standard;
  const untouched = Object.entries(standard).filter(
    ([name]) => name in values && values[name] === earlier[name],
  );
  return { ...state, standard, values: { ...state.values, ...Object.fromEntries(untouched) } };
}

/** Tells whether a word has to be typed before more people can read repositories. Pure. */
export function needsPublication({
  values,
  publication,
}: Pick<OptionsState, 'values' | 'publication'>): boolean {
  return isOpening(values) && publication !== 'confirmed';
}

/** Tells whether repositories become more open than private. Pure. */
function isOpening({ visibility }: Pick<ListedValues, 'visibility'>): boolean {
  return visibility === 'public' || visibility === 'internal';
}

/** The selected options; `null` or empty where the default applies. Pure. */
export function optionsOf(state: OptionsState): WizardOptions {
  const { values, standard } = state;
  const shown = optionNames(state);
  const textIn = (name: TypedOption) => (shown.includes(name) ? state[name].text.trim() : '');
  const holds: Values = standard;
  const unsaid = allOptionNames.filter(
    (name) => isNullable(name) && (!shown.includes(name) || values[name] === holds[name]),
  );
  const hidden = allOptionNames.filter((name) => !isNullable(name) && !shown.includes(name));
  const defaults: Values = defaultValues;
  return {
    ...values,
    ...Object.fromEntries(hidden.map((name) => [name, defaults[name]])),
    organization: textIn('organization'),
    userMap: textIn('userMap'),
    groups: textIn('groups'),
    ...Object.fromEntries(unsaid.map((name) => [name, null])),
    pullRequests: values.pullRequests || !standard.pullRequests,
    publishPrivate: values.visibility === 'public' && state.publication === 'confirmed',
  };
}
