import type { JsonContext } from '../repositories/repository-json.ts';
import { bitbucketTime } from './identities.ts';
import type { BitbucketPerson } from './people.ts';

/** Somebody as they stand in pull requests and comments; `null` for an account that was deleted. */
export function personJson(context: JsonContext, person: BitbucketPerson | null): unknown {
  if (person === null) return null;
  const { apiUrl, gitUrl } = context;
  const { accountId, displayName, nickname, type, username, uuid } = person;
  const encoded = encodeURIComponent(uuid);
  const links = {
    self: { href: `${apiUrl}/2.0/${type === 'team' ? 'workspaces' : 'users'}/${encoded}` },
    avatar: { href: `${gitUrl}/account/${encoded}/avatar/` },
    html: { href: `${gitUrl}/${encoded}/` },
  };
  const named = { display_name: displayName, links, type, uuid };
  if (type === 'team') return { ...named, username };
  if (type === 'user') return { ...named, account_id: accountId, nickname };
  return {
    ...named,
    account_id: accountId,
    kind: 'repository_access_token',
    name: displayName,
    account_status: 'active',
    created_on: bitbucketTime(new Date('2024-01-15T10:00:00.000Z')),
  };
}
