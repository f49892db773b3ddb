import type { Config } from '../../../../core/config/config-schema.ts';
import { baseVariable, namesOf } from '../../../../core/ports/credentials/source-tokens.ts';
import { paste, type TextState, textOf, typeKey } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle } from '../../engine/tasks.ts';
import { rowsOf, type Side, type TargetKind, type TokenWay } from './fields.ts';
import type { CredentialsState, RowName } from './model.ts';
import {
  allVariants,
  hostOf,
  knownVariant,
  type SourceVariant,
  sourceHosts,
  variantOf,
} from './source-hosts.ts';
import { missingField, waysOf } from './values.ts';

export type CredentialsAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'focus'; readonly name: RowName }
  /** The next choice of the row, or the one before. */
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | { readonly type: 'variant'; readonly variant: SourceVariant }
  | { readonly type: 'way'; readonly way: TokenWay }
  | { readonly type: 'has-gh' }
  | { readonly type: 'config'; readonly config: Config }
  | { readonly type: 'gh'; readonly task: CredentialsState['ghTask'] }
  | { readonly type: 'gh-token'; readonly hostname: string; readonly token: string }
  | { readonly type: 'source'; readonly task: CredentialsState['source'] }
  | { readonly type: 'target'; readonly task: CredentialsState['target'] };

export type CredentialsSlice = Slice<'credentials', CredentialsState, CredentialsAction>;

/** Reads only names of the environment, and the target's address. */
export function initialCredentials(
  environment: Readonly<Record<string, string | undefined>>,
): CredentialsState {
  const set = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const found = new Set(set.flatMap(([name]) => [name, baseVariable(name)]));
  const known = allVariants.find(({ secret }) => found.has(secret))?.name;
  const named = sourceHosts.find(({ address }) => address !== null && found.has(address));
  const state: CredentialsState = {
    variant: known ?? (named ?? sourceHosts[0]).variants[0].name,
    targetKind: kindOfTarget(found),
    found,
    inFile: new Set(),
    tokenVariables: ['SRC_ACCESS_TOKEN', 'SRC_TOKEN'].flatMap((name) => namesOf(environment, name)),
    enterpriseUrl: environment.DST_ENTERPRISE_URL ?? '',
    typed: {},
    focus: 'source-host',
    hasGh: false,
    way: 'own',
    gh: null,
    ghTask: idle,
    source: idle,
    target: idle,
  };
  const missing = known === undefined ? undefined : missingField(state);
  return { ...state, focus: missing?.name ?? 'source-host' };
}

/** Pure. */
export function reduceCredentials(
  state: CredentialsState,
  action: CredentialsAction,
): CredentialsState {
  switch (action.type) {
    case 'key':
      return edit(state, (text) => typeKey(text, action.stroke));
    case 'paste':
      return edit(atMissing(state), (text) => paste(text, action.text, ''));
    case 'move': {
      const rows = rowsOf(state);
      const at = rows.findIndex(({ name }) => name === state.focus);
      const to = rows[(at + action.by + rows.length) % rows.length];
      return to === undefined ? state : { ...state, focus: to.name };
    }
    case 'focus':
      return { ...state, focus: action.name };
    case 'turn':
      return turn(state, action.by);
    case 'variant':
      return { ...state, variant: action.variant, source: idle };
    case 'way':
      return { ...state, way: action.way, ghTask: idle, target: idle };
    case 'has-gh':
      return { ...state, hasGh: true };
    case 'config':
      return withConfig(state, action.config);
    case 'gh':
      return { ...state, ghTask: action.task };
    case 'gh-token': {
      const { hostname, token } = action;
      return { ...state, gh: { hostname, token }, ghTask: idle };
    }
    case 'source':
      return atRefused({ ...state, source: action.task }, 'source');
    case 'target':
      return atRefused({ ...state, target: action.task }, 'target');
  }
}

