import { hash } from 'node:crypto';
import type { GithubAccount } from '../../accounts/account.ts';
import { makeAccount } from '../../accounts/account-book.ts';
import type { GithubHost } from '../../host.ts';
import { type LoadedArchive, type Records, recordsOf } from '../archive.ts';
import type { ImportContext } from './import-context.ts';

/** Makes a mannequin for each person who has none yet. Whoever has taken one over stands for the person at once. */
export function importPeople(
  host: GithubHost,
  { archive, organization }: { archive: LoadedArchive; organization: GithubAccount },
): ImportContext['people'] {
  const { importer } = host;
  const byAddress = new Map<string, GithubAccount>();
  for (const record of recordsOf(archive, 'users')) {
    const known = importer.mannequins.find(
      (one) => one.organization === organization && one.source === record.url,
    );
    const person = known ?? {
      organization,
      source: record.url,
      account: makeMannequin(host, record, organization),
      email: importer.rules.keepsEmails ? (record.emails[0]?.address ?? null) : null,
      createdAt: host.now(),
      invited: null,
      claimant: null,
    };
    if (known === undefined) importer.mannequins.push(person);
    byAddress.set(record.url, person.claimant ?? person.account);
  }
  let ghost: GithubAccount | null = null;
  return (address) => {
    const found = address == null ? undefined : byAddress.get(address);
    ghost ??= makeAccount({ kind: 'user', login: 'ghost', name: 'Deleted user' }, 10_137);
    return found ?? ghost;
  };
}

function makeMannequin(
  { importer }: GithubHost,
  { url, login, name }: Records['users'],
  organization: GithubAccount,
): GithubAccount {
  const opaque = hash('sha256', `${organization.id} ${url}`, 'base64url').replace(/[_-]/g, '');
  return makeAccount(
    {
      kind: 'mannequin',
      login: importer.rules.keepsLogins ? login : opaque.slice(0, 24),
      name: name ?? login,
    },
    importer.nextId(),
  );
}
