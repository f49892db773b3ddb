import { originOf } from '../../../kernel/base-url.ts';
import { listed } from '../../../kernel/environment.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { factsOf, field, type HttpResponse, oneLine } from '../../../network/response/response.ts';
import type { DataCenterAccess } from '../../../ports/credentials/source-access.ts';

/** Returns what messages call the tokens. */
function tokenNames({ tokens }: Pick<DataCenterAccess, 'tokens'>): string {
  return listed(tokens.map(({ variable }) => variable));
}

interface Refused {
  readonly access: Pick<DataCenterAccess, 'tokens'>;
  readonly answer: HttpResponse;
  readonly host: string;
  /** The request: `GET /rest/api/1.0/projects`. */
  readonly what: string;
}

const makeToken =
  'Create an HTTP access token with Project read and Repository read (your avatar > Manage account > HTTP access tokens). Set SRC_TOKEN to it.';

/** 401 for three reasons, and 403, which is rare. */
export function refused({ answer, host, what, access }: Refused): MigratorError {
  const names = tokenNames(access);
  const { status, headers } = answer;
  const facts = factsOf(answer);
  const said = status === 401 ? '401 Unauthorized' : '403 Forbidden';
  if (/CAPTCHA/i.test(headers['x-authentication-denied-reason'] ?? '')) {
    return new MigratorError('credentials', `${said}: ${host} requires a CAPTCHA first`, {
      hint: `Sign in once at ${originOf(host)} with the account of ${names}, then run the command again.`,
      ...facts,
    });
  }
  const exceptions = exceptionsOf(answer.json);
  if (exceptions.some((name) => /NoAccessAuthentication/.test(name))) {
    return new MigratorError(
      'credentials',
      `${said}: the account of ${names} has no license on ${host}`,
      {
        hint: 'Ask an administrator to give the account access to Bitbucket.',
        ...facts,
      },
    );
  }
  if (status === 403 || exceptions.some((name) => /Authori[sz]ation/.test(name))) {
    return new MigratorError(
      'permission',
      `${said}: ${host} refused ${what}: the account of ${names} cannot access it`,
      {
        hint: `The token itself is valid. Ask for the Project Read or Repository Read permission, or use a token from an account that has it. ${makeToken}`,
        ...facts,
      },
    );
  }
  return new MigratorError('credentials', `${said}: ${host} rejected ${names} (${what})`, {
    hint: `The token is wrong, revoked, expired or from another server. ${makeToken}`,
    ...facts,
  });
}

/** The host answered as to an anonymous user. */
export function anonymous(host: string, access: Refused['access']): MigratorError {
  return new MigratorError(
    'credentials',
    `401 Unauthorized: ${host} ignored ${tokenNames(access)} and treated the request as anonymous`,
    { hint: `Check whether a proxy strips the Authorization header. ${makeToken}`, status: 401 },
  );
}

/** Names of the exceptions in an answer. */
export function exceptionsOf(json: unknown): readonly string[] {
  const errors = field(json, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 5).flatMap((error) => {
    const name = field(error, 'exceptionName');
    return typeof name === 'string' ? [oneLine(name, 200)] : [];
  });
}
