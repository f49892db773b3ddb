import { jsonAnswer } from '../../network/answer.ts';
import { listWorkspaceVariables } from '../pipelines/variable-routes.ts';
import { userJson, workspaceAccessJson, workspaceJson } from '../repositories/repository-json.ts';
import { notOffered } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { isWorkspace, noWorkspace, type Route, select } from '../rest/rest-route.ts';
import { scopes } from './authentication.ts';
import { listMembers } from './list-members.ts';

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
