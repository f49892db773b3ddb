import { userReference } from '../../../../archive/records/server/user-reference.ts';
import type { Person } from '../../../../ports/records/person.ts';
import { collectLogins, type Logins, loginOf } from '../logins.ts';

/** The format names somebody for everything: this one stands for deleted accounts. */
const nobody: Person = {
  id: 'deleted-account',
  accountId: null,
  username: 'deleted-account',
  nickname: 'deleted-account',
  email: null,
  displayName: 'Deleted account',
  kind: 'user',
};

/** Everybody whom an export of a Data Center names; addresses are its references. */
export interface ServerPeople extends Logins {
  addressOf(person: Person | null): string;
}

export function createServerPeople(): ServerPeople {
  const people = collectLogins({
    // The slug is the name in addresses, and the key of the host's own references.
    loginFor: (person) => person.nickname ?? loginOf(person, ''),
    // No export that was seen has an address of mail.
    addressFor: ({ login, name }) => userReference({ slug: login, name: name ?? login, email: '' }),
  });
  return { ...people, addressOf: (person) => people.addressOf(person ?? nobody) ?? '' };
}
