import type { GithubAccount } from './account.ts';

export interface GithubAddresses {
  readonly apiUrl: string;
  readonly webUrl: string;
}

const madeAt = '2018-05-14T08:30:00Z';

const types = { user: 'User', organization: 'Organization', mannequin: 'Mannequin' } as const;

/** The short form that stands inside other objects (`simple-user`). */
export function simpleUserJson(account: GithubAccount, { apiUrl, webUrl }: GithubAddresses) {
  const self = `${apiUrl}/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.kind === 'mannequin' ? 'M' : 'U', account.id),
    avatar_url: `${webUrl}/avatars/u/${account.id}?v=4`,
    gravatar_id: '',
    url: self,
    html_url: `${webUrl}/${account.login}`,
    followers_url: `${self}/followers`,
    following_url: `${self}/following{/other_user}`,
    gists_url: `${self}/gists{/gist_id}`,
    starred_url: `${self}/starred{/owner}{/repo}`,
    subscriptions_url: `${self}/subscriptions`,
    organizations_url: `${self}/orgs`,
    repos_url: `${self}/repos`,
    events_url: `${self}/events{/privacy}`,
    received_events_url: `${self}/received_events`,
    type: types[account.kind],
    user_view_type: 'public',
    site_admin: false,
  };
}

/** `GET /users/{name}`, and `GET /user` without the private figures. */
export function publicUserJson(account: GithubAccount, addresses: GithubAddresses) {
  return {
    ...simpleUserJson(account, addresses),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: madeAt,
    updated_at: madeAt,
  };
}

export function organizationSimpleJson(account: GithubAccount, addresses: GithubAddresses) {
  const self = `${addresses.apiUrl}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('O', account.id),
    url: self,
    repos_url: `${self}/repos`,
    events_url: `${self}/events`,
    hooks_url: `${self}/hooks`,
    issues_url: `${self}/issues`,
    members_url: `${self}/members{/member}`,
    public_members_url: `${self}/public_members{/member}`,
    avatar_url: `${addresses.webUrl}/avatars/u/${account.id}?v=4`,
    description: null,
  };
}

/** `GET /orgs/{org}` */
export function organizationJson(account: GithubAccount, addresses: GithubAddresses) {
  return {
    ...organizationSimpleJson(account, addresses),
    name: account.name,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    html_url: `${addresses.webUrl}/${account.login}`,
    created_at: madeAt,
    updated_at: madeAt,
    archived_at: null,
    type: 'Organization',
    default_repository_permission: account.policies.basePermission,
    members_can_create_repositories: account.membersMayCreateRepositories,
  };
}

/** Returns what owners see besides. */
export function planJson({ members, plan, policies }: GithubAccount) {
  return {
    name: plan,
    space: 976_562_499,
    private_repos: 9999,
    filled_seats: members.size,
    seats: policies.seats ?? 0,
  };
}

export function nodeId(kind: string, id: number): string {
  return `${kind}_${Buffer.from(`${kind}:${id}`).toString('base64url')}`;
}
