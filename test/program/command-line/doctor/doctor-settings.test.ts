import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

async function doctor(
  place: Workplace,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const ended = await place.run(['doctor', '--json', ...args], environment);
  const { checks } = JSON.parse(ended.stdout) as { checks: readonly Check[] };
  return { code: ended.code, of: (name: string) => checks.filter((one) => one.check === name) };
}

const read = ['user', 'repository', 'project', 'workspace', 'pullrequest', 'webhook'];
const scopes = read.map((name) => `read:${name}:bitbucket`);

describe('doctor --settings on Bitbucket Cloud', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    const { bitbucket } = place.sandbox;
    const { uuid } = await bitbucket.addRepository({ slug: 'one' });
    const group = bitbucket.settings.addGroup({ name: 'Developers' });
    bitbucket.settings.ofRepository(uuid).groups.set(group, 'write');
    place.write('plan.json', place.plan('one'));
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('asks for no administrator without it', async () => {
    const token = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const { code, of } = await doctor(place, ['--plan', 'plan.json'], { SRC_API_TOKEN: token });
    expect(code).toBe(0);
    expect([...of('source-settings'), ...of('target-settings')]).toEqual([]);
  });

  it('names the scopes that a token lacks', async () => {
    const token = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const { of } = await doctor(place, ['--settings'], { SRC_API_TOKEN: token });
    expect(of('source-settings').map(({ status, message }) => [status, message])).toEqual([
      ['warn', expect.stringContaining('Scope admin:repository:bitbucket is missing')],
      ['warn', expect.stringContaining('Scope admin:project:bitbucket is missing')],
    ]);
  });

  it('reads those of the first repository of a plan, and says what is refused', async () => {
    const token = place.sandbox.bitbucket.credentials.addApiToken({ scopes });
    const asked = ['--settings', '--plan', 'plan.json'];
    const { code, of } = await doctor(place, asked, { SRC_API_TOKEN: token });
    expect(code).toBe(4);
    const [refused] = of('source-settings');
    expect(refused).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/^Cannot read .*branch restrictions.* of one: /),
      remedy: expect.stringContaining('admin:repository:bitbucket'),
    });
  });

  it('passes with all of them, and warns where members of groups are not listed', async () => {
    const asked = ['--settings', '--plan', 'plan.json'];
    const admin = ['admin:repository:bitbucket', 'admin:project:bitbucket'];
    const { credentials, settings } = place.sandbox.bitbucket;
    const all = { SRC_API_TOKEN: credentials.addApiToken({ scopes: [...scopes, ...admin] }) };
    const { of } = await doctor(place, asked, all);
    expect(of('source-settings')).toMatchObject([
      { status: 'pass', message: 'The settings of one can be read' },
    ]);
    settings.groupsInterface = 'gone';
    const told = await doctor(place, asked, all);
    settings.groupsInterface = 'served';
    expect(told.of('source-settings')).toMatchObject([
      { status: 'pass' },
      { status: 'warn', message: expect.stringContaining('does not list the members of groups') },
    ]);
  });

  it('names what the target needs: admin:org, or permissions of a fine-grained token', async () => {
    const { tokens } = place.sandbox.github;
    const asked = ['--settings', '--plan', 'plan.json'];
    const narrow = await doctor(place, asked, { DST_TOKEN: tokens.add() });
    expect(narrow.of('target-settings')).toMatchObject([
      { status: 'warn', message: expect.stringContaining('Scope admin:org is missing') },
    ]);
    const wide = tokens.add({ scopes: ['repo', 'workflow', 'admin:org'] });
    const whole = await doctor(place, asked, { DST_TOKEN: wide });
    expect(whole.of('target-settings')).toMatchObject([{ status: 'pass' }]);
    const planned = { ...place.plan('one') };
    const [one] = planned.repositories;
    place.write('with.json', { ...planned, repositories: [{ ...one, settings: [] }] });
    const withSettings = await doctor(place, ['--plan', 'with.json'], { DST_TOKEN: wide });
    expect(withSettings.of('target-settings')).toHaveLength(1);
    expect(withSettings.of('source-settings')).toEqual([]);
  });
});

describe('doctor --settings on a Data Center', () => {
  it('reads those of the first repository of a plan, and says what is refused', async () => {
    await using place = await openWorkplace({ source: 'bitbucket-data-center' });
    await place.sandbox.bitbucket.addRepository({ slug: 'one' });
    place.write('plan.json', place.plan('one'));
    const asked = ['--settings', '--plan', 'plan.json'];
    const whole = await doctor(place, asked);
    expect(whole.of('source-settings')[0]).toMatchObject({ status: 'pass' });
    const without = await doctor(place, ['--settings']);
    expect(without.of('source-settings')).toMatchObject([
      {
        status: 'warn',
        message: expect.stringContaining('shows whether the credentials can read settings'),
      },
    ]);
    const token = place.sandbox.dataCenter?.addToken({ right: 'read' }) ?? '';
    const narrow = await doctor(place, asked, { SRC_TOKEN: token });
    expect(narrow.code).toBe(4);
    expect(narrow.of('source-settings')[0]).toMatchObject({
      status: 'fail',
      remedy: expect.stringContaining('Project admin and Repository admin'),
    });
  });
});
