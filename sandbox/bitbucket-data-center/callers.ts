import type { BitbucketPerson } from '../bitbucket/accounts/people.ts';
import type { Authorization } from '../network/authorization.ts';
import type { Exchange } from '../network/exchange.ts';
import { type DataCenterInstance, type DataCenterToken, userNameOf } from './instance.ts';
import type { DataCenterLimiter } from './rate-limit.ts';

export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'known';
      readonly token: DataCenterToken;
      readonly username: string;
      /** `null`: a token of a project, which belongs to nobody. */
      readonly person: BitbucketPerson | null;
    }
  | { readonly kind: 'refused'; readonly as: 'anonymous' | 'unlicensed' };

/** Whoever a token of a project acts as. They sign in nowhere, and have no page. */
const nobody = 'access-token-user-1';

/** A token comes as a bearer, or as the password of the person whom it belongs to. */
export function identify(instance: DataCenterInstance, authorization: Authorization): Caller {
  if (authorization.kind === 'none') return { kind: 'anonymous' };
  const token = instance.tokens.find(
    (one) =>
      one.token === secretOf(authorization, userNameOf(ownerOf(instance, one))) &&
      (one.kind === 'user' || authorization.kind === 'bearer'),
  );
  if (token === undefined) return { kind: 'refused', as: 'anonymous' };
  if (!token.isLicensed) return { kind: 'refused', as: 'unlicensed' };
  if (token.kind !== 'user') return { kind: 'known', token, username: nobody, person: null };
  const person = ownerOf(instance, token);
  return { kind: 'known', token, username: userNameOf(person), person };
}

function ownerOf({ bitbucket }: DataCenterInstance, { person }: DataCenterToken): BitbucketPerson {
  return person ?? bitbucket.user;
}

function secretOf(authorization: Authorization, username: string): string | null {
  if (authorization.kind === 'bearer') return authorization.token;
  if (authorization.kind !== 'basic') return null;
  return authorization.username.toLowerCase() === username ? authorization.password : null;
}

/** Every answer names whom the server takes the caller for. */
export function callerHeaders(caller: Caller): Readonly<Record<string, string>> {
  const id = { 'x-arequestid': '@1QXA2ZYx613x4711x0' };
  if (caller.kind !== 'known') return id;
  return { ...id, 'x-asessionid': 'b1y7qk', 'x-auserid': '1', 'x-ausername': caller.username };
}

export interface DataCenterServerOptions {
  readonly instance: DataCenterInstance;
  readonly limiter: DataCenterLimiter;
  /** With the path that the server lies below. */
  readonly baseUrl: string;
}

export interface Call extends DataCenterServerOptions {
  readonly exchange: Exchange;
  readonly caller: Caller;
}
