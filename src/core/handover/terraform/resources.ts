import type { TargetGrant } from '../../ports/records/target-settings.ts';
import type { ExportedRepository, ExportedTeam } from './exported.ts';
import { attributeOf, type Resource } from './resource.ts';

/** Attributes of a repository that no plan sets: they stay as they are on GitHub. */
const unmanaged = [
  ...['description', 'homepage_url', 'topics', 'archived', 'archive_on_destroy'],
  ...['has_issues', 'has_projects', 'has_wiki', 'has_discussions', 'has_downloads'],
  ...['delete_branch_on_merge', 'allow_update_branch', 'allow_forking', 'is_template'],
  ...['merge_commit_title', 'merge_commit_message'],
  ...['squash_merge_commit_title', 'squash_merge_commit_message'],
  ...['vulnerability_alerts', 'security_and_analysis', 'pages', 'template'],
  'web_commit_signoff_required',
] as const;

/**
 * A repository and everything that belongs to it, but for its rulesets. Pure.
 * @param teamIds by slug
 */
export function repositoryResources(
  repository: ExportedRepository,
  teamIds: ReadonlyMap<string, string>,
): readonly Resource[] {
  const { name, visibility, merging, autoMerge, access, autolinks, environments } = repository;
  const inRepository = attributeOf('github_repository', [name], 'name');
  return [
    {
      ...{ kind: 'github_repository', named: [name], id: name },
      attributes: {
        ...{ name, visibility },
        allow_merge_commit: merging?.mergeCommit,
        allow_squash_merge: merging?.squash,
        allow_rebase_merge: merging?.rebase,
        allow_auto_merge: autoMerge ? true : undefined,
      },
      unmanaged: [
        ...unmanaged,
        ...(merging === null
          ? ['allow_merge_commit', 'allow_squash_merge', 'allow_rebase_merge']
          : []),
        ...(autoMerge ? [] : ['allow_auto_merge']),
        // What the plan opens stays private where nobody has confirmed it: Terraform must not open it.
        ...(visibility === 'private' ? [] : ['visibility']),
      ],
    },
    ...access.map((grant) => grantResource(name, grant, teamIds)),
    ...autolinks.map(({ prefix, url }) => ({
      kind: 'github_repository_autolink_reference',
      named: [name, prefix],
      id: `${name}/${prefix}`,
      attributes: {
        repository: inRepository,
        ...{ key_prefix: prefix, target_url_template: url, is_alphanumeric: false },
      },
    })),
    ...environments.map((environment) => ({
      kind: 'github_repository_environment',
      named: [name, environment],
      // The provider separates by colons, and writes one inside a name so.
      id: `${name}:${environment.replaceAll(':', '??')}`,
      attributes: { repository: inRepository, environment },
      unmanaged: ['reviewers', 'deployment_branch_policy', 'wait_timer', 'prevent_self_review'],
    })),
  ];
}

function grantResource(
  repository: string,
  { actor, role }: TargetGrant,
  teamIds: ReadonlyMap<string, string>,
): Resource {
  const inRepository = attributeOf('github_repository', [repository], 'name');
  if (actor.kind === 'team') {
    return {
      ...{ kind: 'github_team_repository', named: [actor.name, repository] },
      id: `${teamIds.get(actor.name) ?? actor.name}:${repository}`,
      attributes: {
        team_id: attributeOf('github_team', [actor.name], 'id'),
        ...{ repository: inRepository, permission: role },
      },
    };
  }
  return {
    ...{ kind: 'github_repository_collaborator', named: [repository, actor.name] },
    id: `${repository}:${actor.name}`,
    attributes: { repository: inRepository, username: actor.name, permission: role },
  };
}

/** A team and its members. Pure. */
export function teamResources({ name, id, parent, members }: ExportedTeam): readonly Resource[] {
  return [
    {
      ...{ kind: 'github_team', named: [name], id },
      attributes: {
        name,
        privacy: 'closed',
        parent_team_id: parent === null ? undefined : attributeOf('github_team', [parent], 'id'),
      },
      // GitHub may show another name than the slug.
      unmanaged: [
        ...['name', 'description', 'notification_setting'],
        ...(parent === null ? ['parent_team_id'] : []),
      ],
    },
    ...members.map((username) => ({
      ...{ kind: 'github_team_membership', named: [name, username] },
      id: `${id}:${username}`,
      attributes: { team_id: attributeOf('github_team', [name], 'id'), username },
      // GitHub makes every owner of the organization a maintainer.
      unmanaged: ['role'],
    })),
  ];
}
