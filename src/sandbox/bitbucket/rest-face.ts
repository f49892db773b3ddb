import type { GitTools } from '../git/git-tools.ts';
import { type Answer, jsonAnswer, withHeaders } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { Face } from '../network/server.ts';
import {
  bitbucketError,
  lacksScope,
  methodNotAllowed,
  notFound,
  notOffered,
  removedApi,
  tooManyRequests,
  unauthorized,
  unknownRoute,
} from './answers.ts';
import {
  type Caller,
  identifyForRest,
  reaches,
  type Scope,
  scopes,
  wordFor,
} from './authentication.ts';
import { selectFields } from './fields.ts';
import type { BitbucketHost } from './host.ts';
import { listMembers } from './list-members.ts';
import { listRepositories } from './list-repositories.ts';
import { answerObjects } from './object-routes.ts';
import { pageAnswer } from './page.ts';
import {
  answerRuns,
  type PipelineCall,
  removeBranch,
  writeSource,
  writeVariables,
} from './pipeline-routes.ts';
import type { PipelineRunnerPlace } from './pipelines.ts';
import type { PullRequestContext } from './pull-request-json.ts';
import { answerPullRequests } from './pull-request-routes.ts';
import type { BitbucketRateLimiter } from './rate-limit.ts';
import {
  type JsonContext,
  repositoryJson,
  userJson,
  workspaceAccessJson,
  workspaceJson,
} from './repository-json.ts';
import { answerVariables, listWorkspaceVariables } from './variable-routes.ts';

export interface BitbucketRestOptions {
  readonly host: BitbucketHost;
  readonly limiter: BitbucketRateLimiter;
  readonly tools: GitTools;
  readonly apiUrl: string;
  readonly gitUrl: string;
  readonly runner: PipelineRunnerPlace;
}

interface Call {
  readonly context: JsonContext;
  readonly tools: GitTools;
  readonly exchange: Exchange;
  readonly runner: PipelineRunnerPlace;
  /** The path below `/2.0`. */
  readonly parts: readonly string[];
}

interface Route {
  readonly scope: Scope;
  /** Whether a caller without credentials may come as far as the answer. */
  readonly anonymous: boolean;
  /** Not for GET. */
  readonly writes?: boolean;
  answer(call: Call): Answer | Promise<Answer>;
}

/** The REST interface of Bitbucket Cloud, as far as a migration uses it: it writes for temporary pipelines alone. */
export function createBitbucketRestFace(options: BitbucketRestOptions): Face {
  return { host: 'bitbucket', handle: (exchange) => handle(options, exchange) };
}

async function handle(options: BitbucketRestOptions, exchange: Exchange): Promise<Answer> {
  const [version, ...parts] = exchange.segments;
  if (version !== '2.0') return unknownRoute();
  const caller = identifyForRest(options.host, exchange.authorization);
  if (caller.kind === 'refused') return unauthorized(caller.as);
  const isReading = exchange.method === 'GET' || exchange.method === 'HEAD';
  const route = (isReading ? null : findWriteRoute(exchange.method, parts)) ?? findRoute(parts);
  if (route === 'removed') return withHeaders(removedApi(), scopeHeaders(caller, null));
  if (route === null) return withHeaders(unknownRoute(), scopeHeaders(caller, null));
  if (!isReading && route.writes !== true) return methodNotAllowed();
  const limited = parts[0] === 'repositories';
  const rate = limited ? options.limiter.countRest(caller) : { allowed: true, headers: {} };
  const headers = { ...scopeHeaders(caller, route.scope), ...rate.headers };
  if (!rate.allowed) return tooManyRequests(headers);
  const { host, tools, apiUrl, gitUrl, runner } = options;
  const context = { host, caller, apiUrl, gitUrl };
  return withHeaders(await answer(route, { context, tools, exchange, parts, runner }), headers);
}

function answer(route: Route, call: Call): Answer | Promise<Answer> {
  const { caller } = call.context;
  if (caller.kind === 'anonymous' && !route.anonymous) return unauthorized('token');
  if (caller.kind === 'known') {
    const { credential } = caller;
    // Access tokens belong to no person.
    if (credential.kind === 'access-token' && call.parts[0] === 'user')
      return unauthorized('token');
    if (!credential.scopes.includes(wordFor(credential, route.scope))) {
      return lacksScope(credential, route.scope);
    }
  }
  return route.answer(call);
}

