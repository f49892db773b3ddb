import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import { acceptedText, judge } from '../../../src/core/plan/judgements.ts';
import { planSchema } from '../../../src/core/plan/plan-schema.ts';

const hint = 'Set "engine": "rest" for it in the plan.';
const large = (repository: string) => {
  const problem = new MigratorError('refused', `${repository} has 45 GB`, { hint });
  return { check: 'import-size', repository, problem } as const;
};
const full = new MigratorError('disk-full', 'The disk is full', { hint: null });
const space = { check: 'disk-space', repository: null, problem: full } as const;
const by = { by: 'jane', reason: 'Support raised our limit' };

describe('problems that the plan may accept', () => {
  it('are accepted one by one, by check and repository', () => {
    const { problems, accepted } = judge(
      [large('web'), large('api'), space],
      [{ check: 'import-size', repository: 'web', ...by }],
    );
    expect(problems.map(({ message }) => message)).toEqual(['api has 45 GB', 'The disk is full']);
    expect(accepted).toEqual([
      { check: 'import-size', repository: 'web', ...by, message: 'web has 45 GB' },
    ]);
    expect(accepted.map(acceptedText)).toEqual([
      'Accepted by jane: web has 45 GB. Reason: Support raised our limit',
    ]);
  });

  it('say how they can be accepted', () => {
    const { problems } = judge([large('web'), space], []);
    expect(problems.map((one) => one.hint)).toEqual([
      `${hint} If this is not a problem for you, accept "import-size" for web in the plan.`,
      'If this is not a problem for you, accept "disk-space" in the plan.',
    ]);
  });

  it('are not accepted for all repositories at once', () => {
    const { accepted } = judge([large('web')], [{ check: 'import-size', ...by }]);
    expect(accepted).toEqual([]);
  });

  it('are accepted by somebody, for a reason, and only where the check can be wrong', () => {
    const plan = (accept: unknown) =>
      planSchema.safeParse({
        version: 1,
        source: { kind: 'bitbucket-cloud', workspace: 'acme' },
        target: { organization: 'acme' },
        repositories: [{ source: 'web', target: 'web' }],
        accept: [accept],
      }).success;
    expect(plan({ check: 'disk-space', ...by })).toBe(true);
    expect(plan({ check: 'disk-space', by: 'jane' })).toBe(false);
    expect(plan({ check: 'disk-space', by: '', reason: 'x' })).toBe(false);
    expect(plan({ check: 'target-exists', ...by })).toBe(false);
  });
});
