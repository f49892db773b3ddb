import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceSettings } from '../../../../src/core/ports/records/source-settings.ts';
import { combineSets } from '../../../../src/core/settings/kinds/kinds.ts';
import { mapSettings } from '../../../../src/core/settings/plan/map-settings.ts';
import {
  plannedSettingSchema,
  plannedTeamSchema,
} from '../../../../src/core/settings/plan/planned-schema.ts';
import {
  chosenSettings,
  planSettings,
  planTeams,
} from '../../../../src/core/settings/plan/planned-settings.ts';
import { settingsCase } from '../../../helpers/settings/settings-cases.ts';
import { contextOf, group, noSettings, rule } from '../settings-fixture.ts';

const merges = rule({
  id: 'merge',
  type: 'restrict_merges',
  prevents: ['merge'],
  exceptions: [group('leads')],
});

const parseSettings = (value: unknown) => plannedSettingSchema.array().parse(value);

function planned(changes: Partial<SourceSettings>) {
  const settings = { ...noSettings, ...changes };
  return planSettings({ kind: 'bitbucket-cloud', settings, groups: [] }, contextOf());
}

describe('settings in a plan', () => {
  it('set what the mapping sets, also after they were written and read', () => {
    fc.assert(
      fc.property(settingsCase, ({ source, context, builds }) => {
        const { kind, groups, ...rest } = source;
        const from = { kind, groups, settings: { ...noSettings, ...rest, builds } };
        const written = JSON.stringify(planSettings(from, context));
        const read = parseSettings(JSON.parse(written));
        const strict = mapSettings(from, { ...context, accepted: new Set() });
        expect(chosenSettings(read)).toEqual(strict.target);
      }),
      { numRuns: 100 },
    );
  });

  it('set the looser form of those that people accept', () => {
    const items = planned({ rules: [merges] });
    expect(items).toMatchObject([{ grade: 'stricter', looser: { set: { rulesets: [] } } }]);
    expect(chosenSettings(items).rulesets).toHaveLength(1);
    const accepted = items.map((one) => ({ ...one, accept: 'looser' as const }));
    expect(chosenSettings(accepted)).toEqual(combineSets([]));
  });

  it('refuse what is misspelled', () => {
    const [first] = planned({ rules: [merges] });
    expect(() => parseSettings([{ ...first, accept: 'anything' }])).toThrow();
    expect(() => parseSettings([{ ...first, acept: 'looser' }])).toThrow();
  });
});

describe('teams of a plan', () => {
  it('have the members that are known, and say where some are missing', () => {
    const named = (...ids: string[]) => ids.map((id) => ({ id, name: id }));
    const groups = [
      { id: 'devs', name: 'Devs', members: named('ann', 'bob') },
      { id: 'leads', name: 'Leads', members: named('cid', 'stranger') },
      { id: 'unplanned', name: 'Unplanned', members: [] },
    ];
    const teams = planTeams(groups, contextOf());
    expect(teams).toEqual([
      { name: 'devs', groups: ['devs'], members: ['ann', 'bob'], incomplete: false },
      {
        ...{ name: 'leads', groups: ['leads'], members: ['cid'], incomplete: true },
        withoutLogin: ['stranger'],
      },
    ]);
    expect(plannedTeamSchema.array().parse(JSON.parse(JSON.stringify(teams)))).toEqual(teams);
  });
});
