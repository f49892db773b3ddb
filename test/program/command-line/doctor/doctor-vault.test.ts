import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caFile, startTlsServer } from '../../../core/network/support/other-servers.ts';
import { openWorkplace, type Workplace } from '../../../helpers/program/workplace.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
}

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

/** Returns what doctor says of the vault, and what it ends with. */
async function doctor(environment: Readonly<Record<string, string | undefined>> = {}) {
  const { code, stdout } = await place.run(['doctor', '--json'], environment);
  const { checks } = JSON.parse(stdout) as { checks: readonly Check[] };
  return { code, findings: checks.filter(({ check }) => check === 'vault') };
}

describe('what doctor says of the vault', () => {
  it('is that it takes the token', async () => {
    const { code, findings } = await doctor();
    expect(findings).toMatchObject([
      { status: 'pass', message: expect.stringContaining('accepts VAULT_TOKEN') },
    ]);
    expect(code).toBe(0);
  });

  it('is nothing where none is named', async () => {
    const { findings } = await doctor({ VAULT_ADDR: undefined, VAULT_TOKEN: undefined });
    expect(findings).toEqual([]);
  });

  it.each([
    [{ VAULT_TOKEN: undefined }, 4, 'VAULT_TOKEN is not set', /vault login/],
    [{ VAULT_TOKEN: 'hvs.nobody' }, 4, 'rejected VAULT_TOKEN', /VAULT_NAMESPACE/],
    [{ VAULT_ADDR: 'http://vault.acme.example' }, 3, 'plain http', /https/],
    [{ VAULT_NAMESPACE: '../other' }, 3, 'VAULT_NAMESPACE is not a valid vault path', /letters/],
    [{ VAULT_CACERT: '/nowhere/ca.pem' }, 3, '/nowhere/ca.pem', /VAULT_CACERT/],
  ])('is what the commands of the vault say with %j', async (environment, exit, words, remedy) => {
    const { code, findings } = await doctor(environment);
    expect(findings).toMatchObject([
      {
        status: 'fail',
        message: expect.stringContaining(words),
        remedy: expect.stringMatching(remedy),
      },
    ]);
    expect(code).toBe(exit);
  });

  it('is how a sealed one is opened, and nothing against a standby', async () => {
    const { vault } = place.sandbox;
    vault.state = 'sealed';
    const sealed = await doctor();
    vault.state = 'standby';
    const standby = await doctor();
    vault.state = 'active';
    expect(sealed.findings).toMatchObject([
      { status: 'fail', remedy: expect.stringContaining('vault operator unseal') },
    ]);
    expect(sealed.code).toBe(7);
    expect(standby.findings).toMatchObject([{ status: 'pass' }]);
  });

  it('is asked in the namespace, which has tokens of its own', async () => {
    const { vault } = place.sandbox;
    vault.addNamespace('team');
    const { id } = vault.addToken({ namespace: 'team' });
    const inside = await doctor({ VAULT_NAMESPACE: 'team', VAULT_TOKEN: id });
    expect(inside.findings).toMatchObject([{ status: 'pass' }]);
    const outside = await doctor({ VAULT_TOKEN: id });
    expect(outside.findings).toMatchObject([{ status: 'fail' }]);
  });

  it('names a mount that cannot be used', async () => {
    const { vault } = place.sandbox;
    vault.addMount('old', 1);
    place.write('old.yaml', 'vault:\n  mount: old\n');
    const { stdout, code } = await place.run(['doctor', '--config', 'old.yaml']);
    expect(stdout).toMatch(/^fail {2}Mount old of \S+ is a KV version 1 engine/m);
    expect(code).toBe(3);
  });

  it('leaves open what a token may not ask', async () => {
    const { id } = place.sandbox.vault.addToken({ policies: [] });
    const { code, findings } = await doctor({ VAULT_TOKEN: id });
    expect(findings).toMatchObject([
      {
        status: 'warn',
        message: expect.stringContaining('does not report whether VAULT_TOKEN is valid'),
      },
    ]);
    expect(code).toBe(0);
  });

  it('trusts an authority that only VAULT_CACERT names', async () => {
    await using server = await startTlsServer();
    const VAULT_ADDR = `https://localhost:${server.port}`;
    const refused = await doctor({ VAULT_ADDR });
    expect(refused.findings).toMatchObject([
      {
        status: 'fail',
        message: expect.stringContaining('unable to get local issuer certificate'),
      },
    ]);
    expect(refused.code).toBe(7);
    // It answers, and knows nothing of tokens.
    const trusted = await doctor({ VAULT_ADDR, VAULT_CACERT: caFile });
    expect(trusted.findings).toMatchObject([{ status: 'warn' }]);
  });
});
