import { describe, expect, it } from 'vitest';
import { resolveTargetNames } from '../../../src/core/hosts/github/names/repository-name.ts';
import { planText } from '../../../src/core/plan/build-plan.ts';
import { parsePlan, readPlan } from '../../../src/core/plan/read-plan.ts';

function parse(repositories: readonly object[], more: object = {}) {
  const plan = {
    version: 1,
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { organization: 'acme' },
    ...more,
    repositories,
  };
  return parsePlan({ path: 'plan.json', text: JSON.stringify(plan), resolveTargetNames });
}

const accepted = {
  id: 'rule:1',
  kind: 'branch-rule',
  source: 'restrict_merges on main',
  target: '1 ruleset',
  grade: 'stricter',
  why: 'GitHub cannot allow pushes and refuse merges.',
  set: {
    rulesets: [
      {
        target: 'branch',
        include: ['refs/heads/main'],
        rules: [{ type: 'update' }],
        bypass: [{ actor: { kind: 'team', name: 'leads' }, mode: 'pull_request' }],
        enforcement: 'active',
      },
    ],
  },
  looser: { target: '', why: 'Everybody who may write may merge.', set: { rulesets: [] } },
  accept: 'looser',
};

describe('a plan', () => {
  it('gives what is left out its default', () => {
    expect(parse([{ source: 'a', target: 'a' }])).toMatchObject({
      options: {},
      repositories: [{ visibility: 'private' }],
    });
  });

  it('keeps settings, teams and follow as they stand in the file', () => {
    const teams = [{ name: 'leads', groups: ['leads'], members: ['ann'], incomplete: true }];
    const plan = parse([{ source: 'a', target: 'a', settings: [accepted] }], {
      follow: true,
      teams,
    });
    expect(plan).toMatchObject({ follow: true, teams, repositories: [{ settings: [accepted] }] });
    const again = { path: 'plan.json', text: planText(plan), resolveTargetNames };
    expect(parsePlan(again)).toEqual(plan);
  });

  it('refuses settings and teams that are named twice, and accept where nothing is on offer', () => {
    const strict = { ...accepted, looser: null };
    const team = { name: 'leads', groups: [], members: [], incomplete: false };
    const wrong = () =>
      parse([{ source: 'a', target: 'a', settings: [accepted, strict] }], { teams: [team, team] });
    expect(wrong).toThrow(
      'the team leads is listed twice; a has the setting rule:1 twice; a: the setting rule:1 has no looser alternative to accept',
    );
  });

  it('may not name a source twice, nor two targets that differ in case alone', () => {
    const twice = [
      { source: 'a', target: 'x' },
      { source: 'a', target: 'y' },
    ];
    expect(() => parse(twice)).toThrow('a is listed twice');
    const oneTarget = [
      { source: 'a', target: 'Api' },
      { source: 'b', target: 'api' },
    ];
    expect(() => parse(oneTarget)).toThrow('a and b would both become api');
  });

  it('may not use a name that the target would change, and the error says the other name', () => {
    expect(() => parse([{ source: 'a', target: 'my service' }])).toThrow(
      'a: GitHub does not accept the name my service (it would become my-service)',
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
