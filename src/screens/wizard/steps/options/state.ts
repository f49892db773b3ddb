import type { Config } from '../../../../core/config/config-schema.ts';
import { lfsChoices } from '../../../../core/plan/build-plan.ts';
import { commentModes } from '../../../../core/ports/pull-request-target.ts';
import type { OwnerChoice } from '../../../../core/ports/records/account.ts';
import type { UserMapCheck } from '../../../../core/wizard/check-user-map.ts';
import { defaultWorkers, type WizardOptions } from '../../../../core/wizard/choices.ts';
import { paste, type TextState, textOf, typeKey } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

/** A row of the screen. */
export type OptionName = Exclude<keyof WizardOptions, 'publishPrivate'>;

/** All others are a choice between a few. */
const typedOptions = ['organization', 'userMap', 'groups'] as const;

type TypedOption = (typeof typedOptions)[number];

/** Tells whether its value is typed. */
export function isTyped(name: OptionName): name is TypedOption {
  return typedOptions.some((one) => one === name);
}

type ListedOption = Exclude<OptionName, TypedOption>;

export interface OptionsState {
  readonly organization: TextState;
  readonly userMap: TextState;
  readonly groups: TextState;
  readonly values: Omit<WizardOptions, TypedOption | 'comments' | 'publishPrivate'> & {
    readonly comments: (typeof commentModes)[number];
  };
  readonly focus: OptionName;
  /** Of making repositories public. */
  readonly publication: 'unconfirmed' | 'asked' | 'confirmed';
  /** Slugs of the private repositories for which the word was typed. */
  readonly published: readonly string[];
  readonly owners: readonly OwnerChoice[];
  readonly check: Task<UserMapCheck>;
  /** Requests that reading settings takes; `null` while it is unknown. */
  readonly settingsCost: number | null;
  /** The defaults, by the configuration. */
  readonly standard: {
    readonly comments: (typeof commentModes)[number];
    readonly pullRequests: boolean;
  };
}

export type OptionsAction =
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
  /** The next choice of the field, or the one before. */
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | { readonly type: 'owners'; readonly owners: readonly OwnerChoice[] }
  | { readonly type: 'config'; readonly config: Config }
  | { readonly type: 'check'; readonly check: Task<UserMapCheck> }
  | { readonly type: 'settings-cost'; readonly requests: number | null };

export type OptionsSlice = Slice<'options', OptionsState, OptionsAction>;

export const choicesOf = {
  visibility: ['source', 'private', 'internal', 'public'],
  nameFrom: ['slug', 'name'],
  pullRequests: [true, false],
  comments: commentModes,
  lfs: lfsChoices,
  existing: ['stop', 'skip', 'overwrite'],
  workers: [1, 2, 4, 8, 16, 32],
  settings: [false, true],
  follow: [false, true],
} as const satisfies { readonly [Name in ListedOption]: readonly OptionsState['values'][Name][] };

export function initialOptions(last: Partial<WizardOptions>): OptionsState {
  return {
    organization: textOf(last.organization ?? ''),
    userMap: textOf(last.userMap ?? ''),
    groups: textOf(last.groups ?? ''),
    values: {
      // So must making them public.
      visibility: last.visibility === 'public' ? 'source' : (last.visibility ?? 'source'),
      nameFrom: last.nameFrom ?? 'slug',
      pullRequests: last.pullRequests ?? true,
      comments: last.comments ?? 'threaded',
      lfs: last.lfs ?? 'found',
      // Replacing repositories must be selected each time.
      existing: last.existing === 'skip' ? 'skip' : 'stop',
      workers: last.workers ?? defaultWorkers,
      settings: last.settings ?? false,
      follow: last.follow ?? false,
    },
    focus: 'organization',
    publication: 'unconfirmed',
    published: [],
    owners: [],
    check: idle,
    settingsCost: null,
    standard: { comments: 'threaded', pullRequests: true },
  };
}

/** The fields in the order of the screen. Pure. */
export function optionNames({ values }: Pick<OptionsState, 'values'>): readonly OptionName[] {
  const { pullRequests, settings } = values;
  return [
    'organization',
    'visibility',
    'nameFrom',
    'existing',
    'lfs',
    'pullRequests',
    ...(pullRequests ? (['comments'] as const) : []),
    ...(pullRequests || settings ? (['userMap'] as const) : []),
    'workers',
    'settings',
    ...(settings ? (['groups'] as const) : []),
    'follow',
  ];
}

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
    case 'turn':
      return turn(state, action.by);
    case 'owners': {
      const [first] = action.owners;
      const isEmpty = state.organization.text === '';
      const organization =
        isEmpty && first !== undefined ? textOf(first.login) : state.organization;
      return { ...state, owners: action.owners, organization };
    }
    case 'config':
      return withConfig(state, action.config);
    case 'check':
      return { ...state, check: action.check };
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
  const { focus, owners } = state;
  if (focus === 'userMap' || focus === 'groups') return state;
  if (focus === 'organization') {
    const logins = owners.map(({ login }) => login);
    return logins.length === 0
      ? state
      : { ...state, organization: textOf(next(logins, state.organization.text, by)) };
  }
  // No flag migrates pull requests that the configuration leaves out.
  if (focus === 'pullRequests' && !state.standard.pullRequests) return state;
  const choices: readonly unknown[] = choicesOf[focus];
  const values = { ...state.values, [focus]: next(choices, state.values[focus], by) };
  const changed = { ...state, values };
  return focus === 'visibility' ? { ...changed, publication: 'unconfirmed' } : changed;
}

function next<T>(all: readonly T[], now: T, by: 1 | -1): T {
  const at = all.indexOf(now);
  return all[(Math.max(0, at) + (at === -1 ? 0 : by) + all.length) % all.length] ?? now;
}

function withConfig(state: OptionsState, { pull_requests: said }: Config): OptionsState {
  const standard = { comments: said?.comments ?? 'threaded', pullRequests: said?.migrate ?? true };
  const isUntouched = state.values.comments === state.standard.comments;
  const values = {
    ...state.values,
    ...(isUntouched ? { comments: standard.comments } : {}),
    ...(standard.pullRequests ? {} : { pullRequests: false }),
  };
  return { ...state, standard, values };
}

/** Tells whether a word has to be typed before repositories become public. Pure. */
export function needsPublication({
  values,
  publication,
}: Pick<OptionsState, 'values' | 'publication'>): boolean {
  return values.visibility === 'public' && publication !== 'confirmed';
}

/** The selected options; `null` or empty where the default applies. Pure. */
export function optionsOf(state: OptionsState): WizardOptions {
  const { values, standard } = state;
  const isMigrated = values.pullRequests && standard.pullRequests;
  return {
    ...values,
    publishPrivate: values.visibility === 'public' && state.publication === 'confirmed',
    organization: state.organization.text.trim(),
    userMap: isMigrated || values.settings ? state.userMap.text.trim() : '',
    groups: values.settings ? state.groups.text.trim() : '',
    pullRequests: isMigrated || !standard.pullRequests,
    comments: !isMigrated || values.comments === standard.comments ? null : values.comments,
  };
}
