import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caFile, startTlsFront } from '../../core/network/support/other-servers.ts';
import {
  command,
  openPipelinesPlace,
  type PipelinesPlace,
  through,
} from '../../helpers/secrets/pipelines-place.ts';
import { filesBelow } from '../../helpers/secrets/token-scan.ts';
import { openRecordingHost } from '../../helpers/servers/recording-host.ts';

/** Whatever a shell, awk, JSON or YAML could take for something else. */
const special = {
  PLAIN: 'planted-value-1',
  QUOTES: `planted "double" 'single' \`back\` $HOME $(id) \${x} \\n \\`,
  LINES: 'planted\nsecond line\r\n\tthird\u0001\u001f end',
  WORDS: 'planted ünïcödé 🔑 – ok',
  SPACES: '  planted  ',
  DASHES: '-planted --data @/etc/passwd % * ? [a] { } # !',
};

let place: PipelinesPlace;
beforeEach(async () => {
  place = await openPipelinesPlace(special);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

describe('sync-to-vault --through-pipeline', () => {
  it('lets the pipelines write all values, whatever is in them, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await place.run(through);
    expect(stdout).toContain('web: 7 of 7 values, filled');
    expect(stdout).toContain('web (Production): 1 of 1 value, filled');
    expect(code).toBe(0);
    place.expectAllFilled();
    place.expectNothingLeft();
    for (const words of ['write:pipeline:bitbucket', 'deployment record', 'must be reachable']) {
      expect(stderr).toContain(words);
    }
  });

  it('needs no curl of this machine in the sandbox', async () => {
    await place[Symbol.asyncDispose]();
    place = await openPipelinesPlace(special, { ownCurl: true });
    const { code } = await place.run(through);
    expect(code).toBe(0);
    place.expectAllFilled();
  });

  it('lets them trust the authority of VAULT_CACERT, which the definition hands on', async () => {
    const { VAULT_ADDR: plain } = place.sandbox.environment;
    await using front = await startTlsFront(Number(new URL(plain).port));
    const VAULT_ADDR = `https://localhost:${front.port}`;
    const { code } = await place.run(through, { VAULT_ADDR, VAULT_CACERT: caFile });
    expect(code).toBe(0);
    place.expectAllFilled();
    place.expectNothingLeft();
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
    place.expectAllFilled();
    const kept = filesBelow(place.folder)
      .filter((path) => !path.includes('/hosts/') && !path.includes('/web/'))
      .map((path) => readFileSync(path, 'latin1'));
    const logs = place.pipelines().runs.map(({ log }) => log);
    expect(logs.join('')).toContain('set +x');
    for (const text of [...source.traffic, ...vault.traffic, ...kept, ...logs, stdout, stderr]) {
      expect(text).not.toMatch(/planted/);
    }
    const token = /hvs\.[\w-]{20,}/;
    for (const text of [...kept, ...logs, stdout, stderr]) expect(text).not.toMatch(token);
  });

  it('lists an environment that bars the branch, forces nothing, and continues with the others', async () => {
    const production = place.pipelines().environments.find(({ name }) => name === 'Production');
    if (production !== undefined) production.allowedBranches = ['main'];
    const { code, stdout } = await place.run(through);
    expect(code).toBe(6);
    expect(stdout).toContain('web (Production): 0 of 1 value, blocked');
    expect(stdout).toContain('web: 7 of 7 values, filled');
    expect(stdout).toContain('  secret/p/environments/web/Production/PLAIN');
    expect(place.pipelines().runs.flatMap(({ deployments }) => deployments)).toEqual([]);
    place.expectNothingLeft();
  });

  it('writes nothing over what somebody has filled in meanwhile', async () => {
    const path = /data\/p\/repositories\/web\/DASHES/;
    await place.run(command);
    place.sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'vault' || method !== 'POST' || !path.test(target)) return null;
      if (place.filledIn('p/repositories/web/DASHES') === '') {
        place.sandbox.vault.fill('p/repositories/web/DASHES', 'by hand');
      }
      return null;
    });
    const { code } = await place.run(through);
    expect(code).toBe(0);
    expect(place.filledIn('p/repositories/web/DASHES')).toBe('by hand');
    place.expectNothingLeft();
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
    expect(place.pipelines().runs).toEqual([]);
  });

  it('says which scopes are missing before anything is written', async () => {
    const SRC_API_TOKEN = place.sandbox.bitbucket.credentials.addApiToken();
    const { code, stderr } = await place.run(through, { SRC_API_TOKEN });
    expect(code).toBe(4);
    expect(stderr).toContain('write:repository:bitbucket, write:pipeline:bitbucket');
    expect(place.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
