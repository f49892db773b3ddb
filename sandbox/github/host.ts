import { join } from 'node:path';
import type { GitTools } from '../git/git-tools.ts';
import type {
  GithubAccount,
  GithubMembership,
  GithubTeam,
  OrganizationHook,
} from './accounts/account.ts';
import { createAccountBook } from './accounts/account-book.ts';
import { createTokens, type GithubTokens } from './accounts/tokens.ts';
import type { LoadArchive } from './importer/archive.ts';
import { createImporter, type Importer } from './importer/importer.ts';
import { createRepositoryBook, must, type RepositoryBook } from './repositories/repository-book.ts';
import type { GithubRuleset } from './rulesets/records.ts';
import { createSecretBook, type SecretBook } from './secrets/records.ts';
import { makeClosedTeam } from './teams/team.ts';
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

export interface GithubHost extends RepositoryBook {
  /** The user whom tokens belong to unless another one is named. */
  readonly user: GithubAccount;
  readonly tokens: GithubTokens;
  readonly accounts: readonly GithubAccount[];
  readonly rules: GithubRules;
  /** Whom the host has notified of what: everybody whom a real one would have sent mail. */
  readonly notifications: readonly GithubNotification[];
  /** Targets of references in texts: each of these would show on the page of its target. */
  readonly references: readonly GithubReference[];
  readonly notices: NoticeBook;
  /** Background work behind the responses: `jobs.settled()` ends when all pushes are known to all pull requests. */
  readonly jobs: Jobs;
  /** When each user made something last, by their id. */
  readonly lastContentAt: Map<number, number>;
  readonly diffs: Diffs;
  readonly importer: Importer;
  readonly secrets: SecretBook;
  /** Public keys of people, `type text`: no deploy key can be one of them. */
  readonly userKeys: Set<string>;
  readonly now: () => number;
  /** Of a comment, a review and so on: one sequence for all of them. */
  nextId(): number;
  addOrganization(options: { login: string; name?: string }): GithubAccount;
  addUser(options: { login: string; name?: string; emails?: readonly string[] }): GithubAccount;
  /** Closed, as the members see it. */
  addTeam(options: { organization: string; slug: string; members: readonly string[] }): GithubTeam;
  /** Nothing is sent to it. */
  addHook(organization: string, hook: Omit<OrganizationHook, 'id'>): void;
  /** Of an organization, or with a full name of a repository; for no ref unless they are given. */
  addRuleset(
    owner: string,
    ruleset: Pick<GithubRuleset, 'name' | 'target' | 'enforcement'> & Partial<GithubRuleset>,
  ): GithubRuleset;
  addCollaborator(fullName: string, login: string, permission?: Collaborator['permission']): void;
  /** An issue that somebody opened by hand; nobody is notified. */
  addIssue(
    fullName: string,
    issue: { title: string; body?: string; author?: string; state?: 'open' | 'closed' },
  ): GithubIssue;
  /** Without a membership the user is taken out. */
  setMembership(organization: string, login: string, membership: GithubMembership | null): void;
  findAccount(login: string): GithubAccount | null;
}

function emptyRuleset(isOrganization: boolean, now: number) {
  const everyRepository = { kind: 'name', names: { include: ['~ALL'], exclude: [] } } as const;
  return {
    id: 0,
    bypassActors: [],
    refs: { include: [], exclude: [] },
    repositories: isOrganization ? everyRepository : null,
    rules: [],
    createdAt: now,
    updatedAt: now,
  };
}

export function createGithubHost(options: {
  folder: string;
  organization: string;
  now: () => number;
  rules?: Partial<GithubRules>;
  tools: GitTools;
  loadArchive: LoadArchive | null;
}): GithubHost {
  const accounts = createAccountBook();
  const { add, find, mustFind } = accounts;
  let newestId = 2_400_000_000;
  const notices = createNoticeBook();

  const host: GithubHost = {
    ...createRepositoryBook({ folder: options.folder, now: options.now }),
    user: add({ kind: 'user', login: 'robin-keller', name: 'Robin Keller' }),
    tokens: createTokens(accounts.all),
    accounts: accounts.all,
    rules: { ...githubRules, ...options.rules },
    notifications: notices.notifications,
    references: notices.references,
    notices,
    jobs: createJobs(),
    lastContentAt: new Map(),
    diffs: createDiffs(),
    importer: createImporter({ ...options, folder: join(options.folder, 'importer') }),
    secrets: createSecretBook(),
    userKeys: new Set(),
    now: options.now,
    nextId() {
      newestId += 1;
      return newestId;
    },
    addTeam({ organization, slug, members }) {
      const team = makeClosedTeam(host.nextId(), slug, members.map(mustFind));
      mustFind(organization).teams.set(team.slug, team);
      return team;
    },
    addHook(organization, hook) {
      mustFind(organization).hooks.push({ ...hook, id: host.nextId() });
    },
    addRuleset(owner, ruleset) {
      const repository = owner.includes('/') ? must(host.findRepository(owner), owner) : null;
      const made = { ...emptyRuleset(repository === null, options.now()), ...ruleset };
      made.id = host.nextId();
      (repository?.settings ?? mustFind(owner)).rulesets.push(made);
      return made;
    },
    addCollaborator(fullName, login, permission = 'read') {
      const { tracker } = must(host.findRepository(fullName), fullName);
      tracker.collaborators.set(login.toLowerCase(), { account: mustFind(login), permission });
    },
    addIssue(fullName, { title, body = '', author = host.user.login, state = 'open' }) {
      const { tracker } = must(host.findRepository(fullName), fullName);
      return openIssue(host, { tracker, title, body, author: mustFind(author) }, state);
    },
    addOrganization: ({ login, name = login }) => add({ kind: 'organization', login, name }),
    addUser({ login, name = login, emails = [] }) {
      const user = add({ kind: 'user', login, name });
      for (const email of emails) user.emails.add(email.toLowerCase());
      return user;
    },
    setMembership(organization, login, membership) {
      const members = find(organization)?.members;
      if (members === undefined) throw new Error(`No such organization: ${organization}`);
      if (membership === null) members.delete(login.toLowerCase());
      else members.set(login.toLowerCase(), membership);
    },
    findAccount: find,
  };
  host.addOrganization({ login: options.organization, name: 'Acme Industries' });
  host.setMembership(options.organization, host.user.login, { role: 'admin', state: 'active' });
  return host;
}

function openIssue(
  host: GithubHost,
  wanted: Parameters<typeof makeDiscussion>[1],
  state: GithubIssue['state'],
): GithubIssue {
  const issue: GithubIssue = { kind: 'issue', ...makeDiscussion(host, wanted) };
  issue.state = state;
  if (state === 'closed') issue.closedAt = issue.createdAt;
  wanted.tracker.add(issue);
  return issue;
}
