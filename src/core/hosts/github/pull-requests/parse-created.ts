import type { HttpResponse } from '../../../network/http/response.ts';
import type { Written } from '../../../ports/pull-request-target.ts';
import { parseCreated } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { refusedWriting } from './pull-request-refusals.ts';
import { commentSchema } from './pull-request-schema.ts';

/**
 * What became of a review or comment.
 * @param what names it in the message
 * @throws `ambiguous-write` if the answer does not tell what was made
 */
export function toWritten(github: GitHub, answer: HttpResponse, what: string): Written {
  if (answer.status === 422) return refusedWriting(answer);
  const row = parseCreated(commentSchema, answer, github.host, what);
  return { kind: 'written', id: row.id, webUrl: row.html_url };
}
