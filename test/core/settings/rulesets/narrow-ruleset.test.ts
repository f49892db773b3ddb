import { describe, expect, it } from 'vitest';
import type { Ruleset, TargetActor } from '../../../../src/core/ports/records/target-settings.ts';
import {
  approvalsOfOthers,
  narrowRuleset,
} from '../../../../src/core/settings/rulesets/narrow-ruleset.ts';

const team = (name: string): TargetActor => ({ kind: 'team', name });

const ruleset = (...actors: readonly TargetActor[]): Ruleset => ({
  target: 'branch',
  include: ['~ALL'],
  rules: [
    {
      ...{ type: 'pull_request', approvals: 0, dismissStale: false, resolveThreads: false },
      reviewers: [{ team: 'Core Team', minimum: 1 }],
    },
  ],
  bypass: actors.map((actor) => ({ actor, mode: 'always' })),
  enforcement: 'active',
});

const core = { id: '1', slug: 'core-team', name: 'Core Team', isSecret: false, parent: null };
const organization = {
  teams: new Map([['Core Team', core]]),
  ids: { teams: new Map([['core-team', '1']]), users: new Map([['jane', '2']]) },
  withheld: new Set<string>(),
  coming: new Set<string>(),
};
const crowded = { ...organization, withheld: new Set(['core-team']) };

const exceptions = ({ bypass }: Ruleset) => bypass.map(({ actor }) => actor.name);

describe('a ruleset as an organization can have it', () => {
  it('names teams by their slugs, and nobody who is unknown', () => {
    const wanted = ruleset(team('Core Team'), team('gone'), { kind: 'user', name: 'Jane' });
    const { ruleset: narrowed, notes } = narrowRuleset(wanted, organization, null);
    expect(exceptions(narrowed)).toEqual(['core-team', 'Jane']);
    expect(narrowed.rules[0]).toMatchObject({ reviewers: [{ team: 'core-team' }] });
    expect(notes).toEqual(['without team gone, unknown on this GitHub host']);
  });

  it('warns of no team that the run itself will create', () => {
    const coming = { ...organization, coming: new Set(['gone']) };
    expect(narrowRuleset(ruleset(team('gone')), coming, null).notes).toEqual([]);
  });

  it('has no exception for a team with other members, unless that is there already', () => {
    const wanted = ruleset(team('Core Team'));
    const { ruleset: narrowed, notes } = narrowRuleset(wanted, crowded, null);
    expect(exceptions(narrowed)).toEqual([]);
    expect(notes).toEqual(['without team core-team, which has other members']);
    const there = { ruleset: ruleset(team('core-team')) };
    expect(exceptions(narrowRuleset(wanted, crowded, there).ruleset)).toEqual(['core-team']);
  });

  it('says where others than a group approve', () => {
    const { ruleset: narrowed } = narrowRuleset(ruleset(), crowded, null);
    expect(approvalsOfOthers(narrowed, crowded)).toContain('core-team can also approve');
    expect(approvalsOfOthers(narrowed, organization)).toBeNull();
  });
});
