import type { z } from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpResponse } from '../../../network/response/response.ts';

/**
 * An answer's data, checked.
 * @throws `bad-answer`
 */
export function parseResponse<T>(
  schema: z.ZodType<T>,
  answer: HttpResponse,
  host: string,
  what: string,
): T {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5);
  throw new MigratorError('bad-answer', `${host} sent an unexpected response (${what})`, {
    hint: 'Check DST_API_URL or DST_ENTERPRISE_URL, and whether a proxy is answering instead.',
    detail: `unexpected: ${fields.join(', ')}`,
  });
}

/**
 * The same of an answer to a request that created something: it was created, but the host did not say what, so that the
 * caller has to look.
 * @throws `ambiguous-write`
 */
export function parseCreated<T>(
  schema: z.ZodType<T>,
  answer: HttpResponse,
  host: string,
  what: string,
): T {
  try {
    return parseResponse(schema, answer, host, what);
  } catch (cause) {
    throw new MigratorError('ambiguous-write', `${host} sent an unexpected response (${what})`, {
      hint: 'Resume the migration: it finds what was created.',
      retry: 'yes',
      cause,
    });
  }
}
