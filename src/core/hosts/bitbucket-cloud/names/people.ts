import * as z from 'zod';
import type { Person } from '../../../ports/records/person.ts';
import { optionalText } from '../../shared/lenient-schema.ts';

const personRow = z
  .object({
    type: z.string().catch(''),
    uuid: optionalText,
    account_id: optionalText,
    username: optionalText,
    nickname: optionalText,
    display_name: optionalText,
  })
  .nullish();

/** A user in pull requests and comments. `null` for a deleted account, and for one without any name or id. */
export const person = personRow.transform((row): Person | null => {
  if (!row) return null;
  const { uuid, account_id: accountId, username, nickname, display_name } = row;
  const id = uuid?.toLowerCase() ?? accountId ?? username ?? nickname ?? display_name;
  if (id === null) return null;
  return {
    id,
    accountId,
    username,
    nickname,
    displayName: display_name ?? nickname ?? username ?? id,
    kind: kindOf(row.type),
  };
});

/** `app_user`: an access token or a bot, `AppUser` in old answers. */
function kindOf(type: string): Person['kind'] {
  if (/^app/i.test(type)) return 'app';
  return type === 'team' ? 'team' : 'user';
}
