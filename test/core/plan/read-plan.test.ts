import { describe, expect, it } from 'vitest';
import { resolveTargetNames } from '../../../src/core/hosts/github/repositories/repository-name.ts';
import { parsePlan, readPlan } from '../../../src/core/plan/read-plan.ts';

function parse(repositories: readonly object[]) {
  const plan = {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme' },
    repositories,
  };
  return parsePlan({ path: 'plan.json', text: JSON.stringify(plan), resolveTargetNames });
}

describe('a plan', () => {
  it('gives what is left out its default', () => {
    expect(parse([{ source: 'a', target: 'a' }])).toMatchObject({
      options: {},
      repositories: [{ visibility: 'private' }],
    });
  });

  it('may not name a source twice, nor two targets that differ in case alone', () => {
    const twice = [
      { source: 'a', target: 'x' },
      { source: 'a', target: 'y' },
    ];
    expect(() => parse(twice)).toThrow('a is named twice');
    const oneTarget = [
      { source: 'a', target: 'Api' },
      { source: 'b', target: 'api' },
    ];
    expect(() => parse(oneTarget)).toThrow('a and b would both become api');
  });

  it('may not use a name that the target would change, and the other name is told', () => {
    expect(() => parse([{ source: 'a', target: 'my service' }])).toThrow(
      'a: the target does not accept the name my service (it would become my-service)',
    );
  });

  it('that is missing, or is a folder, is one sentence', async () => {
    const missing = readPlan({ path: '/nowhere/plan.json', resolveTargetNames });
    await expect(missing).rejects.toThrow('The plan /nowhere/plan.json does not exist');
    await expect(readPlan({ path: '/', resolveTargetNames })).rejects.toThrow(
      'is a folder, not a file',
    );
  });
});
