import { answeredOtherwise } from '../bitbucket/otherwise/other-behavior.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import { repositorySize } from '../git/bare-repository.ts';
import { type Answer, emptyAnswer, textAnswer, withHeaders } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { HostServer } from '../network/server.ts';
import { noProject, noRepository, notOffered, noUser, ownJson, unauthorized } from './answers.ts';
import {
  type Call,
  type Caller,
  callerHeaders,
  type DataCenterServerOptions,
  identify,
} from './callers.ts';
import {
  type DataCenterInstance,
  findRepository,
  hasProject,
  keyOf,
  userNameOf,
} from './instance.ts';
import { personJson } from './json/people-json.ts';
import { projectJson, repositoryJson } from './json/repository-json.ts';
import { answerObjects } from './object-routes.ts';
import { dataCenterBehaviors } from './other-behaviors.ts';
import { pageAnswer } from './page.ts';
import { answerPullRequests } from './pull-request-routes.ts';
import { answerSettings } from './settings/routes.ts';

/** Where the server lies below its origin: many a company has it there. */
export const contextPath = '/bitbucket';

/** The read-only REST interface of a Data Center, and the few pages beside it that a migration uses. */
export function createDataCenterRestServer(options: DataCenterServerOptions): HostServer {
  return {
    host: 'bitbucket',
    prefix: contextPath,
    handle: (exchange) => handle(options, exchange),
  };
}

/** Another server at the same origin: a gateway that knows no such page. */
export const gatewayServer: HostServer = {
  host: 'bitbucket',
  handle: async () => noPage(),
};

/** Finds the account whose bucket a request is taken from. */
function ownerOf({ person, username, token }: Extract<Caller, { kind: 'known' }>): string {
  return person === null ? token.token : username;
}

async function handle(options: DataCenterServerOptions, exchange: Exchange): Promise<Answer> {
  const { instance, limiter } = options;
  const caller = identify(instance, exchange.authorization);
  if (caller.kind === 'refused') return unauthorized(caller.as);
  const limited = caller.kind === 'known' ? limiter.take(exchange, ownerOf(caller)) : null;
  const answer = limited ?? (await route({ ...options, exchange, caller }));
  const on = [...instance.rules.otherwise].map((name) => dataCenterBehaviors[name]);
  return withHeaders(answeredOtherwise(answer, exchange, on), callerHeaders(caller));
}

function route(call: Call): Answer | Promise<Answer> {
  const { exchange } = call;
  const [first, second = '', third = '', ...parts] = exchange.segments;
  const isRest = first === 'rest' && /^(1\.0|2\.0|latest)$/.test(third);
  const settings =
    isRest && call.caller.kind !== 'anonymous' ? answerSettings(call, second, parts) : null;
  if (settings !== null) return settings;
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
    return emptyAnswer(405, { allow: 'GET, HEAD, OPTIONS' });
  }
  if (exchange.path === '/plugins/servlet/applinks/whoami') return whoAmI(call.caller);
  if (first === 'projects') return pages(call, exchange.segments.slice(1));
  if (first !== 'rest' || second !== 'api' || !/^(1\.0|latest)$/.test(third)) return noPage();
  if (parts[0] === 'application-properties') return properties(call);
  if (call.caller.kind === 'anonymous') return unauthorized('forbidden');
  return api(call, parts);
}

function whoAmI(caller: Caller): Answer {
  return textAnswer(200, caller.kind === 'known' ? caller.username : '', {
    'content-type': 'text/plain;charset=UTF-8',
  });
}

function properties({ instance }: Call): Answer {
  const { version } = instance.rules;
  return ownJson(200, {
    version,
    buildNumber: '9004002',
    buildDate: '1733900000000',
    displayName: 'Bitbucket',
  });
}

function api(call: Call, parts: readonly string[]): Answer | Promise<Answer> {
  const { exchange, instance, baseUrl } = call;
  const [kind, key, ...rest] = parts;
  if (kind === 'projects' && key === undefined) return listProjects(call);
  if (kind === 'projects' && key !== undefined) return inProject(call, key, rest);
  if (kind === 'repos' && key === undefined) return listAllRepositories(call);
  if (kind === 'users' && key === undefined) {
    return pageAnswer(instance, exchange, {
      items: instance.bitbucket.people,
      mostRows: 1000,
      parameters: [],
      toJson: (person) => personJson(instance, baseUrl, person),
    });
  }
  if (kind === 'users' && key !== undefined && rest.length === 0) return onePerson(call, key);
  return notOffered(exchange.method, exchange.path);
}

function onePerson({ instance, baseUrl }: Call, slug: string): Answer {
  const found = instance.bitbucket.people.find(
    (one) => one.type !== 'app_user' && userNameOf(one).toLowerCase() === slug.toLowerCase(),
  );
  return found === undefined ? noUser(slug) : ownJson(200, personJson(instance, baseUrl, found));
}

