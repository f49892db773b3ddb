import type { FieldError } from '../../rest/answers.ts';
import type { ThreadFault } from './thread.ts';

const resource = 'PullRequestReviewComment';
const thread = 'pull_request_review_thread';

/** Of the endpoint for a single comment. */
export function fieldErrorsOf(faults: readonly ThreadFault[]): FieldError[] {
  const errors = faults.map((fault): FieldError => {
    if (fault === 'path') return { resource, code: 'invalid', field: `${thread}.path` };
    const field = `${thread}.${fault === 'line' ? 'line' : 'start_line'}`;
    return { resource, code: 'custom', field, message: `${field} ${rules[fault]}` };
  });
  return [...errors, { resource, code: 'missing_field', field: `${thread}.diff_hunk` }];
}

/** Of the endpoint for reviews: each said once, of whichever comment it is. */
export function sentencesOf(faults: readonly ThreadFault[]): string[] {
  const said = faults.map((fault) => {
    if (fault === 'path') return 'Pull request review thread path is invalid';
    const field = fault === 'line' ? 'line' : 'start line';
    return `Pull request review thread ${field} ${rules[fault]}`;
  });
  return [...new Set(said), "Pull request review thread diff hunk can't be blank"];
}

const rules = {
  line: 'must be part of the diff',
  'start-line': 'must be part of the same hunk as the line.',
  order: 'must precede the end line.',
} as const;
