import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredSecret } from '../../../../sandbox/github/secrets/records.ts';
import { targetNaming } from '../../../../src/core/app/target-naming.ts';
import { createGitHub } from '../../../../src/core/hosts/github/github.ts';
import { resolveTargetNames } from '../../../../src/core/hosts/github/names/repository-name.ts';
import { systemClock } from '../../../../src/core/kernel/clock.ts';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { readTargetCredentials } from '../../../../src/core/ports/credentials/target-credentials.ts';
import type { SecretTarget } from '../../../../src/core/ports/secret-target.ts';
import type { TargetHost } from '../../../../src/core/ports/target-host.ts';
import { parseManifest } from '../../../../src/core/secrets/manifest/read-manifest.ts';
import { targetScopes } from '../../../../src/core/secrets/manifest/target-scopes.ts';
import { scaffold } from '../../../../src/core/secrets/scaffold/scaffold.ts';
import { loadSeal } from '../../../../src/core/secrets/scaffold/seal.ts';
import { openSecretJournal } from '../../../../src/core/secrets/state/open-journal.ts';
import { openSandbox, type TestSandbox } from '../../../sandbox/helpers/sandbox.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';

let folder: string;
let sandbox: TestSandbox;
let services: TestServices;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-scaffold-'));
  sandbox = await openSandbox({ limits: { github: 'none' } });
  services = await createTestServices();
});
afterEach(async () => {
  await services[Symbol.asyncDispose]();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

function addRepository(name: string) {
  const { github, organization } = sandbox;
  const owner = github.findAccount(organization);
  if (owner === null) throw new Error('no organization');
  return github.createRepository({ name, owner, creator: github.user, private: true });
}

async function run(
  yaml: string,
  options: { drain?: AbortSignal; host?: TargetHost; now?: () => number } = {},
) {
  const manifest = parseManifest({ path: 'secrets.yaml', text: yaml, naming: targetNaming });
  const journal = await openSecretJournal({
    folder,
    host: 'github',
    owner: 'acme',
    ...{ clock: systemClock, writes: false, notes: null, process: { pid: 1, hostname: 'here' } },
  });
  const access = readTargetCredentials(sandbox.environment);
  try {
    return await scaffold({
      mode: 'create',
      host: options.host ?? createGitHub({ access, services }),
      owner: 'acme',
      manifest,
      targeted: targetScopes({ manifest, plan: null, resolveTargetNames }),
      created: { find: async () => null },
      ...{ journal, shared: null, waves: new Map() },
      clock: { now: options.now ?? Date.now },
      seal: loadSeal,
      emit: () => {},
      signal: new AbortController().signal,
      drain: options.drain ?? new AbortController().signal,
    });
  } finally {
    await journal.close();
  }
}

function setByHand(secrets: Map<string, StoredSecret>, name: string, at: number): void {
  const times = { createdAt: at, updatedAt: at };
  const access = { visibility: null, selectedRepositoryIds: [] };
  secrets.set(name, { name, value: 'by hand', ...times, ...access });
}

const states = (reports: Awaited<ReturnType<typeof run>>) =>
  reports.flatMap(({ secrets }) => secrets.map(({ name, state }) => `${name} ${state}`));

const one = 'repositories: { web: { secrets: [{ name: A }, { name: B }, { name: C }] } }';

describe('scaffold', () => {
  it('writes a secret once where the answer is lost, and knows that it is there', async () => {
    const { id } = addRepository('web');
    sandbox.faults.add({
      host: 'github',
      method: 'PUT',
      path: /\/B$/,
      action: { kind: 'lost-answer' },
    });
    expect(states(await run(one))).toEqual(['A made', 'B made', 'C made']);
    const puts = sandbox.requests.filter(
      ({ method, path }) => method === 'PUT' && /\/B$/.test(path),
    );
    expect(puts).toHaveLength(1);
    const stored = sandbox.github.secrets.ofRepository(id).secrets.get('B');
    expect(stored?.updatedAt).toBe(stored?.createdAt);
    expect(states(await run(one))).toEqual(['A placeholder', 'B placeholder', 'C placeholder']);
  });

  it('writes it again where the request never arrived', async () => {
    const { id } = addRepository('web');
    sandbox.faults.add({ host: 'github', method: 'PUT', path: /\/B$/, action: { kind: 'reset' } });
    expect(states(await run(one))).toEqual(['A made', 'B made', 'C made']);
    expect(sandbox.github.secrets.ofRepository(id).secrets.size).toBe(3);
  });

  it('lists again before it writes after a long wait, and leaves what somebody has created meanwhile', async () => {
    const { id } = addRepository('web');
    const { secrets } = sandbox.github.secrets.ofRepository(id);
    sandbox.faults.decide(({ host, method, target }) => {
      if (host !== 'github' || method !== 'PUT' || !/\/B$/.test(target) || secrets.has('B')) {
        return null;
      }
      setByHand(secrets, 'B', services.clock.now());
      const body = '{"message":"You have exceeded a secondary rate limit"}';
      return { kind: 'status', status: 403, headers: { 'retry-after': '300' }, body };
    });
    const { now } = services.clock;
    expect(states(await run(one, { now }))).toEqual(['A made', 'B present', 'C made']);
    expect(secrets.get('B')?.value).toBe('by hand');
    sandbox.faults.clear();
    // Nor is it mistaken for ours later on.
    expect(states(await run(one, { now }))).toContain('B present');
  });

  it('knows for nobody’s what was refused', async () => {
    const { id } = addRepository('web');
    const { secrets } = sandbox.github.secrets.ofRepository(id);
    const action = { kind: 'status', status: 422, body: '{"message":"too many"}' } as const;
    sandbox.faults.add({ host: 'github', method: 'PUT', path: /\/A$/, action });
    expect(states(await run(one))).toEqual(['A missing', 'B missing', 'C missing']);
    setByHand(secrets, 'A', Date.now());
    expect(states(await run(one))).toEqual(['A present', 'B made', 'C made']);
  });

  it('has nothing under way any more when it fails', async () => {
    addRepository('web');
    addRepository('api');
    const both = `repositories:
  web: { secrets: [{ name: A }] }
  api: { secrets: [{ name: A }] }`;
    let hasAnswered = false;
    const host = createGitHub({ access: readTargetCredentials(sandbox.environment), services });
    const reading = Promise.withResolvers<void>();
    const list: SecretTarget['list'] = async (options) => {
      if (options.kind !== 'repository' || options.name !== 'web') {
        await reading.promise;
        throw new MigratorError('credentials', 'DST_TOKEN was revoked');
      }
      reading.resolve();
      await new Promise<void>((resolve) => {
        options.signal?.addEventListener('abort', () => resolve());
      });
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      hasAnswered = true;
      throw new MigratorError('interrupted', 'Interrupted');
    };
    const limits = { ...host.limits, concurrentWrites: 2 };
    const slow = { ...host, limits, secrets: { ...host.secrets, list } };
    const running = run(both, { host: slow });
    await expect(running).rejects.toMatchObject({ code: 'credentials' });
    expect(hasAnswered).toBe(true);
  });

  it('goes on after an interruption with what is missing', async () => {
    addRepository('web');
    addRepository('api');
    const both = `repositories:
  web: { secrets: [{ name: A }, { name: B }] }
  api: { secrets: [{ name: A }] }`;
    await expect(run(both, { drain: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'interrupted',
    });
    sandbox.faults.add({
      host: 'github',
      path: /api\/actions\/secrets\?/,
      times: 20,
      action: { kind: 'status', status: 401, body: '{"message":"Bad credentials"}' },
    });
    await expect(run(both)).rejects.toMatchObject({ code: 'credentials' });
    sandbox.faults.clear();
    const end = states(await run(both)).toSorted();
    expect(end).toEqual(['A made', 'A placeholder', 'B placeholder']);
  });

  it('preserves the rules of an existing environment, ignoring letter case', async () => {
    const { id } = addRepository('web');
    const environments = sandbox.github.secrets.environmentsOf(id);
    environments.set('production', {
      id: 5,
      name: 'production',
      createdAt: 0,
      updatedAt: 0,
      waitTimer: 30,
      reviewers: [],
      secrets: new Map(),
      keys: null,
    });
    await run('repositories: { web: { environments: { Production: [{ name: A }] } } }');
    expect(environments.get('production')?.waitTimer).toBe(30);
    expect([...(environments.get('production')?.secrets.keys() ?? [])]).toEqual(['A']);
  });

  it('gives an organization’s secret to the repositories that are named, once all are there', async () => {
    const yaml =
      'organization_secrets: [{ name: S, visibility: selected, repositories: [web, "My App"] }]';
    const web = addRepository('web');
    const [waiting] = await run(yaml);
    expect(waiting?.secrets).toMatchObject([{ name: 'S', state: 'missing' }]);
    expect(waiting?.failure?.message).toContain('My App');
    const app = addRepository('My-App');
    expect(states(await run(yaml))).toEqual(['S made']);
    const { id = 0 } = sandbox.github.findAccount('acme') ?? {};
    const stored = sandbox.github.secrets.ofAccount(id).secrets.get('S');
    expect(stored?.selectedRepositoryIds).toEqual([web.id, app.id]);
  });

  it('asks no more after three repositories in a row whose secrets may not be seen', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const name of names) addRepository(name);
    sandbox.faults.add({
      host: 'github',
      path: /actions\/secrets\?/,
      times: 50,
      action: { kind: 'status', status: 403, body: '{"message":"Must have admin rights"}' },
    });
    const yaml = `repositories:\n${names.map((name) => `  ${name}: { secrets: [{ name: A }] }`).join('\n')}`;
    await expect(run(yaml)).rejects.toMatchObject({ code: 'permission' });
    const asked = sandbox.requests.filter(({ path }) => path.endsWith('/actions/secrets'));
    expect(asked.length).toBeLessThan(8);
  });

  it('says of a plan without paid environments what is refused', async () => {
    addRepository('web');
    const owner = sandbox.github.findAccount('acme');
    if (owner === null) throw new Error('no organization');
    owner.plan = 'free';
    const reports = await run(
      'repositories: { web: { secrets: [{ name: A }], environments: { live: [{ name: B }] } } }',
    );
    expect(states(reports)).toEqual(['A made', 'B missing']);
    expect(reports[1]?.failure?.message).toContain('the environment live of acme/web');
  });
});