function listProjects(call: Call): Answer {
  const { instance, exchange } = call;
  return pageAnswer(instance, exchange, {
    // Personal ones are in no list.
    items: [instance.project.key],
    mostRows: 1000,
    parameters: [],
    toJson: (key) => projectJson(call, key),
  });
}

function inProject(call: Call, key: string, rest: readonly string[]): Answer | Promise<Answer> {
  const { instance, exchange } = call;
  const { rules } = instance;
  const own = repositoriesOf(instance, key);
  if (rules.closedProjects.has(key.toUpperCase())) return unauthorized('forbidden');
  if (!hasProject(instance, key)) return noProject(key);
  const [kind, slug, ...parts] = rest;
  if (kind === undefined) return ownJson(200, projectJson(call, canonical(instance, key)));
  if (kind !== 'repos') return notOffered(exchange.method, exchange.path);
  if (slug !== undefined) return inRepository(call, { key, slug, parts });
  return pageAnswer(instance, exchange, {
    items: own.filter((one) => !rules.archived.has(one.slug)),
    mostRows: 1000,
    parameters: [],
    toJson: (one) => repositoryJson(call, one),
  });
}

function canonical({ project }: DataCenterInstance, key: string): string {
  return key.startsWith('~') ? key.toLowerCase() : project.key;
}

function repositoriesOf(instance: DataCenterInstance, key: string): readonly BitbucketRepository[] {
  const wanted = key.toLowerCase();
  return instance.bitbucket.repositories.filter(
    (one) => keyOf(instance, one).toLowerCase() === wanted,
  );
}

/** The one list that can show what is archived. */
function listAllRepositories(call: Call): Answer {
  const { instance, exchange } = call;
  const { query } = exchange;
  const archived = query.get('archived') ?? 'ACTIVE';
  const key = query.get('projectkey')?.toLowerCase();
  const { rules, bitbucket } = instance;
  const items = bitbucket.repositories.filter((one) => {
    const isArchived = rules.archived.has(one.slug);
    const isWanted = archived === 'ALL' || isArchived === (archived === 'ARCHIVED');
    return isWanted && (key === undefined || keyOf(instance, one).toLowerCase() === key);
  });
  return pageAnswer(instance, exchange, {
    items,
    mostRows: 1000,
    parameters: ['archived', 'projectkey'],
    toJson: (one) => repositoryJson(call, one),
  });
}

interface RepositoryCall {
  readonly key: string;
  readonly slug: string;
  readonly parts: readonly string[];
}

function inRepository(call: Call, { key, slug, parts }: RepositoryCall): Answer | Promise<Answer> {
  const repository = findRepository(call.instance, key, slug);
  if (repository === null) return noRepository(key, slug);
  const place = { ...call, repository };
  if (parts.length === 0) return ownJson(200, repositoryJson(call, repository));
  if (parts[0] === 'pull-requests') return answerPullRequests(place, parts.slice(1));
  return answerObjects(place, parts);
}

/** Sizes and attachments are pages of the server, and not of its interface. */
function pages(
  call: Call,
  [key = '', repos, slug = '', kind, ...rest]: readonly string[],
): Answer | Promise<Answer> {
  const { instance, caller } = call;
  if (repos === 'repos' && kind === 'pull-requests') return pullRequestPage(call, key, slug);
  if (caller.kind === 'anonymous') return emptyAnswer(302, { location: `${call.baseUrl}/login` });
  const repository = findRepository(instance, key, slug);
  if (repos !== 'repos' || repository === null) return noPage();
  if (kind === 'sizes') {
    return ownJson(200, { repository: sizeOf(repository), attachments: 0 });
  }
  const [hash = '', name = ''] = rest;
  const found =
    kind === 'attachments' ? instance.findAttachment(repository.slug, hash, name) : null;
  if (found === null) return noPage();
  return {
    status: 200,
    headers: {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${found.name}"`,
      'x-content-type-options': 'nosniff',
    },
    body: found.bytes,
  };
}

/** Loaded when the first is asked for: a migration asks for none. */
async function pullRequestPage(call: Call, key: string, slug: string): Promise<Answer> {
  const { exchange, instance, baseUrl } = call;
  const [{ bitbucketPage }, { dataCenterPages }] = await Promise.all([
    import('../bitbucket/pages/serve-pages.ts'),
    import('./data-center-pages.ts'),
  ]);
  const answer = await bitbucketPage(dataCenterPages(instance, baseUrl), exchange, {
    parts: exchange.segments.slice(3),
    isOwner: findRepository(instance, key, slug) !== null,
  });
  return answer ?? noPage();
}

function sizeOf({ git }: BitbucketRepository): number {
  return git.kind === 'declared' ? git.sizeBytes : repositorySize(git.directory);
}

function noPage(): Answer {
  return textAnswer(404, '<!DOCTYPE html><html><body>This page does not exist</body></html>', {
    'content-type': 'text/html;charset=UTF-8',
  });
}
