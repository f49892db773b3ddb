import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caFile, startTlsFront } from '../../core/network/support/other-servers.ts';
import { makeRepository, refsOf } from '../../helpers/repositories/git-fixture.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { filesBelow } from '../../helpers/secrets/token-scan.ts';
import { openRecordingHost } from '../../helpers/servers/recording-host.ts';
import { openWorkplace, type Workplace } from '../../helpers/workplace.ts';

const command = [
  'secrets',
  'sync-to-vault',
  '--workspace',
  'acme-workspace',
  '--vault-project',
  'p',
];
const through = [...command, '--through-pipeline', '--yes'];

const plain = { PLAIN: 'planted-value-1', WORDS: 'planted words' };

/** Whatever a shell, awk, JSON or YAML could take for something else. */
const special = {
  PLAIN: 'planted-value-1',
  QUOTES: `planted "double" 'single' \`back\` $HOME $(id) \${x} \\n \\`,
  LINES: 'planted\nsecond line\r\n\tthird\u0001\u001f end',
  WORDS: 'planted ünïcödé 🔑 – ok',
  SPACES: '  planted  ',
  DASHES: '-planted --data @/etc/passwd % * ? [a] { } # !',
};

let place: Workplace;
let before: string;
let values: Readonly<Record<string, string>>;

/** Each value takes a process of the script: special ones only where they matter. */
function usePlace(variables: Readonly<Record<string, string>>): void {
  beforeEach(async () => {
    values = variables;
    place = await openWorkplace();
    await addRepository();
  });
  afterEach(async () => {
    await place[Symbol.asyncDispose]();
  });
}

async function addRepository(): Promise<void> {
  const { bitbucket } = place.sandbox;
  await hostCopy(bitbucket, { slug: 'web', from: makeRepository(place.folder, 'web') });
  before = refsOf(bitbucket.gitDirectory('web'));
  bitbucket.addVariable({}, { key: 'SHARED', value: 'planted-shared' });
  for (const [key, value] of Object.entries(values)) {
    bitbucket.addVariable({ repository: 'web' }, { key, value });
  }
  const production = { repository: 'web', environment: 'Production' };
  // The same name as on the level above, which it hides there.
  bitbucket.addVariable(production, { key: 'PLAIN', value: 'planted-production' });
}

function filledIn(path: string): unknown {
  return place.sandbox.vault.entry(path)?.versions.at(-1)?.data.value;
}

function pipelines() {
  const { bitbucket } = place.sandbox;
  const found = bitbucket.pipelines.of(bitbucket.findRepository('web')?.uuid ?? '');
  if (found === null) throw new Error('no pipelines');
  return found;
}

/** Nothing of ours is left on either side. */
function expectNothingLeft(): void {
  const { bitbucket, vault } = place.sandbox;
  expect(refsOf(bitbucket.gitDirectory('web'))).toBe(before);
  expect(pipelines().variables.map(({ key }) => key)).toEqual(Object.keys(values));
  expect(pipelines().runs.filter(({ state }) => state.name !== 'COMPLETED')).toEqual([]);
  const { tokens = new Map(), policies = new Map() } = vault.namespaces.get('') ?? {};
  const own = [...tokens.values()].filter(({ displayName }) => displayName.includes('migrator'));
  expect(own).toEqual([]);
  expect([...policies.keys()].filter((name) => name.startsWith('migrator'))).toEqual([]);
  expect(filesBelow(`${place.folder}/state/vault`)).toEqual([]);
}

function expectAllFilled(): void {
  for (const [name, value] of Object.entries(values)) {
    expect(filledIn(`p/repositories/web/${name}`)).toBe(value);
  }
  expect(filledIn('p/workspace/SHARED')).toBe('planted-shared');
  expect(filledIn('p/environments/web/Production/PLAIN')).toBe('planted-production');
}

