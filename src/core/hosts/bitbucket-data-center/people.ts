import * as z from 'zod';
import type { Person } from '../../ports/records/person.ts';

const name = z.string().min(1).nullish().catch(null);

const personRow = z
  .object({
    id: z.union([z.number(), z.string()]).nullish().catch(null),
    name,
    slug: name,
    displayName: name,
    emailAddress: name,
    type: z.string().catch(''),
  })
  .nullish();

/**
 * Somebody as pull requests name them. The user name, which may hold blanks and signs, is who they are and what mentions
 * call them; the slug is the same as it stands in addresses. Ids are small numbers, which a text may hold for any reason.
 * `null` for an account that was deleted. Anything but an object is not understood.
 */
export const person = personRow.transform((row): Person | null => {
  if (row === null || row === undefined) return null;
  const { id, slug, displayName, emailAddress } = row;
  const username = row.name ?? slug;
  const known = username ?? emailAddress ?? displayName ?? (id == null ? null : `user ${id}`);
  if (known === null || known === undefined) return null;
  return {
    id: known,
    accountId: null,
    username: username ?? null,
    nickname: slug ?? null,
    email: emailAddress ?? null,
    displayName: displayName ?? known,
    kind: /^service$/i.test(row.type) ? 'app' : 'user',
  };
});
