import type { Answer } from '../../network/answer.ts';
import { type Scope, scopes } from '../accounts/authentication.ts';
import {
  answerRuns,
  type PipelineCall,
  removeBranch,
  writeSource,
  writeVariables,
} from '../pipelines/pipeline-routes.ts';
import { answerVariables } from '../pipelines/variable-routes.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { answerPullRequests } from '../pull-requests/pull-request-routes.ts';
import { notOffered } from '../rest/answers.ts';
import {
  type Call,
  inRepository,
  isWorkspace,
  noWorkspace,
  type Route,
  select,
} from '../rest/rest-route.ts';
import { listRepositories } from './list-repositories.ts';
import { answerObjects } from './object-routes.ts';
import { repositoryJson } from './repository-json.ts';

export const repositoriesRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listRepositories(context, exchange);
  },
};

export const repositoryRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) =>
      select(repositoryJson(context, context.repository), call.exchange),
    ),
};

export const pullRequestsRoute: Route = {
  scope: scopes.pullRequest,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) =>
      answerPullRequests({ ...call, context, rest: call.parts.slice(4) }),
    ),
};

export const variablesRoute: Route = {
  scope: scopes.pipeline,
  anonymous: false,
  answer: (call) =>
    inRepository(call, (context) => {
      const { exchange } = call;
      const { repository } = context;
      const found = answerVariables({ context, exchange, repository, rest: call.parts.slice(3) });
      return found ?? notOffered(exchange.method, exchange.path);
    }),
};

export const objectsRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) => answerObjects({ ...call, context, rest: call.parts.slice(3) })),
};

export const runsRoute: Route = {
  scope: scopes.pipeline,
  anonymous: false,
  answer: (call) => inRepository(call, (context) => answerRuns(pipelineCall(call, context))),
};

/** Of what writes, temporary pipelines alone. */
export function findWriteRoute(method: string, parts: readonly string[]): Route | null {
  if (parts[0] !== 'repositories') return null;
  const [, , , kind, second] = parts;
  const writing = { anonymous: false, writes: true } as const;
  if (kind === 'pipelines' && method === 'POST') {
    return { ...writing, scope: scopes.writePipeline, answer: runsRoute.answer };
  }
  if (kind === 'pipelines_config' && second === 'variables') {
    return within(scopes.writeVariables, writeVariables);
  }
  if (kind === 'src' && method === 'POST' && parts.filter((part) => part !== '').length === 4) {
    return within(scopes.writeRepository, writeSource);
  }
  if (kind === 'refs' && second === 'branches' && method === 'DELETE') {
    return within(scopes.writeRepository, removeBranch);
  }
  return null;

  function within(scope: Scope, write: (call: PipelineCall) => Promise<Answer>): Route {
    return {
      ...writing,
      scope,
      answer: (call) => inRepository(call, (context) => write(pipelineCall(call, context))),
    };
  }
}

function pipelineCall(call: Call, context: PullRequestContext): PipelineCall {
  return { ...call, context, rest: call.parts.slice(3) };
}
