import type { GithubAccount } from './account.ts';

export interface AccountBook {
  readonly all: readonly GithubAccount[];
  /** @throws Error if the login is taken */
  add(wanted: Pick<GithubAccount, 'kind' | 'login' | 'name'>): GithubAccount;
  /** @param login in any letter case */
  find(login: string): GithubAccount | null;
  /** @throws Error if nobody has it */
  mustFind(login: string): GithubAccount;
}

/** Users and organizations, in the order of adding. */
export function createAccountBook(): AccountBook {
  const all: GithubAccount[] = [];
  const byLogin = new Map<string, GithubAccount>();
  const find = (login: string) => byLogin.get(login.toLowerCase()) ?? null;
  return {
    all,
    add(wanted) {
      if (find(wanted.login) !== null) throw new Error(`The login ${wanted.login} is taken`);
      const account = makeAccount(wanted, 90_000_001 + all.length);
      all.push(account);
      byLogin.set(account.login.toLowerCase(), account);
      return account;
    },
    find,
    mustFind(login) {
      const found = find(login);
      if (found === null) throw new Error(`Nobody on GitHub has the login ${login}`);
      return found;
    },
  };
}

/** An account as it is without anybody's doing. */
export function makeAccount(
  wanted: Pick<GithubAccount, 'kind' | 'login' | 'name'>,
  id: number,
): GithubAccount {
  return {
    ...wanted,
    id,
    emails: new Set(),
    identities: null,
    members: new Map(),
    membersMayCreateRepositories: true,
    plan: 'team',
    singleSignOn: null,
    teams: new Map(),
    hooks: [],
    rulesets: [],
    properties: new Map(),
    invitations: [],
    policies: {
      basePermission: 'read',
      allowsOutsideCollaborators: true,
      allowsDeployKeys: true,
      hasManagedUsers: false,
      invitationsPerDay: 500,
      seats: null,
    },
  };
}
