import * as z from 'zod';
import type { Person } from '../../../ports/records/person.ts';
import { optionalText, orNull } from '../../shared/lenient-schema.ts';

const personRow = z
  .object({
    id: orNull(z.union([z.number(), z.string()])),
    name: optionalText,
    slug: optionalText,
    displayName: optionalText,
    emailAddress: optionalText,
    type: z.string().catch(''),
  })
  .nullish();

/**
 * Somebody as pull requests name them. The user name, which may hold blanks and signs, is who they are and what mentions
 * call them; the slug is the same as it stands in addresses. Ids are small numbers, which a text may hold for any reason.
 * `null` for an account that was deleted. Anything but an object is not understood.
 */
export const person = personRow.transform((row): Person | null => {
  if (!row) return null;
  const { id, slug, displayName, emailAddress: email } = row;
  const username = row.name ?? slug;
  const known = username ?? email ?? displayName ?? (id === null ? null : `user ${id}`);
  if (known === null) return null;
  return {
    id: known,
    accountId: null,
    username,
    nickname: slug,
    email,
    displayName: displayName ?? known,
    kind: /^service$/i.test(row.type) ? 'app' : 'user',
  };
});
