import * as z from 'zod';
import type { Person } from '../../ports/records/person.ts';

const name = z.string().min(1).nullish().catch(null);

const personRow = z
  .object({
    type: z.string().catch(''),
    uuid: name,
    account_id: name,
    username: name,
    nickname: name,
    display_name: name,
  })
  .nullish();

/** A user in pull requests and comments. `null` for a deleted account, and for one without any name or id. */
export const person = personRow.transform((row): Person | null => {
  if (row === null || row === undefined) return null;
  const { uuid, account_id, username, nickname, display_name } = row;
  const id = uuid?.toLowerCase() ?? account_id ?? username ?? nickname ?? display_name;
  if (id === null || id === undefined) return null;
  return {
    id,
    accountId: account_id ?? null,
    username: username ?? null,
    nickname: nickname ?? null,
    displayName: display_name ?? nickname ?? username ?? id,
    kind: kindOf(row.type),
  };
});

/** `app_user`: an access token or a bot, `AppUser` in old answers. */
function kindOf(type: string): Person['kind'] {
  if (/^app/i.test(type)) return 'app';
  return type === 'team' ? 'team' : 'user';
}
