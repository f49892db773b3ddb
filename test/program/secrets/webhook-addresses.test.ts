import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { filesBelow } from '../../helpers/secrets/token-scan.ts';

const password = 'pa55word';
const key = 'sEcReT0kEy';
const token = 't0k3n-t0k3n';
const slack = `https://joe:${password}@hooks.slack.com/services/T0AAAA/B0BBBB/${key}?token=${token}`;

const admin = ['admin:repository:bitbucket', 'admin:project:bitbucket'];
const reading = ['user', 'repository', 'project', 'workspace', 'pullrequest', 'webhook'];

describe('a secret in the address of a webhook', () => {
  it('is shown nowhere, and kept in files of the owner alone', async () => {
    await using place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
    const { sandbox, folder } = place;
    const { bitbucket, github } = sandbox;
    const from = makeRepository(folder, 'web');
    const { uuid } = await bitbucket.addRepository({ slug: 'web', from });
    const { hooks } = bitbucket.settings.ofRepository(uuid);
    bitbucket.settings.addHook(hooks, { url: slack, events: ['repo:push'] });
    const scopes = [...reading.map((name) => `read:${name}:bitbucket`), ...admin];
    const environment = { SRC_API_TOKEN: bitbucket.credentials.addApiToken({ scopes }) };
    // GitHub quotes it in a refusal.
    const body = JSON.stringify({
      message: 'Validation Failed',
      errors: [{ message: `${slack.replace(`joe:${password}@`, '')} is not supported` }],
    });
    sandbox.faults.add({
      ...{ host: 'github', method: 'POST', path: /\/hooks$/ },
      action: { kind: 'status', status: 422, body },
    });
    // Was readable for everybody.
    writeFileSync(join(folder, 'plan.json'), '{}', { mode: 0o644 });

    const said: string[] = [];
    const run = async (...args: readonly string[]) => {
      const ended = await place.run(args, environment);
      said.push(ended.stdout, ended.stderr);
      return ended;
    };
    const log = ['-vvv', '--log-file', 'run.log'];
    const inventory = ['--include-settings', '--output', 'inventory.json'];
    expect((await run('discover', '--workspace', 'acme-workspace', ...inventory)).code).toBe(0);
    const plan = ['--inventory', 'inventory.json', '--target-org', 'acme', '--output', 'plan.json'];
    expect((await run('plan', ...plan, '--force')).code).toBe(0);
    await run('plan', ...plan, '--force', '--json');
    await run('migrate', '--plan', 'plan.json', '--dry-run');
    const migrated = await run('migrate', '--plan', 'plan.json', ...log);
    expect(migrated.stderr).toContain('hooks.slack.com/services/… (create, delete, push)');
    const id = await newestMigration(place);
    expect((await run('settings', '--migration', id, '--json', '--dry-run')).code).toBe(0);
    expect((await run('settings', '--migration', id, '--plain')).code).toBe(0);
    await run('settings', '--migration', id, '--json');
    await run('verify', '--migration', id, '--output', 'page.html');
    await run('verify', '--migration', id, '--json');
    await run('status', '--migration', id, '--json');

    const [hook] = github.findRepository('acme/web')?.settings.hooks ?? [];
    expect(hook?.url).toBe(slack.replace(`joe:${password}@`, ''));
    for (const secret of [password, key, token]) expect(said.join('')).not.toContain(secret);
    const files = filesBelow(folder).filter((path) => !path.includes('/hosts/'));
    const holding = (secret: string) =>
      files.filter((path) => readFileSync(path, 'latin1').includes(secret));
    expect(holding(password)).toEqual([]);
    const kept = [...holding(key), ...holding(token)];
    expect(kept.length).toBeGreaterThan(0);
    for (const path of kept) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    expect([...new Set(kept.map((path) => path.slice(folder.length + 1)))].sort()).toEqual([
      'inventory.json',
      'plan.json',
      expect.stringMatching(/^state\/migrator\.sqlite/),
    ]);
  });
});
