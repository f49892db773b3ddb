import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBareRepository } from '../git/bare-repository.ts';
import { createTokens, type GithubTokens } from './accounts/tokens.ts';
import type {
  GithubAccount,
  GithubMembership,
  GithubRepository,
  OrganizationHook,
  OrganizationRuleset,
} from './records.ts';
import { makeRepository, type NewGithubRepository } from './repositories/make-repository.ts';
import { createSecretBook, type SecretBook } from './secrets/records.ts';
import { createDiffs, type Diffs } from './tracker/diffs/diffs.ts';
import { makeDiscussion } from './tracker/issues/discussion.ts';
import { createJobs, type Jobs } from './tracker/jobs.ts';
import {
  createNoticeBook,
  type GithubNotification,
  type GithubReference,
  type NoticeBook,
} from './tracker/notices/notices.ts';
import type { GithubIssue } from './tracker/records.ts';
import { type GithubRules, githubRules } from './tracker/rules.ts';
import type { Collaborator } from './tracker/tracker.ts';

export interface GithubHost {
  /** The user whom tokens belong to unless another one is named. */
  readonly user: GithubAccount;
  readonly tokens: GithubTokens;
  readonly repositories: readonly GithubRepository[];
  readonly accounts: readonly GithubAccount[];
  readonly rules: GithubRules;
  /** Whom the host has told of what: everybody whom a real one would have sent mail. */
  readonly notifications: readonly GithubNotification[];
  /** What texts refer to: each of these would show on the page of what it names. */
  readonly references: readonly GithubReference[];
  readonly notices: NoticeBook;
  /** What goes on behind the answers: `jobs.settled()` ends when all pushes are known to all pull requests. */
  readonly jobs: Jobs;
  /** When each user made something last, by their id. */
  readonly lastContentAt: Map<number, number>;
  readonly diffs: Diffs;
  readonly secrets: SecretBook;
  readonly now: () => number;
  /** Of a comment, a review and so on: one sequence for all of them. */
  nextId(): number;
  addOrganization(options: { login: string; name?: string }): GithubAccount;
  addUser(options: { login: string; name?: string }): GithubAccount;
  addTeam(options: { organization: string; slug: string; members: readonly string[] }): void;
  /** Nothing is sent to it. */
  addHook(organization: string, hook: Omit<OrganizationHook, 'id'>): void;
  addRuleset(organization: string, ruleset: Omit<OrganizationRuleset, 'id'>): void;
  addCollaborator(fullName: string, login: string, permission?: Collaborator['permission']): void;
  /** An issue that somebody opened by hand; nobody is told of it. */
  addIssue(
    fullName: string,
    issue: { title: string; body?: string; author?: string; state?: 'open' | 'closed' },
  ): GithubIssue;
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
  rules?: Partial<GithubRules>;
}): GithubHost {
  const accounts: GithubAccount[] = [];
  const byLogin = new Map<string, GithubAccount>();
  const add = (wanted: Pick<GithubAccount, 'kind' | 'login' | 'name'>): GithubAccount => {
    const account = addAccount(accounts, wanted);
    byLogin.set(keyOf(account.login), account);
    return account;
  };
  const repositories: GithubRepository[] = [];
  const redirects = new Map<string, number>();
  let nextRepository = 700_000_001;
  let newestId = 2_400_000_000;
  const notices = createNoticeBook();

  const host: GithubHost = {
    user: add({ kind: 'user', login: 'robin-keller', name: 'Robin Keller' }),
    tokens: createTokens(accounts),
    repositories,
    accounts,
    rules: { ...githubRules, ...options.rules },
    notifications: notices.notifications,
    references: notices.references,
    notices,
    jobs: createJobs(),
    lastContentAt: new Map(),
    diffs: createDiffs(),
    secrets: createSecretBook(),
    now: options.now,
    nextId() {
      newestId += 1;
      return newestId;
    },
    addTeam({ organization, slug, members }) {
      mustFind(organization).teams.set(slug.toLowerCase(), members.map(mustFind));
    },
    addHook(organization, hook) {
      mustFind(organization).hooks.push({ ...hook, id: host.nextId() });
    },
    addRuleset(organization, ruleset) {
      mustFind(organization).rulesets.push({ ...ruleset, id: host.nextId() });
    },
    addCollaborator(fullName, login, permission = 'read') {
      const { tracker } = must(host.findRepository(fullName), fullName);
      tracker.collaborators.set(keyOf(login), { account: mustFind(login), permission });
    },
    addIssue(fullName, { title, body = '', author = host.user.login, state = 'open' }) {
      const { tracker } = must(host.findRepository(fullName), fullName);
      const wanted = { tracker, title, body, author: mustFind(author) };
      const issue: GithubIssue = { kind: 'issue', ...makeDiscussion(host, wanted) };
      issue.state = state;
      if (state === 'closed') issue.closedAt = issue.createdAt;
      tracker.add(issue);
      return issue;
    },
    addOrganization: ({ login, name = login }) => add({ kind: 'organization', login, name }),
    addUser: ({ login, name = login }) => add({ kind: 'user', login, name }),
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
      const record = makeRepository(wanted, { id, folder: options.folder, now: options.now });
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
    return byLogin.get(keyOf(login)) ?? null;
  }
  function mustFind(login: string): GithubAccount {
    const found = find(login);
    if (found === null) throw new Error(`Nobody on GitHub has the login ${login}`);
    return found;
  }
  host.addOrganization({ login: options.organization, name: 'Acme Industries' });
  host.setMembership(options.organization, host.user.login, { role: 'admin', state: 'active' });
  return host;
}

export function fullNameOf(repository: GithubRepository): string {
  return `${repository.owner.login}/${repository.name}`;
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
    plan: 'team',
    singleSignOn: null,
    teams: new Map(),
    hooks: [],
    rulesets: [],
  };
  accounts.push(account);
  return account;
}
