import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refsOf } from '../../helpers/repositories/git-fixture.ts';
import {
  command,
  openPipelinesPlace,
  type PipelinesPlace,
  through,
} from '../../helpers/secrets/pipelines-place.ts';

const plain = { PLAIN: 'planted-value-1', WORDS: 'planted words' };

let place: PipelinesPlace;
beforeEach(async () => {
  place = await openPipelinesPlace(plain);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('after a failure', () => {
  it.each([
    ['the branch', /\/src$/, 'lost-answer'],
    ['the variable', /pipelines_config\/variables/, 'lost-answer'],
    ['the run', /\/pipelines\//, 'lost-answer'],
    ['the token', /auth\/token\/create/, 'reset'],
  ] as const)('of %s everything is taken away again', async (_, path, kind) => {
    const host = path.source.includes('auth') ? 'vault' : 'bitbucket';
    place.sandbox.faults.add({ host, method: 'POST', path, action: { kind } });
    const { code, stdout, stderr } = await place.run(through);
    expect([6, 7]).toContain(code);
    expect(stdout + stderr).not.toContain('left  ');
    place.expectNothingLeft();
    expect((await place.run(through)).code).toBe(0);
    place.expectAllFilled();
  });

  it('what cannot be deleted is reported, and deleted by secrets cleanup', async () => {
    const action = { kind: 'status', status: 403, body: '{}' } as const;
    place.sandbox.faults.add({ host: 'bitbucket', method: 'DELETE', path: /branches/, action });
    const { code, stdout } = await place.run(through);
    expect(code).toBe(6);
    expect(stdout).toContain('left     web: 403 Forbidden');
    const cleaned = await place.run(['secrets', 'cleanup']);
    expect(cleaned.code).toBe(0);
    expect(cleaned.stdout).toContain(
      'acme-workspace/web: deleted the leftovers from an earlier run',
    );
    place.expectNothingLeft();
    expect((await place.run(['secrets', 'cleanup'])).stdout).toContain('Nothing to clean up.');
  });
});

describe('a run that is stopped', () => {
  /** The script of the pipeline waits for the vault. */
  async function startAndWait() {
    await place.run(command);
    place.sandbox.faults.decide(({ host, method, target }) => {
      const isScript = host === 'vault' && method === 'POST' && target.includes('/data/p/');
      return isScript && place.pipelines().runs.length > 0 ? { kind: 'slow', ms: 60_000 } : null;
    });
    const running = place.start(through);
    await expect.poll(() => place.pipelines().runs.length, { timeout: 60_000 }).toBe(1);
    return running;
  }

  it.each([
    ['secrets cleanup', ['secrets', 'cleanup']],
    ['the next start', command],
  ])('by a kill has left what was written down, and %s takes it away', async (_, next) => {
    const running = await startAndWait();
    running.child.kill('SIGKILL');
    await running.ended;
    place.sandbox.faults.clear();
    const { bitbucket, vault } = place.sandbox;
    expect(refsOf(bitbucket.gitDirectory('web'))).toContain('migrator/vault-');
    expect(
      place.pipelines().variables.some(({ key }) => key.startsWith('MIGRATOR_VAULT_TOKEN_')),
    ).toBe(true);
    expect(vault.namespaces.get('')?.tokens.size).toBe(2);
    const { code, stdout, stderr } = await place.run(next);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('deleted the leftovers from an earlier run');
    await Promise.all(place.pipelines().runs.map(({ ended }) => ended));
    place.expectNothingLeft();
  });

  it('by Ctrl+C takes everything away itself', async () => {
    const running = await startAndWait();
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    expect(code).toBe(130);
    await Promise.all(place.pipelines().runs.map(({ ended }) => ended));
    place.expectNothingLeft();
  });
});

describe('the token of a pipeline', () => {
  const narrow = `path "secret/data/p/*" { capabilities = ["create", "update"] }
    path "secret/metadata/p/*" { capabilities = ["create", "update", "read", "list"] }
    path "auth/token/create/pipelines" { capabilities = ["update"] }`;
  const writeOnly = `path "secret/data/p/*" { capabilities = ["create", "update"] }
    path "auth/token/revoke-self" { capabilities = ["update"] }`;

  it('is made by a role where VAULT_TOKEN may make no policy', async () => {
    const { vault } = place.sandbox;
    vault.addPolicy('narrow', narrow);
    vault.addPolicy('write-only', writeOnly);
    vault.addRole('pipelines', {
      allowedPolicies: ['write-only'],
      explicitMaxTtl: 900,
      noDefaultPolicy: true,
    });
    const VAULT_TOKEN = vault.addToken({ policies: ['default', 'narrow'] }).id;
    const without = await place.run(through, { VAULT_TOKEN });
    expect(without.stdout).toContain('vault.token_role');
    place.expectNothingLeft();
    place.write('migrator.yaml', 'vault: {token_role: pipelines}\n');
    const { code } = await place.run(through, { VAULT_TOKEN });
    expect(code).toBe(0);
    place.expectAllFilled();
    place.expectNothingLeft();
  });

  it('that can read is revoked, and nothing runs', async () => {
    const { vault } = place.sandbox;
    vault.addPolicy(
      'reader',
      'path "secret/+/p/*" { capabilities = ["create", "update", "read"] }',
    );
    vault.addRole('pipelines', { allowedPolicies: ['reader'], explicitMaxTtl: 900 });
    place.write('migrator.yaml', 'vault: {token_role: pipelines}\n');
    const { code, stdout } = await place.run(through);
    expect(code).toBe(6);
    expect(stdout).toContain('can read secret/data/p/');
    expect(place.pipelines().runs).toEqual([]);
    place.expectNothingLeft();
  });
});
