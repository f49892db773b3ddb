import { describe, expect, it } from 'vitest';
import { type Failure, MigratorError, toFailure } from '../../../src/core/kernel/errors.ts';
import { groupProblems, namedRepositories } from '../../../src/core/report/group-problems.ts';

const slugs = ['web-shop', 'api', 'docs', 'on', 'tools'];
const plan = {
  source: { workspace: 'northwind' },
  target: { organization: 'acme' },
  repositories: slugs.map((source) => ({ source, target: `${source}-new` })),
};
const problem = (message: string, hint: string | null = null): Failure =>
  toFailure(new MigratorError('refused', message, { hint }));

describe('groupProblems', () => {
  it('makes one of problems that differ only in the name of a repository', () => {
    const problems = slugs.map((slug) =>
      problem(`ACME/${slug}-new exists on github.com`, `Rename ${slug} in the plan.`),
    );
    const [group, ...others] = groupProblems(problems, plan);
    expect(others).toEqual([]);
    expect(group).toEqual({ cause: problems[0], repositories: slugs });
    expect(namedRepositories(group?.repositories ?? [])).toBe(
      '5 repositories: web-shop, api, docs and 2 more',
    );
  });

  it('keeps apart what differs in anything else', () => {
    const problems = [
      problem('api: branch main is not migrated'),
      problem('docs: branch next is not migrated'),
      problem('other is not migrated'),
    ];
    expect(groupProblems(problems, plan)).toEqual(
      problems.map((cause) => ({ cause, repositories: [] })),
    );
  });

  it('says a hint once, after the last of the problems that have it', () => {
    const problems = [problem('api is gone', 'Plan again.'), problem('it is full', 'Plan again.')];
    expect(groupProblems(problems, plan).map(({ cause }) => cause.hint)).toEqual([
      null,
      'Plan again.',
    ]);
  });
});