function kindOfTarget(found: ReadonlySet<string>): TargetKind {
  if (found.has('DST_API_URL')) return 'addresses';
  return found.has('DST_ENTERPRISE_URL') ? 'enterprise' : 'github.com';
}

/** The file's addresses count where the environment has none. */
function withConfig(state: CredentialsState, { source, target }: Config): CredentialsState {
  const { found } = state;
  const hasTarget = found.has('DST_API_URL') || found.has('DST_ENTERPRISE_URL');
  const addresses = [
    ['SRC_DATA_CENTER_URL', source?.data_center_url],
    ['DST_API_URL', hasTarget ? undefined : target?.api_url],
    ['DST_ENTERPRISE_URL', hasTarget ? undefined : target?.enterprise_url],
  ] as const;
  const inFile = addresses.flatMap(([name, url]) =>
    url === undefined || found.has(name) ? [] : [name],
  );
  if (inFile.length === 0) return state;
  const all = new Set([...found, ...inFile]);
  const { enterprise_url: enterpriseUrl = state.enterpriseUrl } = target ?? {};
  const targetKind = kindOfTarget(all);
  return { ...state, found: all, inFile: new Set(inFile), enterpriseUrl, targetKind };
}

/** A changed value resets the check of its side. */
function edit(state: CredentialsState, change: (text: TextState) => TextState): CredentialsState {
  const row = rowsOf(state).find(({ name }) => name === state.focus);
  if (row === undefined) return state;
  if (row.kind === 'choice') return state;
  const { name, side } = row;
  const before = state.typed[name] ?? textOf('');
  const after = change(before);
  if (after === before) return state;
  const typed = { ...state.typed, [name]: after };
  if (after.text === before.text) return { ...state, typed };
  return { ...state, typed, [side]: idle, ...(side === 'target' ? ownWay : {}) };
}

/** A value that is pasted at a choice belongs to the field of its side that has none. */
function atMissing(state: CredentialsState): CredentialsState {
  const row = rowsOf(state).find(({ name }) => name === state.focus);
  const missing = missingField(state);
  if (row?.kind !== 'choice' || missing?.side !== row.side) return state;
  return { ...state, focus: missing.name };
}

/** A refused secret is typed again: the cursor goes there, unless it is in a field or at a refused one. */
function atRefused(state: CredentialsState, side: Side): CredentialsState {
  const rows = rowsOf(state);
  const here = rows.find(({ name }) => name === state.focus);
  const task = state[side];
  // What is missing comes first.
  if (missingField(state) !== undefined) return state;
  if (here?.kind !== 'choice' || task.status !== 'failed') return state;
  const secret = rows.find((row) => row.side === side && row.kind === 'field' && row.isSecret);
  if (task.failure.code !== 'credentials' || secret === undefined) return state;
  return { ...state, focus: secret.name };
}

/** Another address has other tokens, and what is typed wins. */
const ownWay = { way: 'own', gh: null, ghTask: idle } as const;

function turn(state: CredentialsState, by: 1 | -1): CredentialsState {
  switch (state.focus) {
    case 'source-host': {
      const host = next(sourceHosts, hostOf(state), by);
      return { ...state, variant: knownVariant(host, state.found), source: idle };
    }
    case 'sign-in': {
      const variant = next(hostOf(state).variants, variantOf(state), by).name;
      return { ...state, variant, source: idle };
    }
    case 'target-host': {
      const targetKind = state.targetKind === 'enterprise' ? 'github.com' : 'enterprise';
      return { ...state, targetKind, target: idle, ...ownWay };
    }
    case 'DST_TOKEN': {
      const way = next(waysOf(state), state.way, by);
      return { ...state, way, ghTask: idle, target: idle };
    }
    default:
      return state;
  }
}

function next<T>(all: readonly T[], now: unknown, by: 1 | -1): T {
  const at = (all as readonly unknown[]).indexOf(now);
  return all[(at + by + all.length) % all.length] as T;
}
