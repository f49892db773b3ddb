import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ended } from '../../../helpers/program/run-program.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace({
    target: 'enterprise-server',
    enterprise: { version: '3.12.4', lacks: ['graphql'] },
    gateway: { intercepts: true, needsPassword: true },
  });
  await place.sandbox.bitbucket.addRepository({ slug: 'one' });
  place.write('plan.json', place.plan('one'));
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

async function doctor(
  environment: Readonly<Record<string, string | undefined>> = {},
  ...more: readonly string[]
) {
  const ended = await place.run(['doctor', '--json', ...more], environment);
  const report = JSON.parse(ended.stdout) as { status: string; checks: readonly Check[] };
  const about = (check: string) => report.checks.filter((one) => one.check === check);
  return { ...ended, status: report.status, about, checks: report.checks };
}

function secretsOf({ sandbox }: Workplace): readonly string[] {
  const { SRC_API_TOKEN, DST_TOKEN, VAULT_TOKEN, HTTPS_PROXY = '' } = sandbox.environment;
  return [SRC_API_TOKEN, DST_TOKEN, VAULT_TOKEN, new URL(HTTPS_PROXY).password];
}

function expectNoSecrets({ stdout, stderr }: Ended): void {
  for (const secret of secretsOf(place)) expect(stdout + stderr).not.toContain(secret);
}

describe('doctor', () => {
  it('trusts the authorities of NODE_EXTRA_CA_CERTS as those of the other variables', async () => {
    const { SSL_CERT_FILE: file } = place.sandbox.environment;
    const { code, about } = await doctor({ SSL_CERT_FILE: undefined, NODE_EXTRA_CA_CERTS: file });
    expect(code).toBe(0);
    expect(about('certificates')[0]?.message).toContain(file);
    expect(about('source').map(({ status }) => status)).not.toContain('fail');
  });

  it('is optional: a migration itself reports what an old server lacks before it writes anything', async () => {
    const { code, stderr } = await place.run(['migrate', '--plan', 'plan.json', '--dry-run']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^note +GitHub Enterprise Server 3\.12\.4 is not a tested version \(tested: 3\.17 to 3\.19\)/m,
    );
    expect(stderr).toMatch(/^note +GitHub Enterprise Server 3\.12\.4 does not support GraphQL/m);
  });

  it('looks at everything that a plan needs, writes nothing and shows no secret', async () => {
    const { code, status, about, checks, ...ended } = await doctor(
      { DST_TOKEN: place.sandbox.github.tokens.add({ scopes: ['repo', 'workflow'] }) },
      '--plan',
      'plan.json',
    );
    expect([code, status]).toEqual([0, 'warn']);
    expect(new Set(checks.map(({ check }) => check))).toEqual(
      new Set([
        ...['node', 'platform', 'git', 'git-lfs', 'plan', 'state', 'proxy', 'certificates'],
        ...['source', 'source-account', 'source-budget'],
        ...['target', 'target-account', 'target-organization', 'target-features', 'target-budget'],
        'target-calibration',
        ...['clock', 'disk', 'license', 'vault'],
      ]),
    );
    expect(about('proxy')[0]?.message).toMatch(
      /^Proxy: 127\.0\.0\.1:\d+, with username and password/,
    );
    expect(about('source').map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^api\.bitbucket\.acme\.example responds through .* in \d+ ms, certificate trusted$/,
      ),
      expect.stringMatching(
        /^bitbucket\.acme\.example responds through .* in \d+ ms, certificate trusted$/,
      ),
    ]);
    expect(about('target-account')[0]?.message).toMatch(
      /^Signed in to .* as .*, scopes: repo, workflow$/,
    );
    expect(about('source-account')[0]?.message).toContain('read:repository:bitbucket');
    expect(about('target-account')[1]).toMatchObject({ status: 'warn', remedy: /token/ });
    expect(about('target-account')[1]?.message).toContain('Scope admin:org is missing');
    expect(about('license')[0]?.message).toBe(
      'Free tier: up to 50 repositories per migration, up to 1 in parallel',
    );
    expect(about('target-features').map(({ message }) => message)).toEqual([
      expect.stringContaining('GitHub Enterprise Server 3.12.4 is not a tested version'),
      expect.stringContaining('does not support GraphQL'),
    ]);
    expect(about('vault')[0]?.message).toMatch(/^The vault \S+ accepts VAULT_TOKEN$/);
    expect(about('target-budget')[0]?.message).toBe('github.acme.example has no rate limit');
    expect(about('target-organization')[0]?.message).toBe(
      'The organization acme accepts new repositories',
    );
    expect(
      place.sandbox.requests.every(({ method, path }) => method === 'GET' || path === '/graphql'),
    ).toBe(true);
    expectNoSecrets({ code, ...ended });
  });

  it('names the untrusted host and sends it no further request', async () => {
    const { code, about } = await doctor({ SSL_CERT_FILE: undefined });
    expect(code).toBe(7);
    expect(about('source')[0]).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(
        'unable to get local issuer certificate (issued by "Acme Industries Web Gateway")',
      ),
      remedy: expect.stringContaining('SSL_CERT_FILE'),
    });
    expect(about('source-account')).toEqual([]);
  });

  it('gives the link that authorizes a token for single sign-on', async () => {
    const organization = place.sandbox.github.findAccount('acme');
    if (organization === null) throw new Error('there is no acme');
    organization.singleSignOn = new Set();
    const { code, about } = await doctor({}, '--plan', 'plan.json');
    organization.singleSignOn = null;
    expect(code).toBe(4);
    expect(about('target-organization')[0]).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('not authorized for single sign-on'),
      remedy:
        'Open https://github.acme.example/orgs/acme/sso?authorization_request=AAAA within an hour to authorize it.',
    });
    expect(about('target-organization')[1]?.message).toBe(
      'Single sign-on hides 1 organization from DST_TOKEN',
    );
  });

  it('reports an unreadable configuration once, though the state needs it as well', async () => {
    place.write('migrator.yaml', 'source: [\nmigration:\n  workers: 2\n');
    const { code, about } = await doctor();
    place.write('migrator.yaml', '');
    expect(about('configuration')[0]?.message).toMatch(/line \d+, column \d+: .* not closed/);
    expect(about('state')).toEqual([]);
    expect(code).toBe(3);
  });

  it('continues past failures and exits with the most severe code', async () => {
    place.write('migrator.yaml', 'migration:\n  include_lfs: true\n');
    const { code, about } = await doctor(
      {
        DST_TOKEN: 'ghp_notOneOfTheirs',
        VAULT_ADDR: 'http://127.0.0.1:9',
        VAULT_TOKEN: 'hvs.not-asked-for',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
      '--plan',
      'nowhere.json',
    );
    expect(about('plan')[0]).toMatchObject({
      status: 'fail',
      remedy: 'Check the path to the plan.',
    });
    expect(about('certificates')[0]).toMatchObject({ status: 'warn' });
    expect(about('target-account')[0]?.message).toContain('401 Unauthorized');
    expect(about('vault')[0]?.message).toBe('The connection to 127.0.0.1:9 was refused');
    expect(code).toBe(4);
  });

  it('says in lines what each finding is, and what it comes to', async () => {
    const { code, stdout } = await place.runAlone(['doctor'], { DST_TOKEN: undefined });
    expect(stdout).toMatch(/^pass {2}Node \d+\.\d+\.\d+$/m);
    expect(stdout).toMatch(/^fail {2}No GitHub credentials\n {6}Create a classic/m);
    expect(stdout).toMatch(/^1 problem to fix before a migration, \d+ warnings?\.$/m);
    expect(code).toBe(4);
  });
});
