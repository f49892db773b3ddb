import type { GitTools } from '../../git/git-tools.ts';
import { type Answer, withHeaders } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { HostServer } from '../../network/server.ts';
import { type Caller, identifyForRest, type Scope, wordFor } from '../accounts/authentication.ts';
import {
  membersRoute,
  otherWorkspaceRoute,
  userRoute,
  userWorkspacesRoute,
  workspaceRoute,
  workspaceVariablesRoute,
} from '../accounts/workspace-routes.ts';
import type { BitbucketHost } from '../host.ts';
import { cloudBehaviors } from '../otherwise/cloud-behaviors.ts';
import { answeredOtherwise } from '../otherwise/other-behavior.ts';
import type { PipelineRunnerPlace } from '../pipelines/pipelines.ts';
import {
  findWriteRoute,
  objectsRoute,
  pullRequestsRoute,
  repositoriesRoute,
  repositoryRoute,
  runsRoute,
  variablesRoute,
} from '../repositories/repository-routes.ts';
import { findSettingsRoute } from '../settings/routes.ts';
import {
  lacksScope,
  methodNotAllowed,
  removedApi,
  tooManyRequests,
  unauthorized,
  unknownRoute,
} from './answers.ts';
import type { BitbucketRateLimiter } from './rate-limit.ts';
import type { Call, Route } from './rest-route.ts';

export interface BitbucketRestOptions {
  readonly host: BitbucketHost;
  readonly limiter: BitbucketRateLimiter;
  readonly tools: GitTools;
  readonly apiUrl: string;
  readonly gitUrl: string;
  readonly runner: PipelineRunnerPlace;
}

/** The REST interface of Bitbucket Cloud, as far as a migration uses it: it writes for temporary pipelines alone. */
export function createBitbucketRestServer(options: BitbucketRestOptions): HostServer {
  return { host: 'bitbucket', handle: (exchange) => handle(options, exchange) };
}

async function handle(options: BitbucketRestOptions, exchange: Exchange): Promise<Answer> {
  const [version = '', ...below] = exchange.segments;
  if (version !== '2.0' && version !== '1.0') return unknownRoute();
  const parts = version === '2.0' ? below : [version, ...below];
  const caller = identifyForRest(options.host, exchange.authorization);
  if (caller.kind === 'refused') return unauthorized(caller.as);
  const isReading = exchange.method === 'GET' || exchange.method === 'HEAD';
  const route =
    findSettingsRoute(exchange.method, parts) ??
    (isReading ? null : findWriteRoute(exchange.method, parts)) ??
    findRoute(parts);
  if (route === 'removed') return withHeaders(removedApi(), scopeHeaders(caller, null));
  if (route === null) return withHeaders(unknownRoute(), scopeHeaders(caller, null));
  if (!isReading && route.writes !== true) return methodNotAllowed();
  const limited = parts[0] === 'repositories';
  const rate = limited ? options.limiter.countRest(caller) : { allowed: true, headers: {} };
  const headers = { ...scopeHeaders(caller, route.scope), ...rate.headers };
  if (!rate.allowed) return tooManyRequests(headers);
  const { host, tools, apiUrl, gitUrl, runner } = options;
  const context = { host, caller, apiUrl, gitUrl };
  const given = await answer(route, { context, tools, exchange, parts, runner });
  const on = [...host.otherwise].map((name) => cloudBehaviors[name]);
  return withHeaders(answeredOtherwise(given, exchange, on), headers);
}

function answer(route: Route, call: Call): Answer | Promise<Answer> {
  const { caller } = call.context;
  if (caller.kind === 'anonymous' && !route.anonymous) return unauthorized('token');
  if (caller.kind === 'known') {
    const { credential } = caller;
    // Access tokens belong to no person.
    if (credential.kind === 'access-token' && call.parts[0] === 'user')
      return unauthorized('token');
    const needed = route.also === undefined ? [route.scope] : [route.scope, route.also];
    const lacking = needed.find((one) => !credential.scopes.includes(wordFor(credential, one)));
    if (lacking !== undefined) return lacksScope(credential, lacking);
  }
  return route.answer(call);
}

/** Every answer reports what was granted; what is accepted only where there is something to accept. */
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
