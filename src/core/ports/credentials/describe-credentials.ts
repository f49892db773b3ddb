import { listed } from '../../kernel/environment.ts';
import { safe } from '../../kernel/format/terminal-text.ts';
import type { Account, UsedCredential } from '../records/account.ts';

/** Returns notes for people about several credentials that are used side by side; none for one. Pure. */
export function credentialTexts({
  credentials = [],
}: Pick<Account, 'credentials'>): readonly string[] {
  if (credentials.length < 2) return [];
  const names = listed(credentials.map(({ variable }) => variable));
  const widest = credentials.reduce((one, other) => (other.lists > one.lists ? other : one));
  const narrow = credentials.filter(({ lists }) => lists < widest.lists);
  const owners = new Set(credentials.map(({ displayName }) => displayName));
  return [
    `Reading with ${credentials.length} Bitbucket credentials: ${names}`,
    ...(narrow.length === 0 ? [] : [narrowText(narrow, widest)]),
    ...(owners.size === 1 ? [] : [ownersText(credentials, widest)]),
    ...scopesTexts(credentials),
  ];
}

function narrowText(narrow: readonly UsedCredential[], widest: UsedCredential): string {
  const names = listed(narrow.map(({ variable }) => variable));
  const verb = narrow.length === 1 ? 'reads' : 'read';
  return `${names} ${verb} only part of what ${widest.variable} can read: used only for that part`;
}

/** Permissions and lists are those of an account. */
function ownersText(credentials: readonly UsedCredential[], widest: UsedCredential): string {
  const owners = credentials.map((one) => `${one.variable} of ${safe(one.displayName)}`);
  return `Different accounts: ${listed(owners)}; lists and people are read with ${widest.variable}`;
}

function scopesTexts(credentials: readonly UsedCredential[]): readonly string[] {
  const known = new Set(credentials.flatMap(({ scopes }) => scopes ?? []));
  return credentials.flatMap(({ variable, scopes }) => {
    const missing = scopes === null ? [] : [...known].filter((scope) => !scopes.includes(scope));
    if (missing.length === 0) return [];
    return [
      `${variable} lacks scopes that the others have: ${missing.map(safe).sort().join(', ')}`,
    ];
  });
}
