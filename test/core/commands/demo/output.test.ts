import { expect, it } from 'vitest';
import { pullRequestLines } from '../../../../src/core/commands/demo/output.ts';

it('accounts for the pull requests of the sample in lines that a window of 80 columns takes', () => {
  const comments = { there: 12, here: 12 };
  const row = {
    repository: 'payments-service-new',
    number: 18,
    target_number: 18,
    state: 'superseded',
    target_state: 'merged',
    general: comments,
    on_lines: comments,
    replies: comments,
    accounted: true,
  } as const;
  const lines = pullRequestLines([row], 80);
  expect(lines.at(-1)).toBe(
    'Every pull request is accounted for: 1 pull request with 36 comments.',
  );
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});
