import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { listWorkspaceVariables } from '../pipelines/variable-routes.ts';
import {
  type JsonContext,
  userJson,
  workspaceAccessJson,
  workspaceJson,
} from '../repositories/repository-json.ts';
import { notOffered } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { isWorkspace, noWorkspace, type Route, select } from '../rest/rest-route.ts';
import { scopes } from './authentication.ts';
import { personJson } from './person-json.ts';

export const userRoute: Route = {
  scope: scopes.user,
  anonymous: false,
  answer: ({ context }) => jsonAnswer(200, userJson(context)),
};

export const userWorkspacesRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer({ context, exchange }) {
    return pageAnswer(context, exchange, {
      items: [context.host.workspace],
      maxPageLength: 100,
      path: 'user/workspaces',
      parameters: [],
      toJson: () => workspaceAccessJson(context),
    });
  },
};

export const workspaceRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return select(workspaceJson(context), exchange);
  },
};

export const otherWorkspaceRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer: ({ exchange }) => notOffered(exchange.method, exchange.path),
};

export const membersRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listMembers(context, exchange);
  },
};

export const workspaceVariablesRoute: Route = {
  scope: scopes.pipeline,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listWorkspaceVariables({ context, exchange });
  },
};

/** `GET /2.0/workspaces/{workspace}/members` */
function listMembers(context: JsonContext, exchange: Exchange): Answer {
  const { workspace, people } = context.host;
  const { name, slug, uuid } = workspace;
  return pageAnswer(context, exchange, {
    items: people.filter(({ isMember }) => isMember),
    maxPageLength: 100,
    path: `workspaces/${slug}/members`,
    parameters: [],
    toJson: (person) => ({
      type: 'workspace_membership',
      user: personJson(context, person),
      workspace: { type: 'workspace', uuid, name, slug },
    }),
  });
}
