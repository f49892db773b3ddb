import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import {
  getAuthenticatedUser,
  getMembership,
  getOrganization,
  getRateLimit,
  getUser,
  listMemberships,
  listOrganizationRepositories,
  listOwnOrganizations,
  listOwnRepositories,
} from '../accounts/account-routes.ts';
import { listHooks } from '../accounts/organization-side-effects.ts';
import { permissionsOf } from '../accounts/permissions.ts';
import { refuseUnauthorized } from '../accounts/single-sign-on.ts';
import type { GithubRepository } from '../records.ts';
import { createForUser, createInOrganization } from '../repositories/create-repository.ts';
import { repositoryRoutes } from '../repositories/repository-routes.ts';
import { answerOrganizationSecrets } from '../secrets/organization-routes.ts';
import { answerSecrets } from '../secrets/repository-routes.ts';
import { answerOrganizationSettings, answerRepositorySettings } from '../settings/routes.ts';
import { findTrackerRoute } from '../tracker/routes.ts';
import {
  archivedRepository,
  githubError,
  mustHaveAdminRights,
  notFound,
  notOffered,
  redirect,
} from './answers.ts';
import type { Call, RepositoryCall } from './call.ts';

/** Finds what answers a request. */
export function route(call: Call): Answer | Promise<Answer> {
  const { exchange } = call;
  const { segments } = exchange;
  // A trailing slash is another address to GitHub, and there is nothing there.
  if (segments.at(-1) === '') return notFound();
  const unauthorized = refuseUnauthorized(call);
  if (unauthorized !== null) return unauthorized;
  if (segments[0] === 'repos' || segments[0] === 'repositories') return routeRepository(call);
  const found = accountRoute(call);
  if (found !== null) return found;
  const known = ['user', 'users', 'orgs', 'graphql', 'search'].includes(segments[0] ?? '');
  return known ? notOffered(exchange.method, exchange.path) : notFound();
}

function accountRoute(call: Call): Answer | Promise<Answer> | null {
  const { method, segments } = call.exchange;
  const [first, second = '', third, fourth = '', ...more] = segments;
  if (`${first}/${third}/${fourth}` === 'orgs/actions/secrets' && more.length < 3) {
    return answerOrganizationSecrets(call, second, more);
  }
  const settings = first === 'orgs' ? answerOrganizationSettings(call, segments.slice(2)) : null;
  if (settings !== null) return settings;
  if (more.length > 0) return null;
  const shape = [method, first, ...shapeOf(segments)].join(' ');
  if (shape === 'GET user') return getAuthenticatedUser(call);
  if (shape === 'GET rate_limit') return getRateLimit(call);
  if (shape === 'POST user repos') return createForUser(call);
  if (shape === 'GET user repos') return listOwnRepositories(call);
  if (shape === 'GET users *') return getUser(call, second);
  if (shape === 'GET orgs *') return getOrganization(call, second);
  if (shape === 'GET orgs * repos') return listOrganizationRepositories(call, second);
  if (shape === 'GET orgs * hooks') return listHooks(call, second);
  if (shape === 'POST orgs * repos') return createInOrganization(call, second);
  if (shape === 'GET user orgs') return listOwnOrganizations(call);
  if (shape === 'GET user memberships orgs') return listMemberships(call);
  if (method === 'GET' && `${first}/${second}/${third}` === 'user/memberships/orgs') {
    return getMembership(call, fourth);
  }
  return null;
}

/** The path after its first part, with names of people and organisations as `*`. */
function shapeOf(segments: readonly string[]): string[] {
  const named = segments[0] === 'users' || segments[0] === 'orgs';
  return segments.slice(1).map((part, index) => (named && index === 0 ? '*' : part));
}

function routeRepository(call: Call): Answer | Promise<Answer> {
  const { exchange, host, token, addresses } = call;
  const byId = exchange.segments[0] === 'repositories';
  const rest = exchange.segments.slice(byId ? 2 : 3).join('/');
  const target = byId ? findById(call) : findByName(call);
  if (target === null) return notFound();
  const permissions = permissionsOf(token, target.repository);
  if (permissions === null) return notFound();
  if (target.renamed && !host.rules.redirectsRenamed) return notFound();
  if (target.renamed) {
    const status = exchange.method === 'GET' || exchange.method === 'HEAD' ? 301 : 307;
    const suffix = rest === '' ? '' : `/${rest}`;
    return redirect(status, `${addresses.apiUrl}/repositories/${target.repository.id}${suffix}`);
  }
  const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
  const { repository } = target;
  const repositoryCall = { ...call, host, repository, permissions };
  return answerInside(repositoryCall, method, exchange.segments.slice(byId ? 2 : 3));
}

/** @param parts what follows the repository's address */
function answerInside(
  call: RepositoryCall,
  method: string,
  parts: readonly string[],
): Answer | Promise<Answer> {
  const { exchange, permissions, repository } = call;
  const tracked = findTrackerRoute(method, parts);
  if (tracked !== null) return routeToTracker(call, tracked);
  const special =
    answerSecrets(call, method, parts) ?? answerRepositorySettings(call, method, parts);
  if (special !== null) return special;
  const found = repositoryRoutes[`${method} ${parts.join('/')}`];
  if (found === undefined) return notOffered(exchange.method, exchange.path);
  if (found.writes && !permissions.admin) return mustHaveAdminRights();
  if (found.writes && repository.archived && found.evenArchived !== true) {
    return archivedRepository();
  }
  return found.handle(call);
}

function routeToTracker(
  call: RepositoryCall,
  { route: { needs, writes, handle }, words }: NonNullable<ReturnType<typeof findTrackerRoute>>,
): Answer | Promise<Answer> {
  if (!call.permissions[needs]) {
    return githubError(403, 'Resource not accessible by personal access token');
  }
  if (writes && call.repository.archived) return archivedRepository();
  return handle({ ...call, words });
}

interface Target {
  readonly repository: GithubRepository;
  readonly renamed: boolean;
}

function findById({ host, exchange }: Call): Target | null {
  const repository = host.findRepositoryById(Number(exchange.segments[1]));
  return repository === null ? null : { repository, renamed: false };
}

function findByName({ host, exchange }: Call): Target | null {
  const [, owner, name] = exchange.segments;
  const repository = host.findRepository(`${owner}/${name}`);
  if (repository !== null)
    return isVisible(host, repository) ? { repository, renamed: false } : null;
  const moved = host.findRenamed(`${owner}/${name}`);
  return moved === null ? null : { repository: moved, renamed: true };
}

function isVisible(host: Call['host'], { createdAt }: GithubRepository): boolean {
  return host.now() >= Date.parse(createdAt) + host.rules.repositoriesVisibleAfterMs;
}

/** Returns what the host would accept, in the words of `x-accepted-oauth-scopes`. */
export function acceptedScopes({ method, segments }: Exchange): string {
  if (segments[0] === 'repos' || segments[0] === 'repositories') {
    return method === 'DELETE' && segments.length <= 3 ? 'delete_repo' : 'repo';
  }
  if (segments.at(-1) === 'repos' && method === 'POST') return 'public_repo, repo';
  if (segments[0] === 'orgs' && segments[2] === 'hooks') return 'admin:org_hook';
  if (segments[0] === 'orgs' && segments[2] === 'actions') return 'admin:org';
  if (segments[0] === 'orgs' && method !== 'GET') return 'admin:org';
  if (segments[0] === 'orgs') return 'admin:org, read:org, repo, user, write:org';
  return '';
}
