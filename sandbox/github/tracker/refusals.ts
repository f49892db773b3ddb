import type { Answer } from '../../network/answer.ts';
import { type FieldError, githubError, validationFailed } from '../rest/answers.ts';
import type { GithubRules } from './rules.ts';

const maxTitle = 256;

/** Counted as the host counts: by code points. */
export function isTooLong(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

/** Why a title or a body is refused, or `null`. What is `undefined` is not changed. */
export function refuseTexts(
  values: { title?: unknown; body?: unknown },
  { maxBody }: GithubRules,
): Answer | null {
  const { title, body } = values;
  if (typeof title === 'string' && title.trim() === '') {
    return validationFailed([{ resource: 'Issue', code: 'missing_field', field: 'title' }]);
  }
  const errors: FieldError[] = [];
  if (typeof title === 'string' && isTooLong(title, maxTitle)) {
    errors.push(custom('Issue', 'title', `title is too long (maximum is ${maxTitle} characters)`));
  }
  if (typeof body === 'string' && isTooLong(body, maxBody)) {
    errors.push(custom('Issue', 'body', `body is too long (maximum is ${maxBody} characters)`));
  }
  return errors.length === 0 ? null : validationFailed(errors);
}

export function custom(resource: string, field: string, message: string): FieldError {
  return { resource, code: 'custom', field, message };
}

export function refusePull(message: string): Answer {
  return validationFailed([{ resource: 'PullRequest', code: 'custom', message }]);
}

export function missingBranch(fields: readonly string[]): Answer {
  return validationFailed(
    fields.map((field) => ({ resource: 'PullRequest', field, code: 'invalid' })),
  );
}

/** Of the reviews' endpoint: sentences, and no index of the comment that they are about. */
export function unprocessable(sentences: readonly string[]): Answer {
  return githubError(422, 'Unprocessable Entity', { errors: [toSentence(sentences)] });
}

function toSentence(sentences: readonly string[]): string {
  const last = sentences.at(-1) ?? '';
  if (sentences.length < 2) return last;
  const comma = sentences.length > 2 ? ',' : '';
  return `${sentences.slice(0, -1).join(', ')}${comma} and ${last}`;
}
