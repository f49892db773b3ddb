import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { reaches } from '../accounts/authentication.ts';
import type { BitbucketRepository } from '../records.ts';
import { bitbucketError, unauthorized } from '../rest/answers.ts';
import { selectFields } from '../rest/fields.ts';
import { type JsonContext, repositoryJson } from './repository-json.ts';

const sortKeys: Readonly<Record<string, (one: BitbucketRepository) => string>> = {
  created_on: (one) => one.createdOn,
  updated_on: (one) => one.updatedOn,
  name: (one) => one.name,
  slug: (one) => one.slug,
  full_name: (one) => one.slug,
  uuid: (one) => one.uuid,
};

const roles = ['member', 'contributor', 'admin', 'owner'];
const knownParameters = ['pagelen', 'page', 'sort', 'role', 'q', 'fields'];

/** `GET /2.0/repositories/{workspace}`: what the sandbox cannot evaluate is refused, never ignored. */
export function listRepositories(context: JsonContext, exchange: Exchange): Answer {
  const { query } = exchange;
  for (const name of query.keys()) {
    if (!knownParameters.includes(name)) {
      return bitbucketError(400, `The sandbox does not know the parameter ${name}`);
    }
  }
  const pagelen = wholeNumber(query.get('pagelen'), 10);
  if (pagelen === null || pagelen > 100) return bitbucketError(400, 'Invalid pagelen');
  const page = wholeNumber(query.get('page'), 1);
  if (page === null) return bitbucketError(404, 'Invalid page');
  const role = query.get('role');
  if (role !== null && !roles.includes(role)) return bitbucketError(400, 'Invalid role');
  // What role means to a caller without a name is not known.
  if (role !== null && context.caller.kind !== 'known') return unauthorized('token');
  const project = projectOf(query.get('q'));
  if (project === undefined) return bitbucketError(400, `Invalid query: ${query.get('q')}`);
  const refusal = refuseWithoutFilter(context, project);
  if (refusal !== null) return refusal;
  const sorted = sort(visible(context, project), query.get('sort'));
  if (sorted === null) return bitbucketError(400, 'Invalid sort field');
  const start = (page - 1) * pagelen;
  const body: Record<string, unknown> = {
    values: sorted.slice(start, start + pagelen).map((one) => repositoryJson(context, one)),
    pagelen,
    size: sorted.length,
    page,
  };
  if (start + pagelen < sorted.length) body.next = pageAddress(context, query, page + 1);
  if (page > 1) body.previous = pageAddress(context, query, page - 1);
  const selected = selectFields(body, query.get('fields'));
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${query.get('fields')}`)
    : jsonAnswer(200, selected);
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : null;
}

/** The key that a query asks for, `null` without a query, `undefined` if the query is of another form. */
function projectOf(query: string | null): string | null | undefined {
  if (query === null) return null;
  const match = /^\s*project\.key\s*=\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(query);
  return match === null ? undefined : (match[1] ?? '').replace(/\\(.)/g, '$1');
}

/** The access token of one repository may list with a filter by project only. */
function refuseWithoutFilter(context: JsonContext, project: string | null): Answer | null {
  const { caller } = context;
  if (project !== null || caller.kind !== 'known') return null;
  const { credential } = caller;
  if (credential.kind !== 'access-token' || credential.reach.kind !== 'repository') return null;
  return bitbucketError(403, 'Access denied. You must filter by project with this credential.');
}

function visible(context: JsonContext, project: string | null): BitbucketRepository[] {
  return context.host.repositories.filter(
    (one) => reaches(context.caller, one) && (project === null || one.project.key === project),
  );
}

/** Without `sort` the order is arbitrary but stable, so that nobody comes to rely on one. */
function sort(
  repositories: readonly BitbucketRepository[],
  by: string | null,
): BitbucketRepository[] | null {
  const descending = by?.startsWith('-') ?? false;
  const key = sortKeys[(by ?? 'uuid').replace(/^-/, '')];
  if (key === undefined) return null;
  const sorted = repositories.toSorted((a, b) => compare(key(a), key(b)));
  return descending ? sorted.reverse() : sorted;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The host writes the workspace by its UUID into these addresses. */
function pageAddress(context: JsonContext, query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query);
  next.set('page', String(page));
  const workspace = encodeURIComponent(context.host.workspace.uuid);
  return `${context.apiUrl}/2.0/repositories/${workspace}?${next}`;
}