describe('sync-to-vault --through-pipeline', () => {
  usePlace(special);

  it('lets the pipelines write all values, whatever is in them, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await place.run(through);
    expect(stdout).toContain('web: 7 of 7 values, filled');
    expect(stdout).toContain('web (Production): 1 of 1 value, filled');
    expect(code).toBe(0);
    expectAllFilled();
    expectNothingLeft();
    for (const words of ['write:pipeline:bitbucket', 'deployment record', 'must be reachable']) {
      expect(stderr).toContain(words);
    }
  });

  it('needs no curl of this machine in the sandbox', async () => {
    await place[Symbol.asyncDispose]();
    place = await openWorkplace({ ownCurl: true });
    await addRepository();
    const { code } = await place.run(through);
    expect(code).toBe(0);
    expectAllFilled();
  });

  it('lets them trust the authority of VAULT_CACERT, which the definition hands on', async () => {
    const { VAULT_ADDR: plain } = place.sandbox.environment;
    await using front = await startTlsFront(Number(new URL(plain).port));
    const VAULT_ADDR = `https://localhost:${front.port}`;
    const { code } = await place.run(through, { VAULT_ADDR, VAULT_CACERT: caFile });
    expect(code).toBe(0);
    expectAllFilled();
    expectNothingLeft();
  });

  it('takes no value through here: none is in traffic, file, log or output, nor in the log of the run', async () => {
    const { SRC_API_URL, VAULT_ADDR } = place.sandbox.environment;
    await using source = await openRecordingHost(SRC_API_URL);
    await using vault = await openRecordingHost(VAULT_ADDR);
    const { code, stdout, stderr } = await place.run(
      [...through, '-vvv', '--log-file', 'log.ndjson', '--runner-vault-addr', VAULT_ADDR],
      { SRC_API_URL: source.url, VAULT_ADDR: vault.url },
    );
    expect(code).toBe(0);
    expectAllFilled();
    const kept = filesBelow(place.folder)
      .filter((path) => !path.includes('/hosts/') && !path.includes('/web/'))
      .map((path) => readFileSync(path, 'latin1'));
    const logs = pipelines().runs.map(({ log }) => log);
    expect(logs.join('')).toContain('set +x');
    for (const text of [...source.traffic, ...vault.traffic, ...kept, ...logs, stdout, stderr]) {
      expect(text).not.toMatch(/planted/);
    }
    const token = /hvs\.[\w-]{20,}/;
    for (const text of [...kept, ...logs, stdout, stderr]) expect(text).not.toMatch(token);
  });

  it('lists an environment that bars the branch, forces nothing, and continues with the others', async () => {
    const production = pipelines().environments.find(({ name }) => name === 'Production');
    if (production !== undefined) production.allowedBranches = ['main'];
    const { code, stdout } = await place.run(through);
    expect(code).toBe(6);
    expect(stdout).toContain('web (Production): 0 of 1 value, blocked');
    expect(stdout).toContain('web: 7 of 7 values, filled');
    expect(stdout).toContain('  secret/p/environments/web/Production/PLAIN');
    expect(pipelines().runs.flatMap(({ deployments }) => deployments)).toEqual([]);
    expectNothingLeft();
  });

  it('writes nothing over what somebody has filled in meanwhile', async () => {
    const path = /data\/p\/repositories\/web\/DASHES/;
    await place.run(command);
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'vault' || method !== 'POST' || !path.test(target)) return null;
      if (filledIn('p/repositories/web/DASHES') === '') {
        place.sandbox.vault.fill('p/repositories/web/DASHES', 'by hand');
      }
      return null;
    });
    const { code } = await place.run(through);
    expect(code).toBe(0);
    expect(filledIn('p/repositories/web/DASHES')).toBe('by hand');
    expectNothingLeft();
  });

  it('shows in a dry run what it would do, and writes nothing', async () => {
    const { code, stderr } = await place.run([...command, '--through-pipeline', '--dry-run']);
    expect(code).toBe(0);
    expect(stderr).toContain('deployment: Production');
    expect(stderr).toContain(`mgr_write 'QUOTES' 'secret/data/p/repositories/web/QUOTES' 1`);
    expect(stderr).toContain(
      'path "secret/data/p/workspace/SHARED" { capabilities = ["create", "update"] }',
    );
    const writes = place.sandbox.requests.filter(({ method }) => method !== 'GET');
    expect(writes).toEqual([]);
  });

  it.each([
    [['--through-pipeline'], 'needs confirmation'],
    [['--through-pipeline', '--json'], 'needs confirmation'],
    [['--yes'], '--yes needs --through-pipeline'],
    [['--through-pipeline', '--yes', '--runner-vault-addr', 'http://vault'], 'plain http'],
  ])('is refused with %j', async (flags, words) => {
    const { code, stdout, stderr } = await place.run([...command, ...flags]);
    expect([2, 3]).toContain(code);
    expect(stdout + stderr).toContain(words);
    expect(pipelines().runs).toEqual([]);
  });

  it('says which scopes are missing before anything is written', async () => {
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken();
    const { code, stderr } = await place.run(through, { SRC_API_TOKEN });
    expect(code).toBe(4);
    expect(stderr).toContain('write:repository:bitbucket, write:pipeline:bitbucket');
    expect(place.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('after a failure', () => {
  usePlace(plain);

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
    expectNothingLeft();
    expect((await place.run(through)).code).toBe(0);
    expectAllFilled();
  });

  it('what cannot be deleted is reported, and deleted by secrets cleanup', async () => {
    const action = { kind: 'status', status: 403, body: '{}' } as const;
    place.sandbox.faults.add({ host: 'bitbucket', method: 'DELETE', path: /branches/, action });
    const { code, stdout } = await place.run(through);
    expect(code).toBe(6);
    expect(stdout).toContain('left     web: 403 Forbidden');
    const cleaned = await place.run(['secrets', 'cleanup']);
    expect(cleaned.code).toBe(0);
    expect(cleaned.stdout).toContain('acme-workspace/web: deleted the leftovers of an earlier run');
    expectNothingLeft();
    expect((await place.run(['secrets', 'cleanup'])).stdout).toContain('Nothing to clean up.');
  });
});

describe('a run that is stopped', () => {
  usePlace(plain);

  /** The script of the pipeline waits for the vault. */
  async function startAndWait() {
    await place.run(command);
    place.sandbox.faults.decide(({ host, method, target }) => {
      const isScript = host === 'vault' && method === 'POST' && target.includes('/data/p/');
      return isScript && pipelines().runs.length > 0 ? { kind: 'slow', ms: 60_000 } : null;
    });
    const running = place.start(through);
    await expect.poll(() => pipelines().runs.length, { timeout: 60_000 }).toBe(1);
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
    expect(pipelines().variables.some(({ key }) => key.startsWith('MIGRATOR_VAULT_TOKEN_'))).toBe(
      true,
    );
    expect(vault.namespaces.get('')?.tokens.size).toBe(2);
    const { code, stdout, stderr } = await place.run(next);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('deleted the leftovers of an earlier run');
    await Promise.all(pipelines().runs.map(({ ended }) => ended));
    expectNothingLeft();
  });

  it('by Ctrl+C takes everything away itself', async () => {
    const running = await startAndWait();
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    expect(code).toBe(130);
    await Promise.all(pipelines().runs.map(({ ended }) => ended));
    expectNothingLeft();
  });
});

describe('the token of a pipeline', () => {
  usePlace(plain);

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
    expectNothingLeft();
    place.write('migrator.yaml', 'vault: {token_role: pipelines}\n');
    const { code } = await place.run(through, { VAULT_TOKEN });
    expect(code).toBe(0);
    expectAllFilled();
    expectNothingLeft();
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
    expect(pipelines().runs).toEqual([]);
    expectNothingLeft();
  });
});
