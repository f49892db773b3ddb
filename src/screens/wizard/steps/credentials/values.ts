import type {
  CredentialVariable,
  SelectedCredentials,
} from '../../../../core/wizard/credentials.ts';
import {
  type Choice,
  type Field,
  fieldsOf,
  type Side,
  type TokenWay,
  tokenWays,
} from './fields.ts';
import { hostNames, labelOf } from './labels.ts';
import type { CredentialsState } from './model.ts';

/** Of the target; `null` while it is unknown, or only known by two addresses. */
export function targetHostname({
  targetKind,
  typed,
  enterpriseUrl,
}: Pick<CredentialsState, 'targetKind' | 'typed' | 'enterpriseUrl'>): string | null {
  if (targetKind === 'github.com') return 'github.com';
  if (targetKind === 'addresses') return null;
  const address = typed.DST_ENTERPRISE_URL?.text || enterpriseUrl;
  const { hostname = '' } = URL.parse(address.trim()) ?? {};
  return hostname === '' ? null : hostname.replace(/^api\.(?=.*\.ghe\.com$)/, '');
}

/** A typed token leaves no choice. */
export function waysOf(state: CredentialsState): readonly TokenWay[] {
  if ((state.typed.DST_TOKEN?.text ?? '') !== '') return ['own'];
  return tokenWays({ ...state, hostname: targetHostname(state) });
}

/** Tells whether left and right change the focused row. */
export function hasChoices(state: CredentialsState): boolean {
  const names: readonly Choice['name'][] = ['source-host', 'sign-in', 'target-host'];
  if (names.some((name) => name === state.focus)) return true;
  return state.focus === 'DST_TOKEN' && waysOf(state).length > 1;
}

function typedText(state: Pick<CredentialsState, 'typed'>, name: CredentialVariable): string {
  return state.typed[name]?.text ?? '';
}

export function isMissing(state: CredentialsState, { name }: Field): boolean {
  if (name === 'DST_TOKEN' && state.way !== 'own') return state.way === 'gh' && state.gh === null;
  return typedText(state, name) === '' && !state.found.has(name);
}

/** The first field without a usable value. */
export function missingField(state: CredentialsState): Field | undefined {
  return fieldsOf(state).find((field) => problemOf(state, field) !== null);
}

/** Why a field cannot be checked with its host yet; `null`: it can. Pure. */
export function problemOf(state: CredentialsState, field: Field): string | null {
  const label = labelOf(field.name, state.variant);
  if (isMissing(state, field)) return `Still missing: ${label} for ${hostNames[field.side]}`;
  const text = typedText(state, field.name).trim();
  const isEmail = field.name === 'SRC_USERNAME' && state.variant === 'api-token';
  if (text === '' || !isEmail || /[^@]@[^@]/.test(text)) return null;
  return 'Not an email address: enter the email of your Atlassian account';
}

/** Tells whether a side has all credentials. */
export function isComplete(state: CredentialsState, side: Side): boolean {
  return fieldsOf(state).every((field) => field.side !== side || problemOf(state, field) === null);
}

export function isVerified({ source, target }: CredentialsState): boolean {
  return source.status === 'done' && target.status === 'done';
}

/** The first organization of the target's account, if any. */
export function firstOrganization({ target }: CredentialsState): string | null {
  const owners = target.status === 'done' ? target.value.owners : [];
  return owners.find(({ kind }) => kind === 'organization')?.login ?? null;
}

/** Returns what the fields on the screen come to. */
export function selectedCredentials(state: CredentialsState): SelectedCredentials {
  const { way, gh, targetKind } = state;
  const fields = fieldsOf(state);
  const texts = fields.map(({ name }) => [name, typedText(state, name).trim()] as const);
  const isOther = targetKind === 'github.com' && state.found.has('DST_ENTERPRISE_URL');
  const typed = {
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    // Otherwise migrator.yaml would name another.
    ...(isOther ? { DST_ENTERPRISE_URL: 'https://github.com' } : {}),
  };
  return {
    typed: way === 'gh' && gh !== null ? { ...typed, DST_TOKEN: gh.token } : typed,
    sourceVariables: fields.filter(({ side }) => side === 'source').map(({ name }) => name),
    tokenVariable: way === 'own' || way === 'gh' ? null : way,
    usesEnterprise: targetKind !== 'github.com',
  };
}
