import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { scopes } from '../accounts/authentication.ts';
import { personJson } from '../accounts/person-json.ts';
import type { BitbucketRepository } from '../records.ts';
import { notFound, removedApi, unknownRoute } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { type Call, type Route, select } from '../rest/rest-route.ts';
import { permissionOf } from './access.ts';
import { projectStub, repositoryStub } from './settings-json.ts';
import { projectRoute, workspaceRoute } from './settings-route.ts';

/** `GET /1.0/groups/{workspace}`: no pages, and members in a form of its own. */
const groups = workspaceRoute({ scope: scopes.workspace }, ({ context }) => {
  const { host, apiUrl, gitUrl } = context;
  const { groupsInterface, groups: all } = host.settings;
  if (groupsInterface === 'not-found') return unknownRoute();
  if (groupsInterface === 'gone') return removedApi();
  const { slug: workspace, name, uuid } = host.workspace;
  const owner = { display_name: name, uuid, is_team: true, is_staff: false, is_active: true };
  return jsonAnswer(
    200,
    all.map((group) => ({
      name: group.name,
      slug: group.slug,
      permission: null,
      auto_add: false,
      email_forwarding_disabled: false,
      resource_uri: `/1.0/groups/${workspace}/${group.slug}`,
      owner: { ...owner, resource_uri: `/1.0/workspaces/${uuid}` },
      members: group.members.map((person) => ({
        display_name: person.displayName,
        account_id: person.accountId,
        nickname: person.nickname,
        uuid: person.uuid,
        is_active: true,
        is_staff: false,
        is_team: false,
        avatar: `${gitUrl}/account/${encodeURIComponent(person.uuid)}/avatar/`,
        resource_uri: `${apiUrl}/1.0/users/${encodeURIComponent(person.uuid)}`,
      })),
    })),
  );
});

/** `GET …/workspaces/{workspace}/permissions`: who is in it, as what. */
const memberships = workspaceRoute({ scope: scopes.workspace }, (call) => {
  const { host } = call.context;
  const { uuid, name, slug } = host.workspace;
  return page(
    call,
    host.people.filter(({ isMember }) => isMember),
    (person) => ({
      type: 'workspace_membership',
      permission: person === host.user ? 'owner' : 'member',
      user: personJson(call.context, person),
      workspace: { type: 'workspace', uuid, name, slug },
    }),
  );
});

/** `…/permissions/repositories[/{slug}]`: what each person may do in the end, however they came by it. */
const effectivePermissions = workspaceRoute({ scope: scopes.repository }, (call) => {
  const { host } = call.context;
  const slug = call.parts[4];
  const own = slug === undefined ? null : host.findRepository(slug);
  if (slug !== undefined && own === null) return notFound(`Repository ${slug}`);
  const rows = (own === null ? host.repositories : [own]).flatMap((repository) =>
    rowsOf(call, repository),
  );
  return page(call, rows, (row) => row);
});

function rowsOf({ context }: Call, repository: BitbucketRepository): readonly unknown[] {
  return context.host.people.flatMap((person) => {
    const permission = permissionOf(context.host, person, repository);
    if (permission === null) return [];
    return [
      {
        type: 'repository_permission',
        permission,
        user: personJson(context, person),
        repository: repositoryStub(context, repository),
      },
    ];
  });
}

function page<T>(call: Call, items: readonly T[], toJson: (item: T) => unknown): Answer {
  const path = call.parts.map(encodeURIComponent).join('/');
  const { context, exchange } = call;
  return pageAnswer(context, exchange, { items, maxPageLength: 100, path, parameters: [], toJson });
}

export const workspaceRoutes: Readonly<Record<string, Route>> = {
  'GET 1.0/groups/*': {
    ...groups,
    // The workspace stands elsewhere in this path.
    answer: (call) => groups.answer({ ...call, parts: ['workspaces', call.parts[2] ?? ''] }),
  },
  'GET workspaces/*/permissions': memberships,
  'GET workspaces/*/permissions/repositories': effectivePermissions,
  'GET workspaces/*/permissions/repositories/*': effectivePermissions,
  'GET workspaces/*/projects': workspaceProjects(),
  'GET workspaces/*/projects/*': projectRoute(
    { scope: scopes.project, admin: false },
    ({ context, exchange }, project) => select(projectStub(context, project), exchange),
  ),
};

function workspaceProjects(): Route {
  return workspaceRoute({ scope: scopes.project, admin: false }, (call) =>
    page(call, call.context.host.projects, (project) => projectStub(call.context, project)),
  );
}
