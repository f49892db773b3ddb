import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { planSchema } from '../../../../src/core/plan/plan-schema.ts';
import type { Group } from '../../../../src/core/ports/records/source-settings.ts';
import { parseUserMap } from '../../../../src/core/users/parse-user-map.ts';
import { bodyOf, headingOf } from '../../../../src/screens/wizard/engine/body.ts';
import { promptWizard } from '../../../../src/screens/wizard/engine/prompts.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { group, noSettings, user } from '../../../core/settings/settings-fixture.ts';
import { type drive, driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });

const groups: readonly Group[] = [
  { id: 'devs', name: 'Developers', members: [{ id: 'ann', name: 'Ann' }] },
  { id: 'ops', name: 'Operations', members: null },
];

const settings = {
  ...noSettings,
  access: [
    { actor: group('devs'), level: 'write', from: 'project' },
    { actor: group('ops'), level: 'read', from: 'project' },
    { actor: user('ann'), level: 'read', from: 'repository' },
  ],
} as const;

function sessionWith(found: readonly Group[] = groups) {
  const session = fakeSession();
  const read: string[][] = [];
  const files: string[] = [];
  session.answers = {
    async readSettings({ repositories, groupsFile }) {
      const slugs = repositories.map(({ slug }) => slug);
      read.push(slugs);
      files.push(groupsFile);
      const facts = new Map(slugs.map((slug) => [slug, { settings }]));
      return { facts, groups: found, failed: [], isRefused: false, notes: ['keys are missing'] };
    },
    readUserMap: async (path) =>
      parseUserMap('source_username,target_username\nann,ann-hub\n', path),
  };
  return { session, read, files };
}

const last = { workspace: '', options: { settings: true, userMap: 'users.csv' } };

async function toTeams(given = sessionWith()) {
  const driven = await driveTo('options', { session: given.session, last });
  driven.key('enter');
  // The user map is checked first.
  await driven.until(({ options }) => options.check.status === 'done');
  driven.key('enter');
  await driven.until(({ teams }) => teams.task.status === 'done');
  return driven;
}

const text = (driven: ReturnType<typeof drive>, size = { width: 79, height: 18 }) =>
  texts(bodyOf(migrationWizard, driven.state(), { ...size, glyphs }).lines).join('\n');

