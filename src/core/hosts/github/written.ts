import type { Answer } from '../../network/answer.ts';
import type { Written } from '../pull-request-target.ts';
import { refusedWriting } from './pull-request-refusals.ts';
import { commentSchema } from './pull-request-schema.ts';
import type { GitHub } from './shared.ts';
import { understandMade } from './understand.ts';

/**
 * What became of a review or comment.
 * @param what names it in the message
 * @throws `ambiguous-write` if the answer does not tell what was made
 */
export function toWritten(github: GitHub, answer: Answer, what: string): Written {
  if (answer.status === 422) return refusedWriting(answer);
  const row = understandMade(commentSchema, answer, github.host, what);
  return { kind: 'written', id: row.id, webUrl: row.html_url };
}
