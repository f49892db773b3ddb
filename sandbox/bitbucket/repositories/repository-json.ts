import { hasBranches, repositorySize } from '../../git/bare-repository.ts';
import type { Caller } from '../accounts/authentication.ts';
import type { BitbucketHost } from '../host.ts';
import type { BitbucketRepository, BitbucketUser, BitbucketWorkspace } from '../records.ts';

export interface JsonContext {
  readonly host: BitbucketHost;
  readonly caller: Caller;
  readonly apiUrl: string;
  readonly gitUrl: string;
}

export function workspaceJson({ host, apiUrl, gitUrl }: JsonContext): unknown {
  const { workspace } = host;
  const self = `${apiUrl}/2.0/workspaces/${workspace.slug}`;
  return {
    type: 'workspace',
    uuid: workspace.uuid,
    name: workspace.name,
    slug: workspace.slug,
    is_private: true,
    is_privacy_enforced: false,
    created_on: '2016-02-11T10:04:05.123000+00:00',
    links: {
      avatar: { href: `${gitUrl}/workspaces/${workspace.slug}/avatar/` },
      html: { href: `${gitUrl}/${workspace.slug}/` },
      members: { href: `${self}/members` },
      owners: { href: `${self}/members?q=permission%3D%22owner%22` },
      projects: { href: `${self}/projects` },
      repositories: { href: `${apiUrl}/2.0/repositories/${workspace.slug}` },
      snippets: { href: `${apiUrl}/2.0/snippets/${workspace.slug}` },
      self: { href: self },
    },
  };
}

export function userJson({ host, apiUrl, gitUrl }: JsonContext): unknown {
  const { user } = host;
  const self = `${apiUrl}/2.0/users/${encodeURIComponent(user.uuid)}`;
  return {
    username: user.username,
    has_2fa_enabled: null,
    display_name: user.displayName,
    account_id: user.accountId,
    links: {
      hooks: { href: `${self}/hooks` },
      self: { href: self },
      repositories: { href: `${apiUrl}/2.0/repositories/${encodeURIComponent(user.uuid)}` },
      html: { href: `${gitUrl}/${encodeURIComponent(user.uuid)}/` },
      avatar: { href: avatarOf(gitUrl, user) },
      snippets: { href: `${apiUrl}/2.0/snippets/${encodeURIComponent(user.uuid)}` },
    },
    nickname: user.username,
    created_on: '2016-02-11T10:02:03.456000+00:00',
    is_staff: false,
    location: null,
    account_status: 'active',
    type: 'user',
    uuid: user.uuid,
  };
}

export function workspaceAccessJson({ host, apiUrl }: JsonContext): unknown {
  const { uuid, slug } = host.workspace;
  return {
    type: 'workspace_access',
    administrator: true,
    workspace: {
      type: 'workspace_base',
      uuid,
      slug,
      links: { self: { href: `${apiUrl}/2.0/workspaces/${slug}` } },
    },
  };
}

