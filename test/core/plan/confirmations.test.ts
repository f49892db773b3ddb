import { describe, expect, it } from 'vitest';
import { withRewriteConfirmed } from '../../../src/core/plan/confirmations.ts';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';

const plan: Plan = {
  version: 1,
  source: { kind: 'bitbucket-cloud', workspace: 'acme' },
  target: { organization: 'acme' },
  options: {},
  repositories: [
    { source: 'web', target: 'web', visibility: 'private', large_files: 'rewrite' },
    { source: 'api', name: 'The API', target: 'api', visibility: 'private' },
    { source: 'docs', target: 'docs', visibility: 'private', large_files: 'refuse' },
  ],
};

const confirmed = (...args: Parameters<typeof withRewriteConfirmed>) =>
  withRewriteConfirmed(...args)
    .repositories.filter(({ rewrite_history }) => rewrite_history === true)
    .map(({ source }) => source);

describe('withRewriteConfirmed', () => {
  it('confirms only repositories whose large files are rewritten', () => {
    expect(confirmed(plan, ['*'])).toEqual(['web']);
    expect(confirmed(plan, ['*'], 'rewrite')).toEqual(['web', 'api']);
    expect(confirmed(plan, ['the *'], 'rewrite')).toEqual(['api']);
  });

  it('leaves a plan as it is where nothing is confirmed', () => {
    expect(withRewriteConfirmed(plan, [])).toBe(plan);
  });

  it('refuses a glob that fits no such repository', () => {
    expect(() => withRewriteConfirmed(plan, ['api'])).toThrow(
      '--rewrite-history: "api" does not match any repository with large_files: rewrite',
    );
  });
});
