import { type ErrorCode, MigratorError } from '../../../kernel/errors.ts';
import type { HttpClient } from '../../../network/http/http-client.ts';
import { refusalHint } from '../../../network/http/response-errors.ts';
import { field, type HttpResponse, oneLine } from '../../../network/response/response.ts';
import type { GitHubEdition } from '../../../ports/credentials/target-credentials.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import { remedyFor } from './known-reasons.ts';
import { credentialsRefused, permissionRefused } from './refusals.ts';

/** Describes what GraphQL answered: `data` and `errors` may both be there, each of a part of what was asked. */
export interface GraphQlAnswer {
  /** Hostile until checked. */
  readonly data: unknown;
  readonly errors: readonly GraphQlError[];
}

export interface GraphQlError {
  /** `NOT_FOUND`, `FORBIDDEN` …; of a query that does not fit the host's schema `undefinedField` and the like. */
  readonly type: string;
  readonly message: string;
  /** The alias at the top that it is about; `null`: about the whole. */
  readonly alias: string | null;
  /** The field at the end of its path; `null`: about the whole. */
  readonly leaf: string | null;
  /** The token is not authorized for the organization's single sign-on. */
  readonly isSingleSignOn?: true;
}

export type SendGraphQl = (
  query: string,
  variables: Readonly<Record<string, string | number | boolean | null>>,
  options: {
    readonly signal: AbortSignal | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    /** Doing it twice would create twice: a lost answer is `ambiguous-write`. */
    readonly creates?: boolean;
    /** Of a mutation: the repository that it changes, which may have been replaced since. */
    readonly repository?: RepositoryName;
  },
) => Promise<GraphQlAnswer>;

/**
 * Where GraphQL is: Enterprise Server has it beside the REST API (`/api/graphql`, `/api/v3`), the others below its
 * address.
 */
export function graphQlUrl(apiUrl: string, edition: GitHubEdition): string {
  if (edition === 'enterprise-server' && apiUrl.endsWith('/v3')) {
    return `${apiUrl.slice(0, -'/v3'.length)}/graphql`;
  }
  return `${apiUrl}/graphql`;
}

/**
 * Sends queries and mutations; a lost answer makes it send those again that may be done twice. Limits, which GraphQL
 * reports with status 200, are waited for like all others.
 */
export function createGraphQl(client: HttpClient, url: string): SendGraphQl {
  return async (query, variables, { signal, repository, headers = {}, creates = false }) => {
    const answer = await client.request({
      method: 'POST',
      path: url,
      body: { query, variables },
      headers,
      creates,
      isRead: !query.startsWith('mutation'),
      repository,
      expectedStatuses: [401, 403, 501],
      signal,
    });
    if (answer.status === 401) throw credentialsRefused(answer, client.host, 'GraphQL');
    if (answer.status === 403) throw permissionRefused(answer, client.host, 'GraphQL');
    // Trying again does not help where nobody has made it.
    if (answer.status === 501) {
      throw new MigratorError(
        'not-found',
        `501 Not Implemented: ${client.host} does not support GraphQL`,
        {
          hint: 'Check DST_API_URL or DST_ENTERPRISE_URL, and whether a proxy is answering instead.',
          status: 501,
        },
      );
    }
    return readAnswer(answer, client.host);
  };
}

/** GraphQL's errors as one of ours, with all that the host says. */
export function graphQlFailure(
  errors: readonly GraphQlError[],
  { host, what }: { host: string; what: string },
): MigratorError {
  const code = errors.map(codeOf).find((one) => one !== 'refused') ?? 'refused';
  const messages = [...new Set(errors.map(({ message }) => message))].slice(0, 5).join('; ');
  return new MigratorError(code, `${host} ${verbs[code] ?? 'refused'} ${what}`, {
    hint: remedyFor(messages) ?? refusalHint(code, host, what),
    ...(messages === '' ? {} : { detail: oneLine(messages, 300) }),
  });
}

const absent: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 422, 501]);

/** GraphQL is closed to some tokens, and not there behind some proxies and on stand-ins. */
export function isWithoutGraphQl(thrown: unknown): boolean {
  if (!(thrown instanceof MigratorError) || thrown.code === 'rate-limit') return false;
  return absent.has(thrown.status ?? 0);
}

const verbs: Partial<Record<ErrorCode, string>> = {
  'not-found': 'found nothing for',
  unavailable: 'failed to process',
};

function codeOf({ type, message }: GraphQlError): ErrorCode {
  if (type === 'NOT_FOUND') return 'not-found';
  if (/^(FORBIDDEN|INSUFFICIENT_SCOPES)$/.test(type)) return 'permission';
  if (/^(INTERNAL|SERVICE_UNAVAILABLE|LOADING)$/.test(type)) return 'unavailable';
  return /something went wrong|timed? ?out/i.test(message) ? 'unavailable' : 'refused';
}

function readAnswer({ json }: HttpResponse, host: string): GraphQlAnswer {
  const data = field(json, 'data') ?? null;
  const given = field(json, 'errors');
  const errors = Array.isArray(given) ? given.map(toError) : [];
  if (data !== null || errors.length > 0) return { data, errors };
  throw new MigratorError('bad-answer', `${host} sent an unexpected GraphQL response`, {
    hint: 'Check the API URL, and whether a proxy is answering instead.',
  });
}

function toError(error: unknown): GraphQlError {
  const type = field(error, 'type') ?? field(field(error, 'extensions'), 'code');
  const message = field(error, 'message');
  const path = field(error, 'path');
  const steps: readonly unknown[] = Array.isArray(path) ? path : [];
  const [alias, leaf] = [steps[0], steps.at(-1)];
  return {
    type: typeof type === 'string' ? type : '',
    message: typeof message === 'string' ? message : '',
    alias: typeof alias === 'string' ? alias : null,
    leaf: typeof leaf === 'string' ? leaf : null,
    ...(field(field(error, 'extensions'), 'saml_failure') === true ? { isSingleSignOn: true } : {}),
  };
}
