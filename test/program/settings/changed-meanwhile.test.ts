import { expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { addSettings } from '../../helpers/settings/settings-place.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';

it.each(['lost answer', '502'])(
  'a repair keeps a ruleset that people change after a %s',
  async (kind) => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    await addSettings(place, 'web');
    expect((await place.run(['migrate', '--plan', 'plan.json'])).code).toBe(0);
    const { github, faults } = place.sandbox;
    const rulesets = github.findRepository('acme/web')?.settings.rulesets ?? [];
    const id = rulesets[0]?.id;
    const path = `/repos/acme/web/rulesets/${id}`;
    const changed = { rules: [{ type: 'deletion' }] };
    expect((await askGithub(place.sandbox, 'PUT', path, changed)).status).toBe(200);
    const rules = [{ type: 'deletion' }, { type: 'required_linear_history' }];
    const theirs = () => rulesets.find((one) => one.id === id) as { rules: unknown } | undefined;
    let isChanged = false;
    const change = () => {
      isChanged = true;
      Object.assign(theirs() ?? {}, { rules });
    };
    faults.decide(({ host, method, target }) => {
      if (isChanged || host !== 'github' || method !== 'PUT' || !target.endsWith(path)) return null;
      if (kind === 'lost answer') return { kind: 'lost-answer', onDone: change };
      change();
      return { kind: 'status', status: 502, body: 'no' };
    });
    const migration = await newestMigration(place);
    const { stdout } = await place.run(['verify', '--migration', migration, '--repair']);
    expect({ isChanged, rules: theirs()?.rules }, stdout).toEqual({ isChanged: true, rules });
  },
);
