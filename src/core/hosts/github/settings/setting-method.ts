import type { z } from 'zod';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { Cancellable, RepositoryName } from '../../../ports/records/target-address.ts';
import type { OrganizationSettings, RepositorySettings } from '../../../ports/settings-target.ts';
import type { MethodOf } from '../../shared/method.ts';
import { type PageParameters, readAll } from '../rest/pages.ts';
import { parseCreated, parseResponse } from '../rest/parse-response.ts';
import { type GitHub, repositoryOf } from '../rest/shared.ts';
import { refusing, settingRefused } from './setting-refusals.ts';

export type OrganizationMethod<Name extends keyof OrganizationSettings> = MethodOf<
  GitHub,
  OrganizationSettings,
  Name
>;
export type RepositoryMethod<Name extends keyof RepositorySettings> = MethodOf<
  GitHub,
  RepositorySettings,
  Name
>;

/** Sent as often as it takes. */
export function changing(signal: AbortSignal | undefined) {
  return { creates: false, expectedStatuses: refusing, signal } as const;
}

/** Sent once. */
export function creatingOnce(signal: AbortSignal | undefined) {
  return { creates: true, expectedStatuses: refusing, signal } as const;
}

/** @throws `refused` or `permission` */
export function mustBeTaken({ host }: GitHub, answer: HttpResponse, change: string): HttpResponse {
  if (answer.status >= 400) throw settingRefused(answer, host, change);
  return answer;
}

/** Returns what a request has changed or read. */
export function taken<T>(
  github: GitHub,
  answer: HttpResponse,
  { schema, change }: { schema: z.ZodType<T>; change: string },
): T {
  return parseResponse(schema, mustBeTaken(github, answer, change), github.host, change);
}

/** Returns what a request has created. */
export function created<T>(
  github: GitHub,
  answer: HttpResponse,
  { schema, change }: { schema: z.ZodType<T>; change: string },
): T {
  return parseCreated(schema, mustBeTaken(github, answer, change), github.host, change);
}

/** All rows of a list. @throws `refused` or `permission` */
export async function listAll<Row>(
  github: GitHub,
  list: {
    readonly what: string;
    readonly row: z.ZodType<Row>;
    readonly keyOf: (row: Row) => string | number;
    readonly ask: (page: PageParameters) => Promise<HttpResponse>;
  },
): Promise<readonly Row[]> {
  const rows = await readAll({
    ...list,
    host: github.host,
    absentStatuses: [],
    ask: async (page) => mustBeTaken(github, await list.ask(page), `read ${list.what}`),
  });
  return rows ?? [];
}

type RepositoryList =
  | 'GET /repos/{owner}/{repo}/keys'
  | 'GET /repos/{owner}/{repo}/hooks'
  | 'GET /repos/{owner}/{repo}/teams'
  | 'GET /repos/{owner}/{repo}/invitations';

/** All rows of a list of one repository. @throws `refused` or `permission` */
export function listOfRepository<Row extends { readonly id: number }>(
  github: GitHub,
  request: RepositoryName & Cancellable,
  { what, row, route }: { what: string; row: z.ZodType<Row>; route: RepositoryList },
): Promise<readonly Row[]> {
  return listAll(github, {
    what: `${what} of ${nameOf(request)}`,
    row,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(route, { ...repositoryOf(request), ...page }, changing(request.signal)),
  });
}

/** For messages. */
export function nameOf({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`;
}
