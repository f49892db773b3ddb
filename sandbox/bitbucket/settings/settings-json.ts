import { bitbucketTime } from '../accounts/identities.ts';
import { personJson } from '../accounts/person-json.ts';
import type { BitbucketProject, BitbucketRepository } from '../records.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import type {
  BitbucketAccessKey,
  BitbucketBuildStatus,
  BitbucketGroup,
  BitbucketWebhook,
  BranchRestriction,
} from './records.ts';

/** Everything that was set was set then. */
const setAt = bitbucketTime(new Date('2025-03-03T09:30:00.250Z'));

export function groupJson({ apiUrl, gitUrl, host }: JsonContext, group: BitbucketGroup) {
  const { name, slug: workspaceSlug, uuid } = host.workspace;
  const { slug } = group;
  return {
    type: 'group',
    name: group.name,
    slug,
    full_slug: `${workspaceSlug}:${slug}`,
    workspace: { type: 'workspace', uuid, name, slug: workspaceSlug },
    links: {
      self: { href: `${apiUrl}/2.0/groups/${workspaceSlug}/${slug}` },
      html: { href: `${gitUrl}/${workspaceSlug}/workspace/settings/groups/${slug}` },
    },
  };
}

export function repositoryStub(
  { apiUrl, gitUrl, host }: JsonContext,
  { name, slug, uuid }: BitbucketRepository,
) {
  const fullName = `${host.workspace.slug}/${slug}`;
  return {
    type: 'repository',
    full_name: fullName,
    name,
    uuid,
    links: {
      self: { href: `${apiUrl}/2.0/repositories/${fullName}` },
      html: { href: `${gitUrl}/${fullName}` },
      avatar: { href: `${gitUrl}/${fullName}/avatar/32` },
    },
  };
}

export function projectStub({ gitUrl, host }: JsonContext, { key, name, uuid }: BitbucketProject) {
  const page = `${gitUrl}/${host.workspace.slug}/workspace/projects/${key}`;
  return {
    type: 'project',
    key,
    name,
    uuid,
    links: { html: { href: page }, avatar: { href: `${page}/avatar/32` } },
  };
}

/**
 * Returns a restriction as JSON: one that counts nothing has the value `null`, and one that is found by its type an
 * empty pattern.
 */
export function restrictionJson(context: JsonContext, slug: string, one: BranchRestriction) {
  const { apiUrl, host } = context;
  const self = `${apiUrl}/2.0/repositories/${host.workspace.slug}/${slug}/branch-restrictions`;
  const match =
    'pattern' in one.match
      ? { branch_match_kind: 'glob', pattern: one.match.pattern }
      : {
          branch_match_kind: 'branching_model',
          branch_type: one.match.branchType,
          pattern: '',
        };
  return {
    kind: one.kind,
    users: one.users.map((person) => personJson(context, person)),
    links: { self: { href: `${self}/${one.id}` } },
    ...match,
    value: one.value,
    groups: one.groups.map((group) => groupJson(context, group)),
    type: 'branchrestriction',
    id: one.id,
  };
}

export function hookJson(hook: BitbucketWebhook, subject: 'repository' | 'workspace') {
  return {
    type: 'webhook_subscription',
    uuid: hook.uuid,
    url: hook.url,
    description: hook.description,
    subject_type: subject,
    subject: { type: subject },
    active: hook.active,
    events: hook.events,
    skip_cert_verification: hook.skipsCertificateCheck,
    secret_set: hook.hasSecret,
    created_at: setAt,
  };
}

export function keyJson(
  context: JsonContext,
  { id, key, label, comment }: BitbucketAccessKey,
  place: { readonly repository: BitbucketRepository } | { readonly project: BitbucketProject },
) {
  const { apiUrl, host } = context;
  const { slug } = host.workspace;
  const own = { id, key, label, comment, added_on: setAt, last_used: null };
  if ('repository' in place) {
    const path = `repositories/${slug}/${place.repository.slug}/deploy-keys/${id}`;
    return {
      type: 'deploy_key',
      ...own,
      repository: repositoryStub(context, place.repository),
      links: { self: { href: `${apiUrl}/2.0/${path}` } },
    };
  }
  const path = `workspaces/${slug}/projects/${place.project.key}/deploy-keys/${id}`;
  return {
    type: 'project_deploy_key',
    ...own,
    project: projectStub(context, place.project),
    created_by: personJson(context, host.user),
    links: { self: { href: `${apiUrl}/2.0/${path}` } },
  };
}

export function statusJson(
  context: JsonContext,
  { repository, hash }: { repository: BitbucketRepository; hash: string },
  status: BitbucketBuildStatus,
) {
  const { apiUrl, host } = context;
  const self = `${apiUrl}/2.0/repositories/${host.workspace.slug}/${repository.slug}/commit/${hash}`;
  return {
    type: 'build',
    key: status.key,
    name: status.name,
    state: status.state,
    description: '',
    url: `https://ci.acme.example/${repository.slug}/${status.key}`,
    refname: status.branch,
    created_on: setAt,
    updated_on: setAt,
    repository: repositoryStub(context, repository),
    commit: { type: 'commit', hash },
    links: {
      self: { href: `${self}/statuses/build/${encodeURIComponent(status.key)}` },
      commit: { href: self },
    },
  };
}
