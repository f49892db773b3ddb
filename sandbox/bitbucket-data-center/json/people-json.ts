import type { BitbucketPerson } from '../../bitbucket/accounts/people.ts';
import { type DataCenterInstance, userNameOf } from '../instance.ts';

/** Whoever is gone keeps a name that says no more. */
const gone = { name: 'user-a8f31', displayName: 'user-a8f31', slug: 'user-a8f31' };

export function personJson(
  { bitbucket }: DataCenterInstance,
  baseUrl: string,
  person: BitbucketPerson | null,
) {
  if (person === null) {
    return { ...gone, emailAddress: '', active: false, id: 9999, type: 'NORMAL', links: {} };
  }
  const name = userNameOf(person);
  const slug = name.toLowerCase().replace(/[^a-z0-9._-]/g, '_');
  return {
    name,
    emailAddress: `${slug}@acme.example`,
    active: true,
    displayName: person.displayName,
    id: bitbucket.people.indexOf(person) + 1,
    slug,
    type: person.type === 'app_user' ? 'SERVICE' : 'NORMAL',
    links: { self: [{ href: `${baseUrl}/users/${slug}` }] },
  };
}
