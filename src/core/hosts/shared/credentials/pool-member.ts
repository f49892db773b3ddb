import type { Query } from '../../../kernel/base-url.ts';
import { listed } from '../../../kernel/environment.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { CredentialClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { Room } from '../../../network/rate-limit/room.ts';
import type { HttpResponse } from '../../../network/response/response.ts';

/** One of several credentials of a host. */
export interface PoolCredential {
  /** The variable that it comes from, for messages. */
  readonly variable: string;
  readonly client: CredentialClient;
}

/** Describes what the check of a credential has shown. */
export interface Proven {
  /** How many repositories it lists; infinite: all of the workspace. 0: it opens single ones. */
  readonly lists: number;
  /** A read that the host allowed: refused later, the credential is gone. */
  readonly read: { readonly path: string; readonly query?: Query };
}

/** A credential of the pool, and what is known of it. */
export interface Member<One> {
  readonly credential: One;
  readonly client: CredentialClient;
  proven: Proven | null;
  isGone: boolean;
  /** Repositories that it has read. */
  readonly opened: Set<string>;
  /** Repositories that another had to read for it. */
  readonly closed: Set<string>;
  inFlight: number;
  room: (Room & { readonly at: number }) | null;
}

/** Describes what the host answered one of them. */
export interface Refused<One> {
  readonly member: Member<One>;
  readonly answer: HttpResponse;
}

/** Statuses that hosts send for a credential that is for something else, most telling first. */
export const refusals = [403, 404, 401];

/** Of several that do not pass the error of the first, naming the others. */
export function refusalOf(
  failed: readonly { member: Member<PoolCredential>; error: MigratorError }[],
): MigratorError {
  const [first, ...others] = failed;
  if (first === undefined) throw new TypeError('nothing was refused');
  const { error } = first;
  if (others.length === 0) return error;
  const names = listed(others.map(({ member }) => member.credential.variable));
  const { code, hint, retry, detail, status } = error;
  return new MigratorError(code, `${error.message}; ${names} failed too`, {
    ...{ hint, retry, detail, status, cause: error },
  });
}

/** Nothing is known of it yet. */
export function memberOf<One extends PoolCredential>(credential: One): Member<One> {
  return {
    ...{ credential, client: credential.client, proven: null, isGone: false },
    ...{ opened: new Set(), closed: new Set(), inFlight: 0, room: null },
  };
}

function listsOf({ proven }: Member<unknown>): number {
  return proven?.lists ?? 0;
}

/** Sorts members so that the ones that see the most come first. Pure. */
export function byReach<One>(members: readonly Member<One>[]): readonly Member<One>[] {
  return [...members].sort((a, b) => (listsOf(a) === listsOf(b) ? 0 : listsOf(b) - listsOf(a)));
}

/** Prefers members that were not refused for this repository, where there are any. Pure. */
export function preferred<One>(
  members: readonly Member<One>[],
  repository: string | null,
): readonly Member<One>[] {
  const open = members.filter((one) => repository === null || !one.closed.has(repository));
  return open.length > 0 ? open : members;
}

/** That this one has read the repository, and those that were refused have not. */
export function noteReader<One>(
  member: Member<One>,
  refused: readonly Refused<One>[],
  repository: string | null,
): void {
  if (repository === null) return;
  member.opened.add(repository);
  member.closed.delete(repository);
  for (const other of refused) other.member.closed.add(repository);
}

/** Tells whether it sees what others see here, so that what it does not find is not there. Pure. */
export function sees(member: Member<unknown>, repository: string | null): boolean {
  if (listsOf(member) === Number.POSITIVE_INFINITY) return true;
  return repository !== null && member.opened.has(repository);
}

/** The answer of the credential that knows best. Pure. @throws as a client does where it is not expected */
export function answerOfBest<One>(
  { method, path, expectedStatuses = [] }: HttpRequest,
  refused: readonly Refused<One>[],
  repository: string | null,
): HttpResponse {
  const rank = ({ member }: Refused<One>) => (sees(member, repository) ? 0 : 1);
  const [best] = [...refused].sort(
    (a, b) =>
      rank(a) - rank(b) || refusals.indexOf(a.answer.status) - refusals.indexOf(b.answer.status),
  );
  if (best === undefined) throw new TypeError('nothing was asked');
  const { answer, member } = best;
  if (expectedStatuses.includes(answer.status)) return answer;
  throw statusError(answer, member.client.host, `${method} ${path.split('?')[0]}`);
}
