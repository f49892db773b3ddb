import type {
  CredentialVariable,
  TypedCredentials,
  Verified,
  VerifiedTarget,
} from '../../../../core/wizard/credentials.ts';
import { paste, type TextState, textOf, typeKey } from '../../../../ui/input/text-state.ts';
import type { Keystroke } from '../../../../ui/keys/keystrokes.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';

export type SourceVariant = 'api-token' | 'app-password' | 'access-token' | 'data-center';

const sourceVariants = ['api-token', 'access-token', 'data-center', 'app-password'] as const;

const secretOf: Readonly<Record<SourceVariant, CredentialVariable>> = {
  'api-token': 'SRC_API_TOKEN',
  'app-password': 'SRC_APP_PASSWORD',
  'access-token': 'SRC_ACCESS_TOKEN',
  'data-center': 'SRC_TOKEN',
};

/** What a secret needs besides: an account or an address. */
const namesOf: Readonly<Record<SourceVariant, CredentialVariable | null>> = {
  'api-token': 'SRC_USERNAME',
  'app-password': 'SRC_USERNAME',
  'access-token': null,
  'data-center': 'SRC_DATA_CENTER_URL',
};

export type Side = 'source' | 'target';

export interface Field {
  readonly variable: CredentialVariable;
  readonly side: Side;
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

export interface CredentialsState {
  readonly variant: SourceVariant;
  /** Variables of the environment. */
  readonly found: ReadonlySet<string>;
  /** In memory only. */
  readonly typed: Readonly<Partial<Record<CredentialVariable, TextState>>>;
  /** The field that gets keys. */
  readonly focus: CredentialVariable;
  readonly source: Task<Verified & { readonly workspaces: readonly string[] | null }>;
  readonly target: Task<VerifiedTarget>;
}

export type CredentialsAction =
  | { readonly type: 'key'; readonly stroke: Keystroke }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'move'; readonly by: 1 | -1 }
  | { readonly type: 'focus'; readonly variable: CredentialVariable }
  | { readonly type: 'variant' }
  | { readonly type: 'source'; readonly task: CredentialsState['source'] }
  | { readonly type: 'target'; readonly task: CredentialsState['target'] };

export type CredentialsSlice = Slice<'credentials', CredentialsState, CredentialsAction>;

/** Reads only names of the environment. */
export function initialCredentials(
  environment: Readonly<Record<string, string | undefined>>,
): CredentialsState {
  const found = new Set(
    Object.entries(environment)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name]) => name),
  );
  const variant = sourceVariants.find((one) => found.has(secretOf[one])) ?? 'api-token';
  const state = { variant, found, typed: {}, source: idle, target: idle };
  const [first] = fieldsOf(state);
  const missing = fieldsOf(state).find((field) => isMissing(state, field));
  return { ...state, focus: (missing ?? first)?.variable ?? 'DST_TOKEN' };
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
      return edit(state, (text) => paste(text, action.text, ''));
    case 'move': {
      const fields = fieldsOf(state);
      const at = fields.findIndex(({ variable }) => variable === state.focus);
      const to = fields[(at + action.by + fields.length) % fields.length];
      return to === undefined ? state : { ...state, focus: to.variable };
    }
    case 'focus':
      return { ...state, focus: action.variable };
    case 'variant': {
      const next = (sourceVariants.indexOf(state.variant) + 1) % sourceVariants.length;
      const variant = sourceVariants[next] ?? 'api-token';
      const focus = fieldsOf({ ...state, variant })[0]?.variable ?? state.focus;
      return { ...state, variant, focus, source: idle };
    }
    case 'source':
      return { ...state, source: action.task };
    case 'target':
      return { ...state, target: action.task };
  }
}

/** A changed value resets the check of its side. */
function edit(state: CredentialsState, change: (text: TextState) => TextState): CredentialsState {
  const { focus } = state;
  const before = state.typed[focus] ?? textOf('');
  const after = change(before);
  if (after === before) return state;
  const typed = { ...state.typed, [focus]: after };
  if (after.text === before.text) return { ...state, typed };
  return { ...state, typed, [sideOf(focus)]: idle };
}

export function sideOf(variable: CredentialVariable): Side {
  return variable.startsWith('SRC_') ? 'source' : 'target';
}

/** In the order of the screen. Pure. */
export function fieldsOf({
  variant,
  found,
}: Pick<CredentialsState, 'variant' | 'found'>): readonly Field[] {
  const source = { side: 'source', isOptional: false } as const;
  const name = namesOf[variant];
  const fields: readonly Field[] = [
    ...(name === null ? [] : [{ ...source, variable: name, isSecret: false }]),
    { ...source, variable: secretOf[variant], isSecret: true },
    { side: 'target', variable: 'DST_TOKEN', isSecret: true, isOptional: false },
    { side: 'target', variable: 'DST_ENTERPRISE_URL', isSecret: false, isOptional: true },
  ];
  // DST_API_URL replaces the address of the server.
  return found.has('DST_API_URL') ? fields.slice(0, -1) : fields;
}

function typedText(state: Pick<CredentialsState, 'typed'>, variable: CredentialVariable): string {
  return state.typed[variable]?.text ?? '';
}

export function isMissing(
  state: Pick<CredentialsState, 'typed' | 'found'>,
  { variable, isOptional }: Field,
): boolean {
  return !isOptional && typedText(state, variable) === '' && !state.found.has(variable);
}

/** Whether a side has all credentials. */
export function isComplete(state: CredentialsState, side: Side): boolean {
  return fieldsOf(state).every((field) => field.side !== side || !isMissing(state, field));
}

export function isVerified({ source, target }: CredentialsState): boolean {
  return source.status === 'done' && target.status === 'done';
}

/** The first organization of the target's account, if any. */
export function firstOrganization({ target }: CredentialsState): string | null {
  const owners = target.status === 'done' ? target.value.owners : [];
  return owners.find(({ kind }) => kind === 'organization')?.login ?? null;
}

/** The values of the fields that are shown. */
export function typedCredentials(state: CredentialsState): TypedCredentials {
  const shown = fieldsOf(state).map(({ variable }) => [variable, typedText(state, variable)]);
  return Object.fromEntries(shown.filter(([, text]) => text !== '')) as TypedCredentials;
}