export function repositoryJson(context: JsonContext, repository: BitbucketRepository): unknown {
  const { apiUrl, gitUrl, host } = context;
  const { workspace } = host;
  const { project } = repository;
  const fullName = `${workspace.slug}/${repository.slug}`;
  const stored = repository.git.kind === 'stored' ? repository.git.directory : null;
  const empty =
    repository.git.kind === 'stored'
      ? !hasBranches(repository.git.directory)
      : repository.git.empty;
  const parent = repository.parent === null ? null : host.findRepository(repository.parent);
  return {
    type: 'repository',
    full_name: fullName,
    links: linksOf(context, fullName),
    name: repository.name,
    slug: repository.slug,
    description: repository.description,
    scm: 'git',
    website: repository.website,
    owner: ownerJson(workspace, apiUrl, gitUrl),
    workspace: {
      type: 'workspace',
      uuid: workspace.uuid,
      name: workspace.name,
      slug: workspace.slug,
      links: workspaceLinks(workspace, apiUrl, gitUrl),
    },
    is_private: repository.isPrivate,
    project: {
      type: 'project',
      key: project.key,
      uuid: project.uuid,
      name: project.name,
      links: {
        self: { href: `${apiUrl}/2.0/workspaces/${workspace.slug}/projects/${project.key}` },
        html: { href: `${gitUrl}/${workspace.slug}/workspace/projects/${project.key}` },
        avatar: {
          href: `${gitUrl}/${workspace.slug}/workspace/projects/${project.key}/avatar/32`,
        },
      },
    },
    fork_policy: repository.forkPolicy,
    created_on: repository.createdOn,
    updated_on: repository.updatedOn,
    size: stored === null ? declaredSize(repository) : repositorySize(stored),
    language: repository.language,
    uuid: repository.uuid,
    mainbranch: empty ? null : { name: repository.mainBranch, type: 'branch' },
    override_settings: { default_merge_strategy: true, branching_model: true },
    parent: parent === null ? null : parentJson(context, parent),
    enforced_signed_commits: null,
    has_issues: false,
    has_wiki: false,
  };
}

function declaredSize(repository: BitbucketRepository): number {
  return repository.git.kind === 'declared' ? repository.git.sizeBytes : 0;
}

function parentJson(context: JsonContext, parent: BitbucketRepository): unknown {
  const fullName = `${context.host.workspace.slug}/${parent.slug}`;
  const { self, html, avatar } = linksOf(context, fullName);
  return {
    type: 'repository',
    full_name: fullName,
    links: { self, html, avatar },
    name: parent.name,
    uuid: parent.uuid,
  };
}

function ownerJson(workspace: BitbucketWorkspace, apiUrl: string, gitUrl: string): unknown {
  return {
    display_name: workspace.name,
    links: {
      self: { href: `${apiUrl}/2.0/workspaces/${encodeURIComponent(workspace.uuid)}` },
      avatar: { href: `${gitUrl}/account/${workspace.slug}/avatar/` },
      html: { href: `${gitUrl}/${encodeURIComponent(workspace.uuid)}/` },
    },
    type: 'team',
    uuid: workspace.uuid,
    username: workspace.slug,
  };
}

function workspaceLinks(workspace: BitbucketWorkspace, apiUrl: string, gitUrl: string): unknown {
  return {
    avatar: { href: `${gitUrl}/workspaces/${workspace.slug}/avatar/` },
    html: { href: `${gitUrl}/${workspace.slug}/` },
    self: { href: `${apiUrl}/2.0/workspaces/${workspace.slug}` },
  };
}

function linksOf(context: JsonContext, fullName: string) {
  const { apiUrl, gitUrl, host, caller } = context;
  const self = `${apiUrl}/2.0/repositories/${fullName}`;
  const resource = (name: string): { href: string } => ({ href: `${self}/${name}` });
  // The host writes the caller's name into the address for people, and none for access tokens.
  const person = caller.kind === 'known' && caller.credential.kind !== 'access-token';
  const cloneBase = person ? gitUrl.replace('://', `://${host.user.username}@`) : gitUrl;
  return {
    self: { href: self },
    html: { href: `${gitUrl}/${fullName}` },
    avatar: { href: `${gitUrl}/${fullName}/avatar/32` },
    pullrequests: resource('pullrequests'),
    commits: resource('commits'),
    forks: resource('forks'),
    watchers: resource('watchers'),
    branches: resource('refs/branches'),
    tags: resource('refs/tags'),
    downloads: resource('downloads'),
    source: resource('src'),
    clone: [
      { name: 'https', href: `${cloneBase}/${fullName}.git` },
      { name: 'ssh', href: `git@${new URL(gitUrl).hostname}:${fullName}.git` },
    ],
    hooks: resource('hooks'),
  };
}

function avatarOf(gitUrl: string, user: BitbucketUser): string {
  return `${gitUrl}/account/${user.username}/avatar/`;
}
