import { MigratorError } from '../../../kernel/errors.ts';
import { field, type HttpResponse, hostMessage, oneLine } from '../../../network/http/response.ts';

interface Refused {
  readonly answer: HttpResponse;
  readonly host: string;
  /** The request: `GET /rest/api/1.0/projects`. */
  readonly what: string;
}

const makeToken =
  'Make an HTTP access token with Project read and Repository read (your avatar > Manage account > HTTP access tokens), and set SRC_TOKEN to it.';

/** 401 for three reasons, and 403, which is rare. */
export function refused({ answer, host, what }: Refused): MigratorError {
  const { status, headers } = answer;
  const facts = { status, detail: hostMessage(answer.json) };
  const said = status === 401 ? '401 Unauthorized' : '403 Forbidden';
  if (isCaptcha(headers)) {
    return new MigratorError('credentials', `${said}: ${host} wants a CAPTCHA to be solved first`, {
      hint: `Sign in once at https://${host} with the account of SRC_TOKEN, then run the command again.`,
      ...facts,
    });
  }
  const exceptions = exceptionsOf(answer.json);
  if (exceptions.some((name) => /NoAccessAuthentication/.test(name))) {
    return new MigratorError(
      'credentials',
      `${said}: the account of SRC_TOKEN has no licence on ${host}`,
      { hint: 'Ask an administrator to give the account access to Bitbucket.', ...facts },
    );
  }
  if (status === 403 || exceptions.some((name) => /Authori[sz]ation/.test(name))) {
    return new MigratorError(
      'permission',
      `${said}: ${host} refused ${what}: the account of SRC_TOKEN may not see it`,
      {
        hint: `The token itself is good. Ask for the permission Project Read or Repository Read, or use the token of an account that has it. ${makeToken}`,
        ...facts,
      },
    );
  }
  return new MigratorError('credentials', `${said}: ${host} refused SRC_TOKEN at ${what}`, {
    hint: `The token is wrong, revoked or expired, or it is of another server. ${makeToken}`,
    ...facts,
  });
}

/** The host answered as to an anonymous user. */
export function anonymous(host: string): MigratorError {
  return new MigratorError(
    'credentials',
    `401 Unauthorized: ${host} does not know SRC_TOKEN, and answers as to somebody who is not signed in`,
    {
      hint: `Check whether a proxy takes the Authorization header away. ${makeToken}`,
      status: 401,
    },
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

function isCaptcha(headers: HttpResponse['headers']): boolean {
  return /CAPTCHA/i.test(headers['x-authentication-denied-reason'] ?? '');
}
