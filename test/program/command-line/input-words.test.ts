import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { makeRepository } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace({ limits: { bitbucket: 'none', github: 'none' } });
  await hostCopy(place.sandbox.bitbucket, {
    slug: 'api',
    from: makeRepository(place.folder, 'api'),
  });
  const { github, organization } = place.sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  github.createRepository({ name: 'api', owner, creator: github.user, private: true });
  place.write('plan.json', place.plan('api'));
  place.write('one.yaml', { repositories: { api: { secrets: [{ name: 'KEY' }] } } });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

const long = 'w'.repeat(5000);
const discover = ['discover', '--workspace', 'acme-workspace'];
const secrets = (command: string, manifest: string) => [
  ...['secrets', command, '--manifest', manifest, '--target-org', 'acme'],
];

describe('a manifest', () => {
  it.each(['', '# nothing yet\n', '{}\n'])('of %j is refused as empty', async (text) => {
    place.write('empty.yaml', text);
    for (const command of ['scaffold', 'status']) {
      const { code, stdout, stderr } = await place.run(secrets(command, 'empty.yaml'));
      expect(stderr).toContain('The manifest empty.yaml is empty');
      expect([code, stdout]).toEqual([3, '']);
    }
  });

  it('without secrets is nothing to do, and no success', async () => {
    place.write('none.yaml', 'repositories:\n');
    for (const command of ['scaffold', 'status']) {
      const { code, stdout } = await place.run(secrets(command, 'none.yaml'));
      expect(stdout).toContain('The manifest has no secrets; nothing to do');
      expect(stdout).not.toContain('have a value');
      expect(code).toBe(0);
    }
  });

  it('with one secret is counted as one', async () => {
    const { stdout } = await place.run([...secrets('scaffold', 'one.yaml'), '--dry-run']);
    expect(stdout).toContain('1 of 1 secret awaits a value');
  });
});

describe('the configuration', () => {
  it('may have a group whose keys are all comments', async () => {
    place.write('comments.yaml', 'migration:\n#  include_lfs: true\nnetwork:\n  # nothing\n');
    const { code, stderr } = await place.run([...discover, '--config', 'comments.yaml']);
    expect(stderr).not.toContain('error');
    expect(code).toBe(0);
  });

  it('still names what was meant by an unknown key', async () => {
    place.write('key.yaml', 'migration:\n  includ_lfs: true\nnetwork:\n');
    const { stderr } = await place.run([...discover, '--config', 'key.yaml']);
    expect(stderr).toContain('unknown key migration.includ_lfs (did you mean include_lfs?)');
  });

  it.each([
    ['.inf', 'infinity'],
    ['-.inf', 'infinity'],
    ['.nan', 'NaN'],
    ['1.5', 'a fraction'],
  ])('calls %s what it is', async (value, words) => {
    place.write('number.yaml', `migration:\n  timeout_seconds: ${value}\n`);
    const { code, stderr } = await place.run([...discover, '--config', 'number.yaml']);
    expect(stderr).toMatch(new RegExp(`timeout_seconds: must be a (whole )?number, not ${words}`));
    expect(code).toBe(3);
  });
});

describe('a variable of the environment', () => {
  it.each(['REQUESTS_CA_BUNDLE', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])(
    '%s that names no file is named itself',
    async (variable) => {
      const { code, stderr } = await place.run(discover, { [variable]: '/no/such.pem' });
      expect(stderr).toContain(`CA bundle /no/such.pem (${variable}) cannot be read`);
      expect(stderr).toContain(`Point ${variable} to a file of PEM certificates`);
      expect(code).toBe(3);
    },
  );

  it('MIGRATOR_TELEMETRY_URL without an address is reported once, and stops nothing', async () => {
    const { code, stderr } = await place.runAlone(discover, { MIGRATOR_TELEMETRY_URL: 'garbage' });
    const told = stderr.split('\n').filter((line) => line.includes('MIGRATOR_TELEMETRY_URL'));
    expect(told).toEqual(['warning  MIGRATOR_TELEMETRY_URL is not a URL: telemetry is off']);
    expect(code).toBe(0);
  });

  it('telemetry.endpoint of migrator.yaml over plain http is reported by its own name', async () => {
    place.write('endpoint.yaml', 'telemetry:\n  endpoint: http://telemetry.example.com\n');
    const { code, stderr } = await place.runAlone([...discover, '--config', 'endpoint.yaml']);
    expect(stderr).toMatch(/^warning {2}The URL in telemetry\.endpoint points to .* over plain/m);
    expect(code).toBe(0);
  });
});

