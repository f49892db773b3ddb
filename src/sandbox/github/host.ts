import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBareRepository } from '../git/bare-repository.ts';
import { openObjectStore } from '../lfs/object-store.ts';
import type { GithubAccount, GithubMembership, GithubRepository, GithubToken } from './records.ts';

/** Everything that may be given when a repository is made; names are normalised before. */
export type NewGithubRepository = Pick<GithubRepository, 'name' | 'owner' | 'creator'> &
  Partial<
    Pick<
      GithubRepository,
      | 'description'
      | 'homepage'
      | 'private'
      | 'hasIssues'
      | 'hasProjects'
      | 'hasWiki'
      | 'allowMergeCommit'
      | 'allowSquashMerge'
      | 'allowRebaseMerge'
      | 'deleteBranchOnMerge'
    >
  >;

interface GithubTokens {
  readonly list: readonly GithubToken[];
  /** A classic personal access token; `repo` and `workflow` unless scopes are given. */
  add(options?: { login?: string; scopes?: readonly string[] }): string;
  remove(token: string): void;
}

export interface GithubHost {
  /** The user whom tokens belong to unless another one is named. */
  readonly user: GithubAccount;
  readonly tokens: GithubTokens;
  readonly repositories: readonly GithubRepository[];
  readonly accounts: readonly GithubAccount[];
  addOrganization(options: { login: string; name?: string }): GithubAccount;
  addUser(options: { login: string; name?: string }): GithubAccount;
  /** Without a membership the user is taken out. */
  setMembership(organization: string, login: string, membership: GithubMembership | null): void;
  findAccount(login: string): GithubAccount | null;
  /** @param fullName `owner/name`, in any letter case; the old names of renamed ones are not found */
  findRepository(fullName: string): GithubRepository | null;
  findRepositoryById(id: number): GithubRepository | null;
  /** The repository that once had this name, if nobody has taken it since. */
  findRenamed(fullName: string): GithubRepository | null;
  /** @throws Error if the name is taken */
  createRepository(options: NewGithubRepository): GithubRepository;
  /** @throws Error if the new name is taken */
  renameRepository(fullName: string, name: string): void;
  deleteRepository(fullName: string): Promise<void>;
  /** @throws Error if there is no such repository */
  gitDirectory(fullName: string): string;
}

export function createGithubHost(options: {
  folder: string;
  organization: string;
  now: () => number;
}): GithubHost {
  const accounts: GithubAccount[] = [];
  const repositories: GithubRepository[] = [];
  const redirects = new Map<string, number>();
  let nextRepository = 700_000_001;

  const host: GithubHost = {
    user: addAccount(accounts, { kind: 'user', login: 'robin-keller', name: 'Robin Keller' }),
    tokens: createTokens(accounts),
    repositories,
    accounts,
    addOrganization: ({ login, name = login }) =>
      addAccount(accounts, { kind: 'organization', login, name }),
    addUser: ({ login, name = login }) => addAccount(accounts, { kind: 'user', login, name }),
    setMembership(organization, login, membership) {
      const members = find(organization)?.members;
      if (members === undefined) throw new Error(`No such organization: ${organization}`);
      if (membership === null) members.delete(login.toLowerCase());
      else members.set(login.toLowerCase(), membership);
    },
    findAccount: find,
    findRepository: (fullName) =>
      repositories.find((one) => keyOf(fullNameOf(one)) === keyOf(fullName)) ?? null,
    findRepositoryById: (id) => repositories.find((one) => one.id === id) ?? null,
    findRenamed(fullName) {
      const id = redirects.get(keyOf(fullName));
      return id === undefined ? null : host.findRepositoryById(id);
    },
    createRepository(wanted) {
      const id = nextRepository;
      nextRepository += 1;
      const record = makeRecord(wanted, { id, folder: options.folder, now: options.now });
      const key = keyOf(fullNameOf(record));
      if (host.findRepository(key) !== null) throw new Error(`${key} exists already`);
      createBareRepository(record.directory);
      redirects.delete(key);
      repositories.push(record);
      return record;
    },
    renameRepository(fullName, name) {
      const record = must(host.findRepository(fullName), fullName);
      const wanted = `${record.owner.login}/${name}`;
      const other = host.findRepository(wanted);
      if (other !== null && other !== record) throw new Error(`${wanted} exists already`);
      const before = keyOf(fullNameOf(record));
      record.name = name;
      redirects.delete(keyOf(wanted));
      if (before !== keyOf(wanted)) redirects.set(before, record.id);
    },
    async deleteRepository(fullName) {
      const record = must(host.findRepository(fullName), fullName);
      repositories.splice(repositories.indexOf(record), 1);
      await rm(join(record.directory, '..'), { recursive: true, force: true });
    },
    gitDirectory: (fullName) => must(host.findRepository(fullName), fullName).directory,
  };
  function find(login: string): GithubAccount | null {
    return accounts.find((one) => keyOf(one.login) === keyOf(login)) ?? null;
  }
  host.addOrganization({ login: options.organization, name: 'Acme Industries' });
  host.setMembership(options.organization, host.user.login, { role: 'admin', state: 'active' });
  return host;
}

export function fullNameOf(repository: GithubRepository): string {
  return `${repository.owner.login}/${repository.name}`;
}

/** ISO 8601 in whole seconds, as GitHub writes it. */
export function githubTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

function must(found: GithubRepository | null, fullName: string): GithubRepository {
  if (found === null) throw new Error(`No such GitHub repository: ${fullName}`);
  return found;
}

function addAccount(
  accounts: GithubAccount[],
  wanted: Pick<GithubAccount, 'kind' | 'login' | 'name'>,
): GithubAccount {
  if (accounts.some((one) => keyOf(one.login) === keyOf(wanted.login))) {
    throw new Error(`The login ${wanted.login} is taken`);
  }
  const account: GithubAccount = {
    ...wanted,
    id: 90_000_001 + accounts.length,
    members: new Map(),
    membersMayCreateRepositories: true,
  };
  accounts.push(account);
  return account;
}

function createTokens(accounts: readonly GithubAccount[]): GithubTokens {
  const list: GithubToken[] = [];
  return {
    list,
    add({ login = 'robin-keller', scopes = ['repo', 'workflow'] } = {}) {
      const user = accounts.find((one) => one.kind === 'user' && keyOf(one.login) === keyOf(login));
      if (user === undefined) throw new Error(`No such GitHub user: ${login}`);
      const token = `ghp_${randomBytes(18).toString('hex')}`;
      list.push({ token, user, scopes });
      return token;
    },
    remove(token) {
      const index = list.findIndex((one) => one.token === token);
      if (index < 0) throw new Error('No such GitHub token');
      list.splice(index, 1);
    },
  };
}

function makeRecord(
  wanted: NewGithubRepository,
  options: { id: number; folder: string; now: () => number },
): GithubRepository {
  const createdAt = githubTime(options.now());
  const place = join(options.folder, String(options.id));
  return {
    description: null,
    homepage: null,
    private: false,
    hasIssues: true,
    hasProjects: true,
    hasWiki: true,
    allowMergeCommit: true,
    allowSquashMerge: true,
    allowRebaseMerge: true,
    deleteBranchOnMerge: false,
    ...wanted,
    id: options.id,
    archived: false,
    topics: [],
    actionsEnabled: true,
    createdAt,
    updatedAt: createdAt,
    directory: join(place, 'git'),
    lfs: openObjectStore(join(place, 'lfs')),
    locks: [],
  };
}