describe('groups and teams', () => {
  it('are passed over, and not counted, where settings are not wanted', async () => {
    const driven = await driveTo('review');
    expect(driven.state().step).toBe('review');
    const without = headingOf(migrationWizard, driven.state()).place;
    driven.key('esc');
    expect(driven.state().step).toBe('options');
    const teams = await toTeams();
    expect(headingOf(migrationWizard, teams.state()).place).not.toBe(without);
  });

  it('name the requests before settings are read', async () => {
    const { session, read } = sessionWith();
    const driven = await driveTo('options', { session });
    await driven.until(({ options }) => options.settingsCost !== null);
    driven.context.store.dispatch({ type: 'options', action: { type: 'focus', name: 'settings' } });
    expect(text(driven)).toContain('at least 30 requests');
    expect(read).toEqual([]);
  });

  it('start with the names of groups, and say whose members are unknown', async () => {
    const driven = await toTeams();
    expect(text(driven)).toMatch(/Developers +developers/);
    expect(text(driven)).toContain('1 member. Administrators become maintainers.');
    expect(text(driven)).toContain('keys are missing');
    driven.key('down');
    expect(text(driven)).toContain('does not list the members of Operations');
  });

  it('become a plan and a team map of the same', async () => {
    const driven = await toTeams();
    expect(text(driven, { width: 60, height: 20 })).toContain('← same as group →');
    driven.key('end');
    driven.type('-core');
    driven.key('right');
    driven.key('down', 'ctrl+u', 'enter');
    await driven.until(({ review }) => review.task.status === 'done');
    const { written } = driven.session;
    expect(written.get('acme-teams.csv')).toBe(
      'group,team,access\ndevs,developers-core,pull\nops,,\n',
    );
    const plan = planSchema.parse(JSON.parse(written.get('acme-plan.json') ?? ''));
    expect(plan.teams).toMatchObject([{ name: 'developers-core', members: ['ann-hub'] }]);
    expect(plan.repositories[0]?.settings?.map(({ target }) => target)).toEqual([
      'pull for team developers-core',
      '',
      'pull for user ann-hub',
    ]);
    expect(JSON.parse(written.get('acme-inventory.json') ?? '').groups).toHaveLength(2);
    expect(text(driven, { width: 119, height: 200 })).toContain(
      '6 settings, 3 more by hand, 1 team',
    );
  });

  it('are replaced by what is typed first', async () => {
    const driven = await toTeams();
    driven.type('core');
    expect(text(driven)).toMatch(/Developers +core /);
  });

  it('are read once for the same repositories, and keep what was changed', async () => {
    const given = sessionWith();
    const driven = await toTeams(given);
    driven.key('end');
    driven.type('-core');
    driven.key('esc', 'enter');
    expect(driven.state().step).toBe('teams');
    expect(given.read).toHaveLength(1);
    expect(text(driven)).toContain('developers-core');
  });

  it('are filled again from a group list that is named later', async () => {
    const given = sessionWith();
    const driven = await toTeams(given);
    driven.key('end');
    driven.type('-core');
    driven.key('esc');
    const { store } = driven.context;
    store.dispatch({ type: 'options', action: { type: 'focus', name: 'groups' } });
    driven.type('groups.csv');
    driven.key('enter');
    await driven.until(({ teams }) => teams.groupsFile === 'groups.csv');
    await driven.until(({ teams }) => teams.task.status === 'done');
    expect(given.files).toEqual(['', 'groups.csv']);
    expect(text(driven)).toContain('developers-core');
  });

  it('do not lead on with a team that cannot be', async () => {
    const driven = await toTeams();
    driven.key('ctrl+u');
    driven.type('!!');
    expect(text(driven)).toContain('A team needs a letter or a digit.');
    driven.key('enter');
    expect(driven.state().step).toBe('teams');
  });

  it('are all reachable in 60 columns and 20 rows', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      id: `g${index}`,
      name: `A group with quite a long name ${index}`,
      members: [],
    }));
    const driven = await toTeams(sessionWith(many));
    const size = { width: 59, height: 14 };
    for (let index = 0; index < many.length; index += 1) {
      const shown = text(driven, size);
      expect(shown).toContain(`-${index}`.slice(0, 2));
      expect(shown.split('\n').some((row) => row.startsWith(glyphs.pointer))).toBe(true);
      expect(shown.split('\n').length).toBeLessThanOrEqual(size.height);
      driven.key('down');
    }
    expect(text(driven, size)).toContain('0 members');
  });

  it('are read again after a failure', async () => {
    const given = sessionWith();
    const { answers } = given.session;
    given.session.answers = {
      ...answers,
      async readSettings() {
        throw new MigratorError('permission', 'No admin scope', { hint: 'Add it.' });
      },
    };
    const driven = await driveTo('options', { session: given.session, last });
    driven.key('enter');
    await driven.until(({ options }) => options.check.status === 'done');
    driven.key('enter');
    await driven.until(({ teams }) => teams.task.status === 'failed');
    expect(text(driven)).toContain('No admin scope');
    given.session.answers = answers;
    driven.key('enter');
    await driven.until(({ teams }) => teams.task.status === 'done');
  });

  it('are questions in plain output', async () => {
    const driven = await toTeams();
    const answers = ['2', 'core', '3', '', ''];
    const said: string[] = [];
    const outcome = promptWizard({
      wizard: driven.wizard,
      ask: async (question) => {
        said.push(question);
        return answers.shift() ?? null;
      },
      write: (one) => void said.push(one),
    });
    await driven.until(({ step }) => step === 'review');
    expect(driven.state().teams.rows[0]).toMatchObject({
      team: { text: 'core' },
      access: 'triage',
    });
    expect(said.join('')).toContain('Developers: developers, same as group');
    await outcome;
  });
});
