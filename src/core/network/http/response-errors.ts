import { type ErrorCode, MigratorError } from '../../kernel/errors.ts';
import { factsOf, type HttpResponse } from '../response/response.ts';
import type { UnusableBody } from './body.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'credentials',
  403: 'permission',
  404: 'not-found',
  408: 'unavailable',
  410: 'not-found',
};

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function statusText(status: number): string {
  const name = names[status];
  return name === undefined ? String(status) : `${status} ${name}`;
}

/** An unexpected status, where the caller knows no better message. */
export function statusError(answer: HttpResponse, host: string, what: string): MigratorError {
  const { status } = answer;
  const facts = factsOf(answer);
  if (status >= 300 && status < 400) {
    return new MigratorError(
      'bad-answer',
      `${host} sent a redirect, which migrator does not follow (${what})`,
      {
        hint: 'Check whether the URL or the name has changed.',
        ...facts,
      },
    );
  }
  if (status >= 500 || status === 408) {
    return new MigratorError('unavailable', `${statusText(status)}: ${host} failed (${what})`, {
      hint: refusalHint('unavailable', host, what),
      ...facts,
    });
  }
  const message = `${statusText(status)}: ${host} refused ${what}`;
  const code = codes[status] ?? 'refused';
  return new MigratorError(code, message, { ...facts, hint: refusalHint(code, host, what) });
}

/** A list or another answer that makes no sense. */
export function hostFault(message: string): MigratorError {
  return new MigratorError('bad-answer', message, {
    hint: "The problem is on the host's side. Run the command again, and report it if it persists.",
    retry: 'yes',
  });
}

const unusable: Readonly<Record<UnusableBody, string>> = {
  html: 'sent a web page (HTML) instead of JSON',
  'not-json': 'sent something other than JSON',
  truncated: 'sent JSON that ends too early',
  malformed: 'sent JSON that is malformed',
  'too-deep': 'sent JSON that is nested too deeply',
  'too-large': 'sent a response that is too large',
  'unknown-encoding': 'sent a response with an unknown compression format',
};

/** A successful status with an unusable body, which is never shown. */
export function bodyError(options: {
  why: UnusableBody;
  status: number;
  host: string;
  what: string;
}): MigratorError {
  const { why, status, host, what } = options;
  return new MigratorError('bad-answer', `${host} ${unusable[why]} (${what})`, {
    hint: 'Check the URL, and whether a proxy or a sign-in page is answering instead.',
    retry: why === 'truncated' || why === 'malformed' || why === 'html' ? 'yes' : 'no',
    status,
  });
}

/**
 * A hint for an unforeseen answer, shown beside the host's own message.
 * @param what the request, so that hints of different requests differ
 */
export function refusalHint(code: ErrorCode, host: string, what: string): string {
  switch (code) {
    case 'credentials':
      return `Check the credentials for ${host}.`;
    case 'permission':
      return `The credentials for ${host} lack permission for this request (${what}).`;
    case 'not-found':
      return 'Check the configured URL and the name.';
    case 'unavailable':
      return `The problem is on ${host}'s side. Try again later.`;
    default:
      return `If ${host} gives no reason, run the command again with -vvv --log-file <file>, and search the log for ${what}.`;
  }
}