describe('a command line', () => {
  it.each([[['']], [['', '--json']], [['--no-color', '']]])(
    '%j has an empty command',
    async (args) => {
      const { code, stdout, stderr } = await place.run(args);
      expect(stdout + stderr).toContain('The command is empty');
      expect(code).toBe(2);
    },
  );

  it.each([
    ['a workspace', ['discover', '--workspace', long]],
    ['a workspace of several words', ['discover', '--workspace', 'a b '.repeat(1250)]],
    ['an organization of a plan', ['plan', '--inventory', 'x', '--target-org', long]],
    ['an organization of a manifest', secrets('scaffold', 'one.yaml').with(-1, long)],
    ['the path of a plan', ['migrate', '--plan', long]],
    ['the path of a log', ['migrate', '--plan', 'plan.json', '--log-file', long]],
    ['a migration to resume', ['migrate', '--resume', long]],
    ['a migration to look at', ['status', '--migration', long]],
    ['a number', ['migrate', '--plan', 'plan.json', '--workers', long]],
    ['a choice', ['migrate', '--plan', 'plan.json', '--comments', long]],
    ['a surplus word', ['migrate', long]],
    ['an option', ['migrate', `--${long}`]],
    ['a command', [long]],
    ['a command of a group', ['secrets', long]],
  ])('does not repeat all of %s that is too long', async (_what, args) => {
    const { code, stdout, stderr } = await place.run(args);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('error');
    expect((stdout + stderr).length).toBeLessThan(900);
  });

  it.each([
    [['plan', '--inventory', 'x', '--target-org', '../x']],
    [secrets('scaffold', 'one.yaml').with(-1, '../x')],
    [secrets('status', 'one.yaml').with(-1, '../x')],
    [['secrets', 'sync-from-vault', '--target-org', '../x', '--vault-project', 'p']],
  ])('with a name that no owner has is refused before a host is asked: %j', async (args) => {
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run(args);
    expect(stderr).toContain(
      '--target-org must be the name of an organization or account, not "../x"',
    );
    expect(code).toBe(2);
    expect(place.sandbox.requests).toHaveLength(before);
  });

  it('with a plan that names no owner asks the target for none', async () => {
    place.write('owner.json', { ...place.plan('api'), target: { organization: '../x' } });
    const before = place.sandbox.requests.length;
    const { code, stderr } = await place.run(['migrate', '--plan', 'owner.json', '--dry-run']);
    expect(stderr).toContain('must be the name of an organization or account, not "../x"');
    expect(code).toBe(3);
    const asked = place.sandbox.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /\/(orgs|users)\//.test(path))).toEqual([]);
  });

  it('with a name that no workspace has is refused', async () => {
    const { code, stderr } = await place.run(['discover', '--workspace', '../x']);
    expect(stderr).toContain('"../x" is not a valid workspace name');
    expect(code).toBe(3);
  });
});

describe('a dry run with --overwrite', () => {
  it('says that the repository would be replaced, and what becomes of the old one', async () => {
    const args = ['migrate', '--plan', 'plan.json', '--overwrite', '--dry-run'];
    const { code, stdout } = await place.run(args);
    expect(stdout).toContain(
      '1 repository would be replaced (the old one is renamed and kept). Nothing was written.',
    );
    expect(stdout).not.toContain('would be created');
    expect(code).toBe(0);
  });
});
