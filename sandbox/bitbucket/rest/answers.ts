import {
  type Answer,
  type AnswerHeaders,
  emptyAnswer,
  jsonAnswer,
  textAnswer,
} from '../../network/answer.ts';
import { type Scope, type UsableCredential, wordFor } from '../accounts/authentication.ts';

export function bitbucketError(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  return jsonAnswer(status, { type: 'error', error: { message, ...more } });
}

/** The host answers a wrong password with an empty plain text, and a wrong token with JSON. */
export function unauthorized(as: 'basic' | 'token' | 'unscoped'): Answer {
  if (as === 'basic') {
    return textAnswer(401, '', { 'www-authenticate': 'Basic realm="Bitbucket.org HTTP"' });
  }
  const headers: AnswerHeaders =
    as === 'unscoped'
      ? { 'www-authenticate': 'BitbucketCustom realm=Bitbucket.org HTTP' }
      : { 'www-authenticate': 'OAuth realm="Bitbucket.org HTTP"' };
  const message = 'Token is invalid, expired, or not supported for this endpoint.';
  return jsonAnswer(401, { type: 'error', error: { message } }, headers);
}

export function lacksScope(credential: UsableCredential, scope: Scope): Answer {
  return bitbucketError(403, 'Your credentials lack one or more required privilege scopes.', {
    detail: { required: [wordFor(credential, scope)], granted: credential.scopes },
  });
}

export function notFound(what: string): Answer {
  return bitbucketError(404, `${what} not found`);
}

export function commitNotFound(hash: string): Answer {
  const data = { shas: [hash] };
  return jsonAnswer(404, { type: 'error', error: { message: 'Commit not found', data }, data });
}

export function unknownRoute(): Answer {
  return bitbucketError(404, 'Resource not found', {
    detail: 'There is no API hosted at this URL',
  });
}

/** The host has this, the sandbox does not: a 404 could be read as "there is none". */
export function notOffered(method: string, path: string): Answer {
  return bitbucketError(501, `The sandbox does not offer ${method} ${path}`);
}

export function removedApi(): Answer {
  const data = {
    announcement_url: 'https://developer.atlassian.com/cloud/bitbucket/changelog#CHANGE-2770',
  };
  return jsonAnswer(410, {
    type: 'error',
    error: {
      message: 'CHANGE-2770 - Functionality has been deprecated',
      detail: 'Please read the changelog entry for more details.',
      data,
    },
    data,
  });
}

export function tooManyRequests(headers: AnswerHeaders): Answer {
  return textAnswer(429, 'Rate limit for this resource has been exceeded', headers);
}

export function methodNotAllowed(): Answer {
  return emptyAnswer(405, { allow: 'GET, HEAD, OPTIONS' });
}
