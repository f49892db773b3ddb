import { field, type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import type { PullRequestRefusal, Written } from '../../../ports/pull-request-target.ts';
import { parseCreated } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { commentSchema } from './pull-request-schema.ts';

/** One reason in a 422, of whatever shape it came in. */
interface Reason {
  readonly text: string;
  readonly field: string;
  readonly code: string;
}

const mostReasons = 100;
const longestText = 2000;

/**
 * Why a pull request was not made. GitHub gives objects (`{resource, field, code, message}`), plain sentences, or a
 * message alone (`Invalid request.`). Where a branch is not seen yet it complains of everything that follows from
 * that as well ("Head sha can't be blank, No commits between …"), so the missing branch comes first.
 */
export function whyRefused(json: unknown): PullRequestRefusal {
  const reasons = reasonsOf(json);
  const says = (pattern: RegExp) => reasons.some(({ text }) => pattern.test(text));
  if (says(/pull request already exists/i)) return 'already-exists';
  if (says(/(head|base) (sha can.t be blank|ref must be a branch)/i)) return 'missing-branch';
  if (reasons.some(isMissingBranch)) return 'missing-branch';
  if (says(/no commits between/i)) return 'no-commits';
  if (says(/draft pull requests are not supported/i)) return 'drafts-unsupported';
  if (says(/\bis too long\b/i)) return 'too-long';
  return 'other';
}

export function refusalMessage(answer: HttpResponse): string {
  return hostMessage(answer.json) ?? `${answer.status} (no reason given)`;
}

function isMissingBranch(reason: Reason): boolean {
  return (
    /^(head|base)$/i.test(reason.field) && /^(invalid|missing|missing_field)$/i.test(reason.code)
  );
}

function reasonsOf(json: unknown): readonly Reason[] {
  const errors = field(json, 'errors');
  const list = Array.isArray(errors) ? errors.slice(0, mostReasons) : [errors];
  return [toReason(field(json, 'message')), ...list.map(toReason)];
}

function toReason(error: unknown): Reason {
  const texts = { field: textOf(field(error, 'field')), code: textOf(field(error, 'code')) };
  if (typeof error === 'string') return { ...texts, text: textOf(error) };
  return { ...texts, text: textOf(field(error, 'message')) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText) : '';
}

/**
 * Returns what became of a review or comment.
 * @param what names it in the message
 * @throws `ambiguous-write` if the answer does not say what was created
 */
export function toWritten(github: GitHub, answer: HttpResponse, what: string): Written {
  if (answer.status === 422) return { kind: 'refused', message: refusalMessage(answer) };
  const row = parseCreated(commentSchema, answer, github.host, what);
  return { kind: 'written', id: row.id, webUrl: row.html_url };
}
