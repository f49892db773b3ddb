import { join } from 'node:path';
import type { GitTools } from '../git/git-tools.ts';
import { deleteBranch } from '../git/read-ref.ts';
import { type BitbucketCredentials, createCredentials } from './accounts/credentials.ts';
import { stableUuid } from './accounts/identities.ts';
import { type AddPerson, type BitbucketPerson, makePerson } from './accounts/people.ts';
import type { Bookkeeping } from './changes/bookkeeping.ts';
import type { CloudBehavior } from './otherwise/cloud-behaviors.ts';
import {
  addEnvironment,
  createPipelines,
  type Pipelines,
  setVariable,
  type VariablePlace,
} from './pipelines/pipelines.ts';
import { type AddPullRequest, makePullRequest } from './pull-requests/add-pull-request.ts';
import type { BitbucketPullRequest } from './pull-requests/pull-request-records.ts';
import type {
  BitbucketProject,
  BitbucketRepository,
  BitbucketUser,
  BitbucketWorkspace,
} from './records.ts';
import {
  type AddBitbucketRepository,
  type FilledRepository,
  makeRecord,
} from './repositories/make-record.ts';
import { createSettingsBook, type SettingsBook } from './settings/book.ts';

export interface BitbucketHost {
  readonly workspace: BitbucketWorkspace;
  readonly user: BitbucketUser;
  readonly credentials: BitbucketCredentials;
  readonly repositories: readonly BitbucketRepository[];
  /** Projects that have a repository, in the order of adding. */
  readonly projects: readonly BitbucketProject[];
  readonly settings: SettingsBook;
  /** The workspace's user first. */
  readonly people: readonly BitbucketPerson[];
  /** Atlassian removed app passwords; false brings back the time before. True unless set otherwise. */
  appPasswordsRemoved: boolean;
  /** `kind` unless set otherwise. */
  bookkeeping: Bookkeeping;
  addRepository(options: AddBitbucketRepository): Promise<BitbucketRepository>;
  removeRepository(slug: string): void;
  findRepository(slug: string): BitbucketRepository | null;
  /** Known by its name: who is there already is given. */
  addPerson(added: AddPerson): BitbucketPerson;
  /** @throws Error if there is no such repository or branch, or the number is taken */
  addPullRequest(slug: string, added?: AddPullRequest): BitbucketPullRequest;
  /** Its commits stay, and can be had by their full hashes, until somebody cleans up. */
  deleteBranch(slug: string, branch: string): Promise<void>;
  /** @throws Error if there is no such repository or it is only listed */
  gitDirectory(slug: string): string;
  readonly pipelines: Pipelines;
  /** Behaviors of the host. May be changed at any time. */
  readonly otherwise: Set<CloudBehavior>;
  /** Secured unless it is said otherwise; switches Pipelines on where it has to be. */
  addVariable(
    place: VariablePlace,
    variable: { key: string; value: string; secured?: boolean },
  ): void;
}

export function createBitbucketHost(options: {
  tools: GitTools;
  folder: string;
  workspace: string;
}): BitbucketHost {
  const repositories: FilledRepository[] = [];
  const projects = new Map<string, BitbucketProject>();
  let added = 0;
  const workspace = makeWorkspace(options.workspace);
  const find = (slug: string): FilledRepository | null =>
    repositories.find((one) => one.slug === slug || one.uuid === slug) ?? null;
  const user = makeUser();
  const people: BitbucketPerson[] = [user];
  const pipelines = createPipelines();
  return {
    pipelines,
    otherwise: new Set(),
    settings: createSettingsBook(),
    get projects() {
      return [...projects.values()];
    },
    workspace,
    user,
    people,
    credentials: createCredentials(),
    repositories,
    appPasswordsRemoved: true,
    bookkeeping: 'kind',
    async addRepository(wanted) {
      if (!/^[a-z0-9._-]{1,62}$/.test(wanted.slug) || find(wanted.slug) !== null) {
        throw new Error(`Not a free Bitbucket slug: ${wanted.slug}`);
      }
      const project = projectOf(projects, wanted.project ?? { key: 'CORE', name: 'Core' });
      added += 1;
      const number = added;
      const place = join(options.folder, String(number));
      const record = await makeRecord({ tools: options.tools, added: wanted, project, place });
      const filled = { ...record, added: number };
      repositories.push(filled);
      return filled;
    },
    removeRepository(slug) {
      const index = repositories.findIndex((one) => one.slug === slug);
      if (index < 0) throw new Error(`No such Bitbucket repository: ${slug}`);
      repositories.splice(index, 1);
    },
    findRepository: find,
    addPerson: (wanted) => personOf(people, wanted),
    addPullRequest(slug, wanted = {}) {
      const repository = must(find(slug), slug);
      const { added: repositoryNumber } = repository;
      const place = { repository, repositoryNumber, user, findRepository: find };
      const made = makePullRequest({ ...place, workspace: workspace.slug }, wanted);
      repository.pullRequests.push(made);
      return made;
    },
    async deleteBranch(slug, branch) {
      await deleteBranch(options.tools, this.gitDirectory(slug), branch);
    },
    gitDirectory(slug) {
      const found = find(slug);
      if (found?.git.kind !== 'stored') throw new Error(`No Git data for ${slug}`);
      return found.git.directory;
    },
    addVariable(place, variable) {
      setVariable(...variablesOf({ pipelines, workspace, find }, place), variable);
    },
  };
}

function makeWorkspace(slug: string): BitbucketWorkspace {
  return { slug, name: 'Acme Industries', uuid: stableUuid(`workspace ${slug}`) };
}

function personOf(people: BitbucketPerson[], wanted: AddPerson): BitbucketPerson {
  const known = people.find((one) => one.displayName === wanted.name);
  if (known !== undefined) return known;
  const person = makePerson(wanted);
  people.push(person);
  return person;
}

function must<T>(found: T | null, slug: string): T {
  if (found === null) throw new Error(`No such Bitbucket repository: ${slug}`);
  return found;
}

/** Whom credentials belong to. */
function makeUser(): BitbucketUser {
  return {
    type: 'user',
    username: 'robin-keller',
    email: 'robin.keller@acme.example',
    displayName: 'Robin Keller',
    nickname: 'robin-keller',
    uuid: stableUuid('user robin-keller'),
    accountId: '557058:6f1c6f0e-5c5b-4d53-9d5e-2f3a1b7c9d10',
    isMember: true,
  };
}

/** The variables of that place, and what their identities are made of. */
function variablesOf(
  known: {
    pipelines: Pipelines;
    workspace: BitbucketWorkspace;
    find: (slug: string) => BitbucketRepository | null;
  },
  { repository, environment }: VariablePlace,
): [Parameters<typeof setVariable>[0], string] {
  const { pipelines, workspace, find } = known;
  if (repository === undefined) return [pipelines.workspaceVariables, workspace.uuid];
  const found = must(find(repository), repository);
  const own = pipelines.enable(found.uuid);
  const { variables } =
    environment === undefined ? own : addEnvironment(own, found.uuid, environment);
  return [variables, `${found.uuid} ${environment ?? ''}`];
}

function projectOf(
  projects: Map<string, BitbucketProject>,
  wanted: { key: string; name: string },
): BitbucketProject {
  const known = projects.get(wanted.key);
  if (known !== undefined) return known;
  const project = { ...wanted, uuid: stableUuid(`project ${wanted.key}`) };
  projects.set(wanted.key, project);
  return project;
}