/** Every answer tells what was granted; what is accepted only where there is something to accept. */
function scopeHeaders(caller: Caller, scope: Scope | null): Record<string, string> {
  if (caller.kind !== 'known') return {};
  const { credential } = caller;
  const headers: Record<string, string> = { 'x-oauth-scopes': credential.scopes.join(', ') };
  if (scope !== null) headers['x-accepted-oauth-scopes'] = wordFor(credential, scope);
  if (credential.kind === 'api-token') headers['x-credential-type'] = 'api_token';
  if (credential.kind === 'app-password') headers['x-credential-type'] = 'apppassword';
  return headers;
}

const removedPaths = [
  'repositories',
  'workspaces',
  'snippets',
  'user/permissions/workspaces',
  'user/permissions/repositories',
];

function findRoute(parts: readonly string[]): Route | 'removed' | null {
  const path = parts.join('/');
  if (removedPaths.includes(path)) return 'removed';
  if (parts[0] === 'pullrequests' && parts.length === 2) return 'removed';
  if (path === 'user') return userRoute;
  if (path === 'user/workspaces') return userWorkspacesRoute;
  if (parts[0] === 'workspaces') {
    if (parts.length === 2) return workspaceRoute;
    if (parts.slice(2).join('/') === 'pipelines-config/variables') return workspaceVariablesRoute;
    return parts[2] === 'members' && parts.length === 3 ? membersRoute : otherWorkspaceRoute;
  }
  if (parts[0] !== 'repositories') return null;
  if (parts.length === 2) return repositoriesRoute;
  if (parts.length === 3) return repositoryRoute;
  if (parts[3] === 'pipelines') return runsRoute;
  if (pipelineParts.includes(parts[3] ?? '')) return variablesRoute;
  return parts[3] === 'pullrequests' ? pullRequestsRoute : objectsRoute;
}

const pipelineParts = ['pipelines_config', 'environments', 'deployments_config'];

const runsRoute: Route = {
  scope: scopes.pipeline,
  anonymous: false,
  answer: (call) => inRepository(call, (context) => answerRuns(pipelineCall(call, context))),
};

function findWriteRoute(method: string, parts: readonly string[]): Route | null {
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

const userRoute: Route = {
  scope: scopes.user,
  anonymous: false,
  answer: ({ context }) => jsonAnswer(200, userJson(context)),
};

const userWorkspacesRoute: Route = {
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

const workspaceRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return select(workspaceJson(context), exchange);
  },
};

const otherWorkspaceRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer: ({ exchange }) => notOffered(exchange.method, exchange.path),
};

const repositoriesRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listRepositories(context, exchange);
  },
};

const membersRoute: Route = {
  scope: scopes.workspace,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listMembers(context, exchange);
  },
};

const repositoryRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) =>
      select(repositoryJson(context, context.repository), call.exchange),
    ),
};

const pullRequestsRoute: Route = {
  scope: scopes.pullRequest,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) =>
      answerPullRequests({ ...call, context, rest: call.parts.slice(4) }),
    ),
};

const workspaceVariablesRoute: Route = {
  scope: scopes.pipeline,
  anonymous: false,
  answer({ context, exchange, parts }) {
    if (!isWorkspace(context.host, parts[1])) return noWorkspace(parts[1]);
    return listWorkspaceVariables({ context, exchange });
  },
};

const variablesRoute: Route = {
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

const objectsRoute: Route = {
  scope: scopes.repository,
  anonymous: true,
  answer: (call) =>
    inRepository(call, (context) => answerObjects({ ...call, context, rest: call.parts.slice(3) })),
};

function inRepository(
  { context, parts }: Call,
  answer: (context: PullRequestContext) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const [, workspace = '', slug = ''] = parts;
  const found = isWorkspace(context.host, workspace) ? context.host.findRepository(slug) : null;
  if (found === null || !reaches(context.caller, found)) {
    return notFound(`Repository ${workspace}/${slug}`);
  }
  return answer({ ...context, repository: found });
}

function isWorkspace(host: BitbucketHost, name: string | undefined): boolean {
  return name === host.workspace.slug || name === host.workspace.uuid;
}

function noWorkspace(name: string | undefined): Answer {
  return bitbucketError(404, `No workspace with identifier '${name}'.`);
}

function select(value: unknown, exchange: Exchange): Answer {
  const fields = exchange.query.get('fields');
  const selected = selectFields(value, fields);
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${fields}`)
    : jsonAnswer(200, selected);
}
