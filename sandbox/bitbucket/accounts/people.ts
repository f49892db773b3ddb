import { createHash } from 'node:crypto';
import { stableUuid } from './identities.ts';

/** Somebody on the host. */
export interface BitbucketPerson {
  readonly type: 'user' | 'app_user' | 'team';
  readonly uuid: string;
  /** Teams have none. */
  readonly accountId: string | null;
  readonly displayName: string;
  readonly nickname: string | null;
  /** Since the host hides them, most people have none; teams do. */
  readonly username: string | null;
  /** Shows in commits only, where it is an author's. */
  readonly email: string | null;
  /** True if the workspace lists the person among its members. */
  readonly isMember: boolean;
}

export interface AddPerson {
  readonly name: string;
  /** `user` if left out; `app_user`: an access token. */
  readonly type?: BitbucketPerson['type'];
  /** The name in small letters if left out. */
  readonly nickname?: string | null;
  readonly accountId?: string;
  readonly username?: string;
  readonly email?: string;
  /** True for users if left out. */
  readonly isMember?: boolean;
}

/** The same name always gives the same identities. */
export function makePerson(added: AddPerson): BitbucketPerson {
  const { name, type = 'user' } = added;
  const nickname = name.toLowerCase().replace(/\s+/g, '.');
  const digest = createHash('sha256').update(`account ${name}`).digest('hex');
  const accountId = added.accountId ?? `712020:${digest.slice(0, 32)}`;
  return {
    type,
    uuid: stableUuid(`person ${name}`),
    accountId: type === 'team' ? null : accountId,
    displayName: name,
    nickname: type === 'user' ? (added.nickname === undefined ? nickname : added.nickname) : null,
    username: added.username ?? (type === 'team' ? nickname : null),
    email: added.email ?? null,
    isMember: added.isMember ?? type === 'user',
  };
}
