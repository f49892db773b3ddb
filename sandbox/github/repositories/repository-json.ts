import { readHead, repositorySize } from '../../git/bare-repository.ts';
import { type GithubAddresses, nodeId, simpleUserJson } from '../accounts/account-json.ts';
import type { Permissions } from '../accounts/roles.ts';
import { lastPush } from '../git/pushes.ts';
import type { GithubRepository } from '../records.ts';
import { githubTime } from '../rest/github-time.ts';
import { fullNameOf } from './repository-book.ts';

/** The form of lists (`minimal-repository`, `repository`). */
export function repositoryJson(
  repository: GithubRepository,
  addresses: GithubAddresses,
  permissions: Permissions,
) {
  const fullName = fullNameOf(repository);
  const html = `${addresses.webUrl}/${fullName}`;
  const pushedAt = lastPush(repository.directory);
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName,
    private: repository.private,
    owner: simpleUserJson(repository.owner, addresses),
    html_url: html,
    description: repository.description,
    fork: false,
    ...resourceAddresses(`${addresses.apiUrl}/repos/${fullName}`),
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    pushed_at: pushedAt === null ? repository.createdAt : githubTime(pushedAt),
    git_url: `git://${new URL(html).host}/${fullName}.git`,
    ssh_url: `git@${new URL(html).hostname}:${fullName}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: repository.homepage,
    size: Math.floor(sizeOf(repository, pushedAt) / 1024),
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: repository.hasIssues,
    has_projects: repository.hasProjects,
    has_downloads: true,
    has_wiki: repository.hasWiki,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: openIssues(repository),
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: repository.topics,
    visibility: repository.internal ? 'internal' : repository.private ? 'private' : 'public',
    forks: 0,
    open_issues: openIssues(repository),
    watchers: 0,
    default_branch: readHead(repository.directory),
    permissions,
  };
}

/** The form of one repository alone (`full-repository`). */
export function fullRepositoryJson(
  repository: GithubRepository,
  addresses: GithubAddresses,
  permissions: Permissions,
) {
  const organization = repository.owner.kind === 'organization';
  const { settings } = repository;
  return {
    ...repositoryJson(repository, addresses, permissions),
    temp_clone_token: '',
    allow_squash_merge: repository.allowSquashMerge,
    allow_merge_commit: repository.allowMergeCommit,
    allow_rebase_merge: repository.allowRebaseMerge,
    allow_auto_merge: settings.allowAutoMerge,
    delete_branch_on_merge: repository.deleteBranchOnMerge,
    allow_update_branch: settings.allowUpdateBranch,
    use_squash_pr_title_as_default: false,
    has_pull_requests: true,
    ...(repository.pullRequestPolicy === null
      ? {}
      : { pull_request_creation_policy: repository.pullRequestPolicy }),
    squash_merge_commit_message: settings.squashMergeCommitMessage,
    squash_merge_commit_title: settings.squashMergeCommitTitle,
    merge_commit_message: settings.mergeCommitMessage,
    merge_commit_title: settings.mergeCommitTitle,
    ...(organization ? { organization: simpleUserJson(repository.owner, addresses) } : {}),
    security_and_analysis: {
      secret_scanning: { status: 'disabled' },
      secret_scanning_push_protection: { status: 'disabled' },
      dependabot_security_updates: { status: 'disabled' },
    },
    network_count: 0,
    subscribers_count: 1,
  };
}

function sizeOf(repository: GithubRepository, pushedAt: number | null): number {
  if (repository.size === null || repository.size.pushedAt !== pushedAt) {
    repository.size = { pushedAt, bytes: repositorySize(repository.directory) };
  }
  return repository.size.bytes;
}

/** Pull requests are issues too. */
function openIssues({ tracker }: GithubRepository): number {
  return tracker.all.reduce((count, one) => count + Number(one.state === 'open'), 0);
}

function resourceAddresses(self: string) {
  return {
    url: self,
    forks_url: `${self}/forks`,
    keys_url: `${self}/keys{/key_id}`,
    collaborators_url: `${self}/collaborators{/collaborator}`,
    teams_url: `${self}/teams`,
    hooks_url: `${self}/hooks`,
    issue_events_url: `${self}/issues/events{/number}`,
    events_url: `${self}/events`,
    assignees_url: `${self}/assignees{/user}`,
    branches_url: `${self}/branches{/branch}`,
    tags_url: `${self}/tags`,
    blobs_url: `${self}/git/blobs{/sha}`,
    git_tags_url: `${self}/git/tags{/sha}`,
    git_refs_url: `${self}/git/refs{/sha}`,
    trees_url: `${self}/git/trees{/sha}`,
    statuses_url: `${self}/statuses/{sha}`,
    languages_url: `${self}/languages`,
    stargazers_url: `${self}/stargazers`,
    contributors_url: `${self}/contributors`,
    subscribers_url: `${self}/subscribers`,
    subscription_url: `${self}/subscription`,
    commits_url: `${self}/commits{/sha}`,
    git_commits_url: `${self}/git/commits{/sha}`,
    comments_url: `${self}/comments{/number}`,
    issue_comment_url: `${self}/issues/comments{/number}`,
    contents_url: `${self}/contents/{+path}`,
    compare_url: `${self}/compare/{base}...{head}`,
    merges_url: `${self}/merges`,
    archive_url: `${self}/{archive_format}{/ref}`,
    downloads_url: `${self}/downloads`,
    issues_url: `${self}/issues{/number}`,
    pulls_url: `${self}/pulls{/number}`,
    milestones_url: `${self}/milestones{/number}`,
    notifications_url: `${self}/notifications{?since,all,participating}`,
    labels_url: `${self}/labels{/name}`,
    releases_url: `${self}/releases{/id}`,
    deployments_url: `${self}/deployments`,
  };
}
